import { expect, test } from 'vitest';
import { isEmail } from './account-rules.ts';

test.each(['a@b.co', ' a.b+c@d.test '])('%s is an address', (text) =>
  expect(isEmail(text)).toBe(true),
);
test.each(['', 'a@b', 'a b@c.de', '@b.co'])('%s is none', (text) =>
  expect(isEmail(text)).toBe(false),
);
