import type { P2pWay } from '@meridian/contract/p2p/bounds';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery } from '../api.ts';
import type { Ad } from '../model/ad.ts';
import { takerSide } from '../model/order-form.ts';

/** A way of an ad, with the own account that a sale in it is paid to. */
export interface OwnWay {
  readonly way: P2pWay;
  /** '' for purchases, and where none is saved. */
  readonly account: string;
  readonly isUsable: boolean;
}

/** The ways of an ad. A seller can use those for which an account is saved. */
export function useOwnWays(ad: Pick<Ad, 'side' | 'ways'>): readonly OwnWay[] {
  const isSale = takerSide(ad) === 'sell';
  const { data } = useQuery({ ...accountsQuery, enabled: isSale });
  return ad.ways.map((way) => {
    const account = isSale ? (data?.get(way)?.trim() ?? '') : '';
    return { way, account, isUsable: !isSale || account !== '' };
  });
}
