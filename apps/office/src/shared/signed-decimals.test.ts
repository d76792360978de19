import { expect, test } from 'vitest';
import { less, rounded, shareOf, signed, signOf } from './signed-decimals.ts';

test('a share of a cap counts in hundredths of a percent, and passes the whole', () => {
  expect([
    shareOf('5', '20'),
    shareOf('0', '0'),
    shareOf('1', '0'),
    shareOf('0.00000001', '1'),
    shareOf('30', '20'),
  ]).toEqual([2_500, 0, 10_000, 0, 15_000]);
});

test('amounts keep their sign and are rounded half away from zero', () => {
  expect([signed('5'), signed('-5'), signed('0')]).toEqual(['+5', '-5', '0']);
  expect([signOf('0.1'), signOf('-0.1'), signOf('0')]).toEqual([1, -1, 0]);
  expect([rounded('1.005'), rounded('-1.005'), rounded('12'), rounded('0.004')]).toEqual([
    '1.01',
    '-1.01',
    '12.00',
    '0.00',
  ]);
});

test('what is left is exact', () => {
  expect(less('60', '3')).toBe('57');
  expect(less('0.1', '0.00000001')).toBe('0.09999999');
});
