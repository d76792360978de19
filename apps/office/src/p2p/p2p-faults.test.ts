import { expect, test } from 'vitest';
import { p2pFaults } from './p2p-faults.ts';

test('the least of a deal is above zero and not above the most', () => {
  const faults = (min_money: string, max_money: string) =>
    Object.keys(p2pFaults({ min_money, max_money }));
  expect(faults('10', '10')).toEqual([]);
  expect(faults('0', '10')).toEqual(['min_money']);
  expect(faults('10.01', '10')).toEqual(['max_money']);
  expect(faults('', 'x')).toEqual([]);
});
