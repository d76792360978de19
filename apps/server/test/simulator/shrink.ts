import { FAULTS, type FaultName } from './faults.ts';
import { simulate, SimulationFailure, type SimulationOptions } from './simulation.ts';

/** The smallest failing run found, and its failure. */
export interface ShrunkFailure {
  readonly options: SimulationOptions;
  readonly failure: SimulationFailure;
}

/** Attempts at a smaller run: enough for every fault and some halvings. */
const MAX_ATTEMPTS = 80;

/**
 * Makes a failing run short: first it ends where it failed, then each fault that the failure does
 * not need is taken out. A run without some fault is another history, so this is a search, not a
 * proof that no smaller run fails.
 */
export async function shrink(
  options: SimulationOptions,
  failure: SimulationFailure,
): Promise<ShrunkFailure> {
  let best: ShrunkFailure = {
    options: { ...options, commands: Math.max(1, failure.steps) },
    failure,
  };
  let attempts = 0;
  const attempt = async (candidate: SimulationOptions): Promise<boolean> => {
    if (++attempts > MAX_ATTEMPTS) return false;
    const found = await failureOf(candidate);
    if (found === undefined) return false;
    best = {
      options: { ...candidate, commands: Math.max(1, Math.min(candidate.commands, found.steps)) },
      failure: found,
    };
    return true;
  };
  for (const fault of FAULTS) {
    const rest = new Set<FaultName>(best.options.onlyFaults ?? FAULTS);
    if (rest.delete(fault)) await attempt({ ...best.options, onlyFaults: rest });
  }
  for (
    let commands = Math.floor(best.options.commands / 2);
    commands > 0;
    commands = Math.floor(best.options.commands / 2)
  ) {
    if (!(await attempt({ ...best.options, commands }))) break;
  }
  return best;
}

async function failureOf(options: SimulationOptions): Promise<SimulationFailure | undefined> {
  try {
    await simulate(options);
    return undefined;
  } catch (error) {
    if (error instanceof SimulationFailure) return error;
    throw error;
  }
}

/** The command that repeats the failure. */
export function reproduction({ seed, commands, onlyFaults }: SimulationOptions): string {
  const faults =
    onlyFaults === undefined || onlyFaults.size === FAULTS.length
      ? ''
      : ` --faults=${[...onlyFaults].join(',') || 'none'}`;
  return `npm run sim -- --seed=${seed} --commands=${commands}${faults}`;
}
