import { expect, test } from 'vitest';
import { eventName } from './event-name.ts';

test.each([
  ['password_changed', '192.0.2.7', 'Password changed'],
  ['frozen', '192.0.2.7', 'Frozen by the link in a mail'],
  ['frozen', '', 'Frozen by an operator'],
  ['unfrozen', '', 'Unfrozen by an operator'],
] as const)('%s from %j: %s', (kind, address, words) =>
  expect(eventName({ kind, address })).toBe(words),
);
