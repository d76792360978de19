import { expect, test } from 'vitest';
import { isAllowedPassword, isEmail } from './account-rules.ts';

test.each(['abc123', 'Demo1234', 'abcdefghijklmno1'])('%s is allowed', (password) => expect(isAllowedPassword(password)).toBe(true));
test.each(['', 'ab1', '123456', 'abcdef', 'abcdefghijklmnop1'])('%s is not', (password) => expect(isAllowedPassword(password)).toBe(false));
test.each(['a@b.co', ' a.b+c@d.test '])('%s is an address', (text) => expect(isEmail(text)).toBe(true));
test.each(['', 'a@b', 'a b@c.de', '@b.co'])('%s is none', (text) => expect(isEmail(text)).toBe(false));
