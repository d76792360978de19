import { P2P_WAYS, type P2pWay } from '@meridian/contract/p2p/bounds';
import type { Side } from './ad.ts';
import { FIAT_DECIMALS, unitsOf } from './fiat.ts';
import { idOf } from './id-of.ts';

/** Choices in the market that its address keeps, so that a login or a reload comes back to them. */
export interface MarketChoice {
  /** The visitor's side: to buy or to sell. */
  readonly side: Side;
  /** The first coin where none is named. */
  readonly coin: number | undefined;
  /** CNY, as a plain decimal; '' for any. */
  readonly money: string;
  readonly way: P2pWay | '';
  readonly isTakeable: boolean;
  /** Of a private ad. */
  readonly code: string;
  /** The ad that is being taken. */
  readonly ad: number | undefined;
}

export function choiceOf(params: URLSearchParams): MarketChoice {
  const way = params.get('way');
  const money = params.get('money') ?? '';
  return {
    side: params.get('side') === 'sell' ? 'sell' : 'buy',
    coin: idOf(params.get('coin')),
    money: isMoney(money) ? money : '',
    way: P2P_WAYS.find((each) => each === way) ?? '',
    isTakeable: params.get('fitting') === '1',
    code: params.get('code') ?? '',
    ad: idOf(params.get('ad')),
  };
}

/** The same as parameters of an address, without those of the default choice. */
export function paramsOf(choice: MarketChoice): Record<string, string> {
  const { side, coin, money, way, isTakeable, code, ad } = choice;
  const all = {
    side: side === 'buy' ? '' : side,
    coin: coin === undefined ? '' : String(coin),
    money,
    way,
    fitting: isTakeable ? '1' : '',
    code,
    ad: ad === undefined ? '' : String(ad),
  };
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''));
}

/** Whether a text is an amount by which ads can be filtered. */
export function isMoney(text: string): boolean {
  return (unitsOf(text, FIAT_DECIMALS) ?? 0n) > 0n;
}

/** The side of the ads that suit: a buyer looks at ads that sell. */
export function offeredSide({ side }: Pick<MarketChoice, 'side'>): Side {
  return side === 'buy' ? 'sell' : 'buy';
}
