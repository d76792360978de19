import { wirePair } from '../../realtime/market-translate.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import type { Pair } from '../../shared/market/market.ts';

/** A limit order that takes the place of one at another price. Plain decimals. */
export interface ReplacingOrder extends Pair {
  readonly price: string;
  readonly quantity: string;
  readonly isPostOnly: boolean;
}

export const placeReplacing = {
  buy: asking(moneyCall('POST /api/transaction/in', 'bare'), wireOrder),
  sell: asking(moneyCall('POST /api/transaction/out', 'bare'), wireOrder),
};

function wireOrder({ price, quantity, isPostOnly, ...pair }: ReplacingOrder) {
  return {
    ...wirePair(pair),
    price,
    num: quantity,
    mode: 2 as const,
    ...(isPostOnly ? { post_only: 1 as const } : {}),
  };
}
