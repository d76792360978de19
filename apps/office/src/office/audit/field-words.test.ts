import { expect, test } from 'vitest';
import { fieldInSentence, fieldName } from './field-name.ts';
import { fieldValue } from './field-value.ts';

test.each([
  ['maker_fee_bps', 'Maker fee'],
  ['durations.0.payout_bps', 'Durations 1, profit'],
  ['rules.fee', 'Rules, fee'],
  ['min_number', 'Least commitment'],
  ['never_seen', 'Never seen'],
  ['', ''],
])('the field %s is called %s', (field, name) => expect(fieldName(field)).toBe(name));

test('within a sentence a name begins small', () => {
  expect(fieldInSentence('band_bps')).toBe('price band');
});

test.each([
  ['taker_fee_bps', '20', '0.20%'],
  ['is_open', 'true', 'Yes'],
  ['is_display', '0', 'No'],
  ['exposure_cap', '20000000', '20,000,000'],
  ['id', '100000', '100000'],
  ['user', '100000', '100000'],
  ['fill_delay_ms', '1500', '1,500 ms'],
  ['start_ms', '1795435509220', '2026-11-23 20:05:09'],
  ['frozen_ms', '1795435509220', '2026-11-23 20:05:09'],
  ['opens_ms', '1795435509220', '2026-11-23 20:05:09'],
  ['status', 'cancelOnly', 'Cancel only'],
  ['status', 'applying', 'Waiting'],
  ['network', 'erc20', 'Ethereum, ERC-20'],
  ['wallet', 'margin', 'Contracts'],
  ['maintenance_percent', '30', '30%'],
  ['amount', '12.50', '12.50'],
  ['name', 'Puppet', 'Puppet'],
  ['fee', '', ''],
])('the value of %s, %s, is told as %s', (field, value, words) =>
  expect(fieldValue(field, value)).toBe(words),
);
