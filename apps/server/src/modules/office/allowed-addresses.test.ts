import { expect, it } from 'vitest';
import { checkAddresses, isAllowedAddress } from './allowed-addresses.ts';

it('in an empty list is every address', () => {
  expect(isAllowedAddress('', '203.0.113.7')).toBe(true);
});

it.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.7', '::ffff:203.0.113.7', true],
  ['10.0.0.0/8, 192.0.2.1', '10.255.1.2', true],
  ['10.0.0.0/8, 192.0.2.1', '192.0.2.1', true],
  ['10.0.0.0/8, 192.0.2.1', '11.0.0.1', false],
  ['2001:db8::/32', '2001:db8:1::9', true],
  ['2001:db8::/32', '2001:db9::9', false],
  ['2001:db8::/32', '10.0.0.1', false],
  ['10.0.0.0/8', '', false],
])('of %s is %s: %s', (list, address, isIn) => {
  expect(isAllowedAddress(checkAddresses(list), address)).toBe(isIn);
});

it('is kept in one form', () => {
  expect(checkAddresses(' 10.0.0.0/8 ,,192.0.2.1,')).toBe('10.0.0.0/8, 192.0.2.1');
  expect(checkAddresses(' , ')).toBe('');
});

it.each([
  'x',
  '10.0.0',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/0',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  '10.0.0.0/8 192.0.2.1',
  '2001:db8::/129',
])('refuses %s', (list) => {
  expect(() => checkAddresses(list)).toThrow('addresses_invalid');
});
