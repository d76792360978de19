import { expect, test } from 'vitest';
import { groupsOf } from './address-groups.ts';

test.each([
  [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    ['0x52', '9084', '0009', '8527', '886E', '0F70', '3006', '9857', 'D2E4', '169E', 'E7'],
  ],
  ['TJRa', ['TJRa']],
  ['', []],
])('%s is shown in groups of four, and nothing is lost', (address, groups) => {
  expect(groupsOf(address)).toEqual(groups);
  expect(groupsOf(address).join('')).toBe(address);
});
