import { describe, expect, test } from 'vitest';
import { notOfferedOf, ownAdsPath, ownSideOf } from './own-ads.ts';

test('the own ads open on the side of the ad that was published', () => {
  for (const side of ['buy', 'sell'] as const) {
    const [, search = ''] = ownAdsPath(side).split('?');
    expect(ownSideOf(new URLSearchParams(search))).toBe(side);
  }
  expect(ownSideOf(new URLSearchParams('side=x'))).toBe('buy');
});

describe('why an own ad is not offered', () => {
  const AD = { obstacle: '', isPaused: false, side: 'sell', surplus: '100' } as const;

  test('nothing where somebody can take it', () => {
    expect(notOfferedOf(AD)).toBeUndefined();
  });

  test('coins are missing of an ad that sells; of one that is all in orders nothing is left', () => {
    expect(notOfferedOf({ ...AD, obstacle: 'empty' })).toBe('short');
    expect(notOfferedOf({ ...AD, obstacle: 'empty', surplus: '0' })).toBe('taken');
    expect(notOfferedOf({ ...AD, obstacle: 'empty', side: 'buy' })).toBe('taken');
  });

  test('its hours are over, or all own ads are paused; its own pause stands in its badge', () => {
    expect(notOfferedOf({ ...AD, side: 'buy', obstacle: 'hours' })).toBe('hours');
    expect(notOfferedOf({ ...AD, obstacle: 'paused' })).toBe('away');
    expect(notOfferedOf({ ...AD, obstacle: 'paused', isPaused: true })).toBeUndefined();
  });
});
