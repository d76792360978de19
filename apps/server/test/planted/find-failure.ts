/**
 * Runs seeds of the simulator until one fails, and prints its failure: one process without
 * workers, since a planted bug mostly shows itself within a second of the first seed.
 */
import { parseArgs } from 'node:util';
import { simulate, SimulationFailure } from '../simulator/simulation.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    commands: { type: 'string', default: '1' },
  },
});

const from = Number(values.from);
for (let seed = from; seed < from + Number(values.seeds); seed++) {
  try {
    await simulate({ seed, commands: Number(values.commands) });
  } catch (error) {
    if (!(error instanceof SimulationFailure)) throw error;
    process.stdout.write(error.message);
    break;
  }
}
