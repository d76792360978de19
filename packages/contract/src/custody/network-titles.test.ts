import { expect, test } from 'vitest';
import { NETWORK_NAMES } from './calls.ts';
import { NETWORK_TITLES } from './network-titles.ts';

test('every network has a name', () =>
  expect(Object.keys(NETWORK_TITLES).sort()).toEqual([...NETWORK_NAMES].sort()));
