import { expect, test } from 'vitest';
import { maskedAccount } from './masked-account.ts';

test.each([
  ['somebody@example.com', 'so***@example.com'],
  ['ab@c.de', 'a***@c.de'],
  ['x@c.de', '***@c.de'],
  ['13800138000', '138****00'],
  ['+34600111222', '+34****22'],
])('%s is shown as %s', (account, shown) => expect(maskedAccount(account)).toBe(shown));
