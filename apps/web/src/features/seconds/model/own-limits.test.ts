import { describe, expect, it } from 'vitest';
import { changesAfterMs, limitNotice, type LossLimit, type OwnLimits } from './own-limits.ts';

const LOSS: LossLimit = {
  currencyId: 3,
  currency: 'USDT',
  decimals: 8,
  limit: '100',
  next: undefined,
  lost: '30',
  open: '20',
  left: '50',
};
const LIMITS: OwnLimits = {
  losses: [LOSS],
  minutes: { limit: undefined, next: undefined, endsMs: 0, isOver: false },
  break: undefined,
  dayEndsMs: 90_000,
  nowMs: 10_000,
};
const about = (cost: string | undefined) => ({ currency: 3, cost });

describe('what stands against a ticket', () => {
  it('is nothing without limits, within them, and in another currency', () => {
    expect(limitNotice(undefined, about('1000'))).toBeUndefined();
    expect(limitNotice(LIMITS, about('50'))).toBeUndefined();
    expect(limitNotice(LIMITS, about(undefined))).toBeUndefined();
    expect(limitNotice(LIMITS, { currency: 1, cost: '1000' })).toBeUndefined();
  });

  it('is the loss that it could bring, or that is there already', () => {
    const reached = { id: 'seconds.lossIsReached', untilMs: 90_000 };
    expect(limitNotice(LIMITS, about('50.00000001'))).toEqual({ ...reached, left: '50' });
    const gone = { ...LIMITS, losses: [{ ...LOSS, left: '0' }] };
    expect(limitNotice(gone, about(undefined))).toEqual({ ...reached, left: '0' });
  });

  it('is the time of the day, and before all a break', () => {
    const late = {
      ...LIMITS,
      minutes: { ...LIMITS.minutes, limit: 5, endsMs: 9_000, isOver: true },
    };
    expect(limitNotice(late, about('60'))).toEqual({ id: 'seconds.timeIsOver', untilMs: 90_000 });
    const away = { ...late, break: { days: 7, isExclusion: false, endsMs: 500_000 } };
    expect(limitNotice(away, about('1'))).toEqual({ id: 'seconds.onBreak', untilMs: 500_000 });
    const excluded = { ...late, break: { days: 365, isExclusion: true, endsMs: 600_000 } };
    expect(limitNotice(excluded, about('1'))?.id).toBe('seconds.onExclusion');
  });
});

it('limits are asked for again when the first of them changes', () => {
  expect(changesAfterMs(LIMITS)).toBe(80_000);
  const next = { limit: undefined, fromMs: 30_000 };
  expect(changesAfterMs({ ...LIMITS, losses: [{ ...LOSS, next }] })).toBe(20_000);
  const minutes = { ...LIMITS.minutes, limit: 5, endsMs: 15_000 };
  expect(changesAfterMs({ ...LIMITS, minutes })).toBe(5_000);
  expect(changesAfterMs({ ...LIMITS, minutes: { ...minutes, endsMs: 9_000 } })).toBe(80_000);
});
