/** Processor time of processes, as Linux counts it. Undefined on systems without /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds of a clock tick of /proc: USER_HZ is 100 on every Linux. */
const TICK_US = 10_000;
/**
 * Fields of /proc/PID/stat after the name: the parent; time in user mode and in the kernel; the
 * same of children that have ended.
 */
const PARENT = 1;
const TIMES = [11, 12];
const TIMES_WITH_ENDED = [11, 12, 13, 14];

export interface ProcessorTime {
  /** Microseconds of the process itself, all threads. */
  readonly ownUs: number;
  /** Microseconds of all descendants. */
  readonly childrenUs: number;
  /** Microseconds of each thread of the process, by name. */
  readonly threadsUs: Readonly<Record<string, number>>;
}

/**
 * Processor time of a process and its descendants so far; undefined if the system does not report
 * it.
 */
export function processorTime(pid: number): ProcessorTime | undefined {
  try {
    return {
      ownUs: timeUs(stat(`/proc/${pid}`)),
      childrenUs: descendants(pid).reduce(
        (sum, fields) => sum + timeUs(fields, TIMES_WITH_ENDED),
        0,
      ),
      threadsUs: threads(pid),
    };
  } catch {
    return undefined;
  }
}

/** Processor time between two readings; undefined if either is. */
export function usedSince(
  before: ProcessorTime | undefined,
  after: ProcessorTime | undefined,
): ProcessorTime | undefined {
  if (before === undefined || after === undefined) return undefined;
  const threadsUs = Object.fromEntries(
    Object.entries(after.threadsUs).map(([name, us]) => [name, us - (before.threadsUs[name] ?? 0)]),
  );
  return {
    ownUs: after.ownUs - before.ownUs,
    childrenUs: after.childrenUs - before.childrenUs,
    threadsUs,
  };
}

function threads(pid: number): Record<string, number> {
  const byName: Record<string, number> = {};
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim();
    byName[name] = (byName[name] ?? 0) + timeUs(stat(`/proc/${pid}/task/${thread}`));
  }
  return byName;
}

function descendants(root: number): string[][] {
  const processes = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [{ pid: Number(name), fields: stat(`/proc/${name}`) }];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
  const descendantStats: string[][] = [];
  for (let parents = new Set([root]); parents.size > 0;) {
    const children = processes.filter(({ fields }) => parents.has(Number(fields[PARENT])));
    descendantStats.push(...children.map(({ fields }) => fields));
    parents = new Set(children.map(({ pid }) => pid));
  }
  return descendantStats;
}

/** The fields after the name, which may itself contain spaces. */
function stat(folder: string): string[] {
  const text = readFileSync(`${folder}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function timeUs(fields: readonly string[], which = TIMES): number {
  return which.reduce((sum, field) => sum + Number(fields[field]), 0) * TICK_US;
}
