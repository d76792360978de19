import { afterAll, describe, expect, it } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { PlantedCopy } from './run-planted.ts';

const copy = new PlantedCopy();
afterAll(() => copy.remove());

/** A simulator that fails by itself would find every bug. */
it('the simulator finds nothing where no bug is planted', async () => {
  const { message } = await copy.find({ name: 'none', withinSeeds: 5, edits: [] });
  expect(message).toBeUndefined();
});

describe('the simulator finds the planted bug', () => {
  it.each(PLANTED_BUGS)('$name', async (bug) => {
    const { message } = await copy.find(bug);
    expect(message).toMatch(/^seed \d+, step \d+: /);
    if (bug.seenBy !== undefined) expect(message).toMatch(bug.seenBy);
  });
});
