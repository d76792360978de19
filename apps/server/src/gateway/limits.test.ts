import { describe, expect, it } from 'vitest';
import { RateLimiter } from './limits.ts';

describe('RateLimiter', () => {
  it('lets a burst through, then says how long to wait, then refills', () => {
    let nowMs = 0;
    const limiter = new RateLimiter({ perSecond: 0.5, burst: 3 }, () => nowMs);
    expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([0, 0, 0, 2]);
    expect(limiter.take('b')).toBe(0);
    nowMs = 1_900;
    expect(limiter.take('a')).toBe(1);
    nowMs = 2_000;
    expect(limiter.take('a')).toBe(0);
    expect(limiter.take('a')).toBe(2);
  });

  it('never saves up more than the burst, and survives a clock that goes back', () => {
    let nowMs = 1_000_000;
    const limiter = new RateLimiter({ perSecond: 10, burst: 2 }, () => nowMs);
    limiter.take('a');
    nowMs = 0;
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 1]);
    nowMs = 900_000;
    expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([0, 0, 1]);
  });

  it('stays bounded and quick under a flood of keys', () => {
    const limiter = new RateLimiter({ perSecond: 1, burst: 1 }, () => 0);
    for (let key = 0; key < 250_000; key++) limiter.take(key);
    expect(limiter.take(249_999)).toBe(1);
    expect(limiter.take(0)).toBe(0);
  });

  it('says each use once, and learns what others have counted', () => {
    let nowMs = 1_000;
    const limiter = new RateLimiter<string>({ perSecond: 1, burst: 5 }, () => nowMs, true);
    limiter.take('a');
    nowMs = 1_500;
    limiter.take('a', 2);
    limiter.take('b');
    expect(limiter.uses(1)).toEqual([{ key: 'a', addedMs: 3_000, ageMs: 500 }]);
    expect(limiter.uses(9)).toEqual([{ key: 'b', addedMs: 1_000, ageMs: 0 }]);
    expect(limiter.uses(9)).toEqual([]);
    // While the answer is on its way another one is taken: it counts on top.
    limiter.take('b');
    limiter.learn('b', 4_000);
    expect(limiter.take('b')).toBe(1);
    // A lower count of other processes does not reduce the count of this one.
    limiter.learn('a', 0);
    expect([limiter.take('a', 2), limiter.take('a')]).toEqual([0, 1]);
  });
});
