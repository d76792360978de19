import type { PublicTicket } from './ticket.ts';
import { expect, it } from 'vitest';
import { recompute, type PublicTick } from './verify.ts';

const ORDER = {
  direction: 'up',
  openedAtMs: 1_000,
  dueAtMs: 31_000,
  maxTickAgeMs: 10_000,
  openDelayMs: 100,
  minSources: 1,
  result: 'won',
  openTick: 3,
  endTick: 5,
} as PublicTicket;
const TICKS: readonly PublicTick[] = [
  [1, 900, '100', 900, 3],
  [2, 1_900, '99', 1_100, 3],
  [3, 2_000, '100.5', 1_101, 3],
  [4, 20_000, '90', 19_000, 3],
  [5, 31_000, '100.51', 21_000, 3],
  [6, 31_001, '1', 31_001, 3],
];

it('takes the first tick whose quotes are younger than the order and its delay, and the last one in time', () => {
  expect(recompute(ORDER, TICKS)).toMatchObject({
    open: TICKS[2],
    settle: TICKS[4],
    result: 'won',
    agrees: true,
  });
  expect(recompute({ ...ORDER, direction: 'down' }, TICKS)).toMatchObject({
    result: 'lost',
    agrees: false,
  });
});

it('knows draws, and what is void because no price told it', () => {
  expect(recompute(ORDER, [...TICKS.slice(0, 4), [5, 30_000, '100.50', 30_000, 3]]).result).toBe(
    'drawn',
  );
  expect(recompute(ORDER, TICKS.slice(0, 4))).toMatchObject({ result: 'void', settle: undefined });
  expect(recompute(ORDER, TICKS.slice(0, 2))).toMatchObject({ result: 'void', open: undefined });
});

it('knows the age of quotes at the end, and what was quoted before the open price', () => {
  const endQuoted = (quotedMs: number) =>
    recompute(ORDER, [...TICKS.slice(0, 4), [5, 31_000, '100.51', quotedMs, 3]]).result;
  expect([endQuoted(21_000), endQuoted(20_999)]).toEqual(['won', 'void']);
  const late: PublicTick = [3, 30_000, '100.5', 29_000, 3];
  expect(recompute(ORDER, [late, [5, 31_000, '100.51', 29_000, 3]]).result).toBe('won');
  expect(recompute(ORDER, [late, [5, 31_000, '100.51', 28_999, 3]]).result).toBe('void');
});

it('takes contracts from before by the time of the ticks alone', () => {
  const old = { ...ORDER, openDelayMs: null, openTick: 2 };
  expect(recompute(old, [...TICKS.slice(0, 4), [5, 31_000, '100.51', 1, 3]])).toMatchObject({
    open: TICKS[1],
    result: 'won',
    agrees: true,
  });
});

it('passes over prices of too few venues to open, not to settle', () => {
  const thin = TICKS.map(([seq, timeMs, price, quotedMs]): PublicTick => [
    seq,
    timeMs,
    price,
    quotedMs,
    seq === 3 || seq === 5 ? 2 : 3,
  ]);
  const order = { ...ORDER, minSources: 3, openTick: 4 };
  expect(recompute(order, thin)).toMatchObject({
    open: thin[3],
    settle: thin[4],
    result: 'won',
    agrees: true,
  });
  expect(recompute({ ...order, minSources: 4 }, thin)).toMatchObject({
    open: undefined,
    result: 'void',
  });
});

it('does not agree with another tick', () => {
  expect(recompute({ ...ORDER, endTick: 4 }, TICKS).agrees).toBe(false);
});
