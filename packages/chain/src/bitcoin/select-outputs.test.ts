import { describe, expect, test } from 'vitest';
import { DUST_SATOSHI, selectOutputs, type Candidate } from './select-outputs.ts';
import { satoshi } from './satoshi.ts';

const coin = (name: string, amount: bigint): Candidate => ({ name, amount, form: 'p2wpkh' });
const select = (candidates: readonly Candidate[], target: bigint, perKilobyte = 10_000n) =>
  selectOutputs({
    candidates,
    required: [],
    target,
    scriptLengths: [22],
    changeScriptLength: 22,
    perKilobyte,
  });
const names = (candidates: readonly Candidate[]): string =>
  candidates.map(({ name }) => name).join('');
/** One input, one output, at 10 satoshi for a byte: 109.5 bytes. */
const ALONE = 1_095n;

describe('outputs to spend', () => {
  test('one that fits without change is preferred', () => {
    const { inputs, change, fee } = select(
      [coin('a', 500_000n), coin('b', 100_000n + ALONE + 30n), coin('c', 300_000n)],
      100_000n,
    );
    expect([names(inputs), change, fee]).toEqual(['b', 0n, ALONE + 30n]);
  });

  test('else the smallest that covers it, with change', () => {
    const { inputs, change, fee } = select(
      [coin('a', 500_000n), coin('b', 200_000n), coin('c', 90_000n)],
      100_000n,
    );
    expect(names(inputs)).toBe('b');
    expect(change + fee).toBe(100_000n);
    // 140.5 virtual bytes with change.
    expect(fee).toBe(1_405n);
  });

  test('else the largest ones together', () => {
    expect(
      names(select([coin('a', 50_000n), coin('b', 80_000n), coin('c', 10_000n)], 100_000n).inputs),
    ).toBe('ba');
  });

  test('the order in which they come changes nothing', () => {
    const all = Array.from({ length: 40 }, (_, at) =>
      coin(String.fromCharCode(65 + at), BigInt(1_000 * ((at * 7919) % 97)) + 5_000n),
    );
    const first = select(all, 400_000n);
    expect(select(all.toReversed(), 400_000n)).toEqual(first);
    expect(first.inputs.reduce((sum, { amount }) => sum + amount, 0n)).toBe(
      400_000n + first.fee + first.change,
    );
  });

  test('change below dust goes to the fee, and what costs more than it is worth stays', () => {
    const { change, fee } = select([coin('a', 100_000n + ALONE + DUST_SATOSHI)], 100_000n);
    expect([change, fee]).toEqual([0n, ALONE + DUST_SATOSHI]);
    expect(names(select([coin('a', 600n), coin('b', 300_000n)], 100_000n).inputs)).toBe('b');
  });

  test('too little says so', () => {
    expect(() => select([coin('a', 100_000n)], 100_000n)).toThrow('satoshi');
    expect(() => select([], 1_000n)).toThrow('satoshi');
  });

  test('thousands of small ones: the search is bounded, and more inputs than pass on are refused', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => coin(`o${at}`, 10_000n));
    expect(() => select(many, 20_000_000n)).toThrow('join them');
    expect(select(many, 500_000n).inputs.length).toBeLessThan(60);
  });
});

test('amounts of nodes are read digit by digit', () => {
  expect([
    satoshi('0.00000546'),
    satoshi('20999999.99999999'),
    satoshi('1e-08'),
    satoshi('1.5e-07'),
  ]).toEqual([546n, 2_099_999_999_999_999n, 1n, 15n]);
  for (const wrong of ['-1', '1e5', '0.000000001', '', undefined, 1])
    expect(() => satoshi(wrong)).toThrow();
});
