/**
 * For tests: the output of `strace -f -tt -y`, as calls in the order in which they began and ended.
 * The tracer holds a process at each call until it has written the line, so the order of the lines
 * is the order of events, over all processes.
 */
import { spawnSync } from 'node:child_process';

export interface SystemCall {
  /** Process id. */
  readonly process: string;
  readonly name: string;
  /** Arguments and result, as written. */
  readonly text: string;
  /** Wall clock at the beginning. */
  readonly at: string;
  /** Numbers of the lines of its beginning and end. */
  readonly from: number;
  readonly to: number;
}

/** Whether programs can be traced on this system. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

/**
 * The command line that runs a program under trace, with whole buffers, and leaves the program its
 * own process id.
 */
export function tracing(calls: readonly string[], file: string): string[] {
  return [
    'strace',
    '-D',
    '-f',
    '-tt',
    '-y',
    '--seccomp-bpf',
    '-s',
    '65536',
    '-e',
    `trace=${calls.join(',')}`,
    '-o',
    file,
  ];
}

const BEGUN = /^(\d+) +([\d:.]+) (\w+)\((.*)$/s;
const RESUMED = /^(\d+) +[\d:.]+ <\.\.\. \w+ resumed>(.*)$/s;
const UNFINISHED = ' <unfinished ...>';

export function readCalls(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const begun = new Map<string, Omit<SystemCall, 'to'>>();
  trace.split('\n').forEach((line, number) => {
    const [, process = '', at = '', name = '', text = ''] = BEGUN.exec(line) ?? [];
    if (text.endsWith(UNFINISHED))
      begun.set(process, {
        process,
        name,
        at,
        text: text.slice(0, -UNFINISHED.length),
        from: number,
      });
    else if (name !== '') calls.push({ process, name, at, text, from: number, to: number });
    const [, resumed = '', rest = ''] = RESUMED.exec(line) ?? [];
    const before = begun.get(resumed);
    if (before === undefined) return;
    begun.delete(resumed);
    calls.push({ ...before, text: before.text + rest, to: number });
  });
  return calls.sort((a, b) => a.from - b.from);
}
