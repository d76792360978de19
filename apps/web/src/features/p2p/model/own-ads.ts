import { compareDecimals } from '@meridian/money/decimal';
import type { OwnAd, Side } from './ad.ts';

/** Why the market does not offer an own ad now, as its owner is told. */
export type NotOffered =
  'away' | 'restricted' | 'cancels' | 'held' | 'hours' | 'price' | 'short' | 'taken';

/** The side of the own ads that an address asks for. */
export function ownSideOf(params: URLSearchParams): Side {
  return params.get('side') === 'sell' ? 'sell' : 'buy';
}

/** The address of the own ads of a side. */
export function ownAdsPath(side: Side): string {
  return `/c2cRelease?side=${side}`;
}

/**
 * Undefined where somebody can take it, and where its owner paused this very ad, which its badge
 * says.
 */
export function notOfferedOf({
  obstacle,
  isPaused,
  side,
  surplus,
}: Pick<OwnAd, 'obstacle' | 'isPaused' | 'side' | 'surplus'>): NotOffered | undefined {
  switch (obstacle) {
    case 'paused':
      return isPaused ? undefined : 'away';
    case 'restricted':
    case 'cancels':
    case 'held':
    case 'hours':
    case 'price':
      return obstacle;
    case 'empty':
      return side === 'sell' && compareDecimals(surplus, '0') === 1 ? 'short' : 'taken';
    default:
      return undefined;
  }
}
