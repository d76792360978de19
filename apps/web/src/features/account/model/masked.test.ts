import { expect, test } from 'vitest';
import { masked } from './masked.ts';

test.each([
  ['somebody@example.com', 'so****@example.com'],
  ['ab@c.de', 'a****@c.de'],
  ['x@c.de', 'x****@c.de'],
  ['13800138000', '138****8000'],
  ['+34600111222', '+34****1222'],
  ['12345', '****45'],
])('%s is shown as %s', (account, shown) => expect(masked(account)).toBe(shown));
