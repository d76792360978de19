import { execFileSync, spawn } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

/** One measured figure beside its target. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  /** Empty without a target. */
  readonly target: string;
  /** Undefined without a target. */
  readonly isMet?: boolean;
}

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints machine, runtime and commit of the figures. */
export function printMachine(): void {
  const [cpu] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  print(
    `machine  ${os.cpus().length} x ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, ${os.type()} ${os.release()}, node ${process.version}`,
  );
  print(`commit   ${commit()}`);
  print();
}

function commit(): string {
  try {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const git = (...args: string[]): string =>
      execFileSync('git', args, {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    return (
      git('rev-parse', '--short=12', 'HEAD') +
      (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes')
    );
  } catch {
    return 'unknown (not a git checkout)';
  }
}

export function printFigures(figures: readonly Figure[]): void {
  const nameWidth = Math.max(...figures.map(({ name }) => name.length));
  const measuredWidth = Math.max(...figures.map(({ measured }) => measured.length));
  for (const { name, measured, target, isMet } of figures) {
    const verdict = isMet === undefined ? '' : isMet ? 'met' : 'MISSED';
    print(
      `  ${name.padEnd(nameWidth)}  ${measured.padStart(measuredWidth)}  ${target === '' ? '' : `target ${target}`}  ${verdict}`.trimEnd(),
    );
  }
  print();
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Rounds, and groups the digits: `1,234,567`. */
export function grouped(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * Runs a script of the benchmarks in a process of its own. Resolves with the JSON of its last line.
 * @param onLine receives the lines before it as they come
 */
export async function runChild<Result>(
  script: URL,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
  onLine?: (line: string) => void,
): Promise<Result> {
  const child = spawn(process.execPath, [...nodeOptions, fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const complete = output.split('\n').length - 1;
    output += chunk;
    if (onLine !== undefined)
      for (const line of output.split('\n').slice(complete, -1)) onLine(line);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${fileURLToPath(script)} ${args.join(' ')} ended with ${code}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Result;
}
