import { VOTE_BOUNDS } from '@meridian/contract/vote/bounds';
import { LONGEST_MS, OPTIONS } from '@meridian/core/vote/vote-commands';
import { expect, test } from 'vitest';

test('the office refuses what the core refuses of a round', () => {
  expect(VOTE_BOUNDS.openMs[1]).toBe(LONGEST_MS);
  expect(VOTE_BOUNDS.options).toEqual(OPTIONS);
});
