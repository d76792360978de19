import type { PublicTicket } from '@meridian/contract/seconds';
import { expect, it } from 'vitest';
import { recompute, type PublicTick } from './verify.ts';

const ORDER = { type: 1, create_time_ms: 1_000, end_time_ms: 31_000, max_tick_age_ms: 10_000, result: 'won', open_tick: 3, end_tick: 5 } as PublicTicket;
const TICKS: readonly PublicTick[] = [[1, 900, '100'], [2, 1_099, '99'], [3, 1_100, '100.5'], [4, 20_000, '90'], [5, 31_000, '100.51'], [6, 31_001, '1']];

it('takes the first tick after the order and the last one in time', () => {
  expect(recompute(ORDER, TICKS)).toMatchObject({ open: TICKS[2], settle: TICKS[4], result: 'won', agrees: true });
  expect(recompute({ ...ORDER, type: 2 }, TICKS)).toMatchObject({ result: 'lost', agrees: false });
});

it('knows draws, and what is void because no price told it', () => {
  expect(recompute(ORDER, [...TICKS.slice(0, 4), [5, 30_000, '100.50']]).result).toBe('drawn');
  expect(recompute(ORDER, TICKS.slice(0, 4))).toMatchObject({ result: 'void', settle: undefined });
  expect(recompute(ORDER, TICKS.slice(0, 2))).toMatchObject({ result: 'void', open: undefined });
});

it('does not agree with another tick', () => {
  expect(recompute({ ...ORDER, end_tick: 4 }, TICKS).agrees).toBe(false);
});
