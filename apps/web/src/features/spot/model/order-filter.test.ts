import { expect, test } from 'vitest';
import { beginOf, PERIODS } from './order-filter.ts';

const NOW = Date.UTC(2026, 4, 31, 12);

test('a period is counted back from now', () => {
  expect(PERIODS.map((period) => beginOf(period, NOW))).toEqual([
    undefined,
    Date.UTC(2026, 4, 30, 12),
    Date.UTC(2026, 4, 24, 12),
    Date.UTC(2026, 4, 1, 12),
    Date.UTC(2026, 2, 2, 12),
  ]);
});
