/**
 * `npm run sim -- --seed=N` runs one seed; `npm run sim:swarm -- --seeds=K` runs many. See
 * docs/TESTING.md.
 */
import { parseArgs } from 'node:util';
import { FAULTS, type FaultName } from './faults.ts';
import { CANARY_SEED, simulate, SimulationFailure, type SimulationOptions } from './simulation.ts';
import { reproduction, shrink } from './shrink.ts';
import { runSwarm, unvisited, type SwarmReport } from './swarm.ts';

const DEFAULT_COMMANDS = '20000';
const SMALL_SWARM = 100;
const PROGRESS_SECONDS = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    commands: { type: 'string', default: DEFAULT_COMMANDS },
    faults: { type: 'string' },
  },
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function counts(title: string, map: ReadonlyMap<string, number>): void {
  say(
    `${title}: ${[...map]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  );
}

async function runOne(): Promise<void> {
  const onlyFaults =
    values.faults === undefined
      ? undefined
      : new Set(FAULTS.filter((fault) => values.faults?.split(',').includes(fault)) as FaultName[]);
  const options: SimulationOptions = {
    seed: Number(values.seed),
    commands: Number(values.commands),
    ...(onlyFaults === undefined ? {} : { onlyFaults }),
  };
  try {
    const report = await simulate(options);
    say(
      `seed ${report.seed}: ${report.commands} commands, ${report.trades} trades, ${report.servers} servers, ${report.acknowledged} acknowledged, ${report.unchanged} unchanged, ${report.retries} retries`,
    );
    counts('faults', report.faults);
    counts('invariants checked', report.invariantChecks);
  } catch (error) {
    if (!(error instanceof SimulationFailure)) throw error;
    say(error.stack ?? error.message);
    say('looking for a shorter history that fails ...');
    const { options: shortest, failure } = await shrink(options, error);
    say(`${failure.message}\n${reproduction(shortest)}`);
    process.exitCode = 1;
  }
}

/** Prints each failure at once, and the progress of the swarm every few seconds. */
function tellProgress(seeds: number): (report: SwarmReport) => void {
  let toldSeconds = 0;
  let toldFailures = 0;
  return ({ runs, commands, seconds, failures }) => {
    for (const { message } of failures.slice(toldFailures)) say(`FAILED ${message}`);
    toldFailures = failures.length;
    if (seconds - toldSeconds < PROGRESS_SECONDS) return;
    toldSeconds = seconds;
    say(
      `${runs} of ${seeds} seeds, ${commands} commands, ${failures.length} failed, ${seconds.toFixed(0)} s`,
    );
  };
}

async function runMany(): Promise<void> {
  const seeds = Number(values.seeds);
  const report = await runSwarm({
    firstSeed: Number(values.from),
    seeds,
    commands: Number(values.commands),
    onRun: tellProgress(seeds),
  });
  say(
    `${report.runs} seeds, ${report.commands} commands, ${report.trades} trades, ${report.servers} servers, ${report.acknowledged} acknowledged, ${report.seconds.toFixed(1)} s`,
  );
  counts('faults', report.faults);
  counts('invariants checked', report.invariantChecks);
  if (report.failures.length > 0) process.exitCode = 1;
  const missed = seeds < SMALL_SWARM ? [] : unvisited(report);
  for (const name of missed) say(`NEVER EXERCISED: ${name}`);
  const canary = await simulate({ seed: CANARY_SEED, commands: Number(values.commands) }).then(
    () => false,
    () => true,
  );
  say(canary ? 'the canary failed, as it must' : 'THE CANARY PASSED: the checks are blind');
  if (missed.length > 0 || !canary) process.exitCode = 1;
}

await (positionals[0] === 'swarm' ? runMany() : runOne());
