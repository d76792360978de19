import { expect, test } from 'vitest';
import { dateAndTime, directionOf, figure, fixed, percent, timeOfDay } from './figures.ts';

test.each([
  ['67012.34', 'en', '67,012.3400'],
  ['67012.34', 'es', '67.012,3400'],
  ['0.00005', 'en', '0.0001'],
  ['-1234.5', 'en', '−1,234.5000'],
  [undefined, 'en', '--'],
  ['x', 'en', '--'],
])('the price %s in %s is %s', (text, language, shown) =>
  expect(figure(text, 'price', language)).toBe(shown),
);

test('what can be spent is rounded down, what is looked at half up', () => {
  expect(fixed('0.123456789', 8, { language: 'en', rounding: 'down' })).toBe('0.12345678');
  expect(figure('0.126', 'volume', 'en')).toBe('0.13');
  expect(fixed('9999999999.99999999', 8, { language: 'en' })).toBe('9,999,999,999.99999999');
});

test.each([
  ['1.234', '+1.23%'],
  ['-3.16', '−3.16%'],
  ['0', '0.00%'],
  ['0.001', '0.00%'],
  ['-0.001', '0.00%'],
  ['12.5', '+12.50%'],
])('a change of %s is %s', (text, shown) => expect(percent(text, 'en')).toBe(shown));

test('directions', () =>
  expect(['1', '-0.01', '0.00', undefined, '--', '67012.34', '-12.5'].map(directionOf)).toEqual([
    'up',
    'down',
    'flat',
    'flat',
    'flat',
    'up',
    'down',
  ]));

test('times are those of Shanghai', () => {
  expect(timeOfDay(Date.UTC(2026, 0, 31, 16, 5, 9))).toBe('00:05:09');
  expect(dateAndTime(Date.UTC(2026, 0, 31, 16, 5, 9))).toBe('2026-02-01 00:05:09');
});
