import { describe, expect, it } from 'vitest';
import { CANARY_SEED, simulate } from './simulation.ts';
import { runSwarm, unvisited } from './swarm.ts';

const SEEDS = Number(process.env['SIM_SEEDS'] ?? 200);
const COMMANDS = 3_000;

describe('the simulator', () => {
  it('finds nothing untrue, and meets every fault and every invariant', async () => {
    const report = await runSwarm({ firstSeed: 1, seeds: SEEDS, commands: COMMANDS });
    process.stdout.write(
      `simulated: ${report.runs} seeds from 1, ${report.commands} commands, ${report.servers} servers, faults ${JSON.stringify(Object.fromEntries(report.faults))}\n`,
    );
    expect(report.failures).toEqual([]);
    expect(unvisited(report)).toEqual([]);
  });

  it('plays one seed the same way twice', async () => {
    const options = { seed: 11, commands: 1_500 };
    expect(await simulate(options)).toEqual(await simulate(options));
  });

  it('fails on the canary: a database that forgets an acknowledged command', async () => {
    await expect(simulate({ seed: CANARY_SEED, commands: COMMANDS })).rejects.toThrow();
  });
});
