import { describe, expect, it } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { findPlanted } from './run-planted.ts';

describe('the simulator finds the planted bug', () => {
  it.each(PLANTED_BUGS)('$name', async (bug) => {
    const { message } = await findPlanted(bug);
    expect(message).toMatch(/^seed \d+, step \d+: /);
    if (bug.seenBy !== undefined) expect(message).toMatch(bug.seenBy);
  });
});
