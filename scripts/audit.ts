// `npm run audit`: asks the registry for known vulnerabilities in the packages of the lock file.
// One of high severity fails; a missing answer is reported.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { ROOT } from './lock-file.ts';

interface Report {
  readonly message?: string;
  readonly error?: { readonly code?: string; readonly summary?: string };
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly severity: string }>
  >;
  readonly metadata?: {
    readonly vulnerabilities?: {
      readonly high: number;
      readonly critical: number;
      readonly total: number;
    };
  };
}

/**
 * Evaluates an answer of `npm audit --json`. Without an answer it is no failure, and the text says
 * so.
 */
export function judgeAudit(answer: string): { readonly isFailure: boolean; readonly text: string } {
  const report = parse(answer);
  const counts = report?.metadata?.vulnerabilities;
  if (counts === undefined)
    return {
      isFailure: false,
      text: `not asked: ${[report?.message, report?.error?.summary, report?.error?.code].find((text) => text !== undefined && text !== '') ?? 'the registry gave no answer'}`,
    };
  const bad = Object.values(report?.vulnerabilities ?? {}).filter(
    ({ severity }) => severity === 'high' || severity === 'critical',
  );
  if (counts.high + counts.critical === 0)
    return { isFailure: false, text: `no known high or critical hole, ${counts.total} others` };
  return {
    isFailure: true,
    text: `${counts.high} high and ${counts.critical} critical: ${bad.map(({ name }) => name).join(', ')}`,
  };
}

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { isFailure, text } = judgeAudit(stdout ?? '');
  process.stdout.write(`audit: ${text}\n`);
  process.exitCode = isFailure ? 1 : 0;
}
