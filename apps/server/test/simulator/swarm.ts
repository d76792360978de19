import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { AUDITED } from '@meridian/testkit/event-auditor';
import { FAULTS } from './faults.ts';
import { simulate, SimulationFailure } from './simulation.ts';

export interface SwarmOptions {
  readonly firstSeed: number;
  readonly seeds: number;
  /** Commands that clients send in each run. */
  readonly commands: number;
  /** Called after each run, with the totals so far. */
  readonly onRun?: (report: SwarmReport) => void;
}

/** Totals of all runs of a swarm. */
export interface SwarmReport {
  runs: number;
  commands: number;
  trades: number;
  servers: number;
  acknowledged: number;
  seconds: number;
  readonly faults: Map<string, number>;
  readonly invariantChecks: Map<string, number>;
  readonly failures: { readonly seed: number; readonly message: string }[];
}

const YOUNG_MB = 192;

type SeedResult =
  | {
      readonly ok: true;
      readonly seed: number;
      readonly commands: number;
      readonly trades: number;
      readonly servers: number;
      readonly acknowledged: number;
      readonly faults: Map<string, number>;
      readonly invariantChecks: Map<string, number>;
    }
  | { readonly ok: false; readonly seed: number; readonly message: string };

/** Runs many seeds on all cores. */
export async function runSwarm(options: SwarmOptions): Promise<SwarmReport> {
  const report: SwarmReport = {
    runs: 0,
    commands: 0,
    trades: 0,
    servers: 0,
    acknowledged: 0,
    seconds: 0,
    faults: new Map(),
    invariantChecks: new Map(),
    failures: [],
  };
  const startedMs = performance.now();
  let next = options.firstSeed;
  const end = options.firstSeed + options.seeds;
  const takeSeed = (): number | undefined => (next < end ? next++ : undefined);
  const workers = Array.from({ length: Math.min(availableParallelism(), options.seeds) }, () =>
    runWorker(options.commands, takeSeed, (result) => {
      add(report, result);
      report.seconds = (performance.now() - startedMs) / 1_000;
      options.onRun?.(report);
    }),
  );
  await Promise.all(workers);
  return report;
}

/** Faults and invariants that no run of the swarm met: it proves nothing about them. */
export function unvisited({ faults, invariantChecks }: SwarmReport): string[] {
  return [
    ...FAULTS.filter((fault) => (faults.get(fault) ?? 0) === 0).map((fault) => `fault ${fault}`),
    ...AUDITED.filter((id) => (invariantChecks.get(id) ?? 0) === 0).map((id) => `invariant ${id}`),
  ];
}

function runWorker(
  commands: number,
  takeSeed: () => number | undefined,
  done: (result: SeedResult) => void,
): Promise<void> {
  // Room for young objects: the objects of a run die at its end.
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { commands },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return new Promise((resolve, reject) => {
    const feed = (): void => {
      const seed = takeSeed();
      if (seed === undefined) void worker.terminate().then(() => resolve());
      else worker.postMessage(seed);
    };
    worker.on('message', (result: SeedResult) => {
      done(result);
      feed();
    });
    worker.on('error', reject);
    feed();
  });
}

function add(report: SwarmReport, result: SeedResult): void {
  report.runs++;
  if (!result.ok) {
    report.failures.push({ seed: result.seed, message: result.message });
    return;
  }
  report.commands += result.commands;
  report.trades += result.trades;
  report.servers += result.servers;
  report.acknowledged += result.acknowledged;
  for (const [name, count] of result.faults)
    report.faults.set(name, (report.faults.get(name) ?? 0) + count);
  for (const [id, count] of result.invariantChecks)
    report.invariantChecks.set(id, (report.invariantChecks.get(id) ?? 0) + count);
}

async function runSeed(seed: number, commands: number): Promise<SeedResult> {
  try {
    return { ok: true, ...(await simulate({ seed, commands })) };
  } catch (error) {
    if (error instanceof SimulationFailure) return { ok: false, seed, message: error.message };
    throw error;
  }
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  const { commands } = workerData as { commands: number };
  port.on('message', (seed: number) => {
    void runSeed(seed, commands).then((result) => port.postMessage(result));
  });
}
