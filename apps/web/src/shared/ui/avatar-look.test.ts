import { expect, test } from 'vitest';
import { fillOf, initialOf } from './avatar-look.ts';

test('a name keeps its colour', () => {
  expect(fillOf('Satoshi')).toBe(fillOf('Satoshi'));
  expect(['Alice', 'Bob', '币安小王'].map(fillOf)).toEqual(
    ['Alice', 'Bob', '币安小王'].map(fillOf),
  );
});

test('names are spread over all colours', () => {
  const counts = new Map<string, number>();
  for (let name = 0; name < 1_000; name++)
    counts.set(fillOf(`seller ${name}`), (counts.get(fillOf(`seller ${name}`)) ?? 0) + 1);
  expect(counts.size).toBe(7);
  expect(Math.min(...counts.values())).toBeGreaterThan(100);
});

test.each([
  ['alice', 'A'],
  [' élan', 'É'],
  ['王小明', '王'],
  ['𝒳', '𝒳'],
  ['+49151****1993', '3'],
  ['', '?'],
])('the initial of %s is %s', (name, initial) => expect(initialOf(name)).toBe(initial));
