import { expect, test } from 'vitest';
import { canBeResent } from './webhook.ts';

test('only what did not arrive can be sent again', () => {
  expect(canBeResent({ state: 'givenUp' })).toBe(true);
  expect(canBeResent({ state: 'dropped' })).toBe(true);
  expect(canBeResent({ state: 'delivered' })).toBe(false);
  expect(canBeResent({ state: 'waiting' })).toBe(false);
});
