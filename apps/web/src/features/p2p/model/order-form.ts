import type { P2pWay } from '@meridian/contract/p2p/bounds';
import { compareDecimals, formatDecimal } from '@meridian/money/decimal';
import type { MessageId } from '../../../shared/i18n/translate.ts';
import type { Ad, MarketCoin, Side } from './ad.ts';
import { FIAT_DECIMALS, leastQuantityFor, moneyFor, quantityFor, unitsOf } from './fiat.ts';

/** The unit in which the amount is typed: CNY or coins. */
export type Unit = 'money' | 'coin';

export interface OrderInputs {
  readonly amount: string;
  readonly unit: Unit;
  readonly way: P2pWay | undefined;
}

/** A deal that an ad allows: the quantity that is sent, and its cost. */
export interface OrderSize {
  readonly quantity: string;
  readonly money: string;
}

export interface OrderError {
  readonly field: 'amount' | 'way';
  readonly id: MessageId;
  /** The bound that it is beyond. */
  readonly at?: OrderSize;
}

type Coin = Pick<MarketCoin, 'decimals' | 'minMoney' | 'maxMoney'>;

/** The side of an ad's taker. */
export function takerSide({ side }: Pick<Ad, 'side'>): Side {
  return side === 'sell' ? 'buy' : 'sell';
}

/**
 * The price that an order shows and sends: the agreed one, until the ad has a better one for its
 * taker.
 */
export function agreedPrice({ side, price }: Pick<Ad, 'side' | 'price'>, agreed: string): string {
  const isBetter = side === 'sell' ? isAbove(agreed, price) : isAbove(price, agreed);
  return isBetter ? price : agreed;
}

/**
 * The smallest and the largest deal that an ad allows now: of its own limits and of the coin's.
 * Undefined where it allows none. A rest below the least can be taken whole.
 */
export function limitsOf(
  { min, max, surplus, price }: Pick<Ad, 'min' | 'max' | 'surplus' | 'price'>,
  { decimals, minMoney, maxMoney }: Coin,
): { readonly least: OrderSize; readonly most: OrderSize } | undefined {
  const size = (quantity: string | undefined): OrderSize | undefined => {
    const money = quantity === undefined ? undefined : moneyFor(quantity, price, decimals);
    return quantity === undefined || money === undefined ? undefined : { quantity, money };
  };
  const [ownLeast, ownMost] = [size(min), size(max)];
  if (ownLeast === undefined || ownMost === undefined || !isAbove(max, '0')) return undefined;
  const most = isAbove(ownMost.money, maxMoney)
    ? size(quantityFor(maxMoney, price, decimals))
    : ownMost;
  if (most === undefined) return undefined;
  const isRest = max === surplus && isAbove(minMoney, ownMost.money);
  const least = isRest
    ? ownMost
    : isAbove(minMoney, ownLeast.money)
      ? size(leastQuantityFor(minMoney, price, decimals))
      : ownLeast;
  return least === undefined || isAbove(least.quantity, most.quantity)
    ? undefined
    : { least, most };
}

/**
 * Quantity and total of the typed amount. Both are shown, and the quantity is sent. Undefined
 * unless an amount is typed.
 */
export function sizeOf(
  { amount, unit }: Pick<OrderInputs, 'amount' | 'unit'>,
  ad: Pick<Ad, 'min' | 'max' | 'surplus' | 'price'>,
  coin: Coin,
): OrderSize | undefined {
  const { price } = ad;
  const { decimals } = coin;
  if (unit === 'money') {
    const most = limitsOf(ad, coin)?.most;
    // The last cent of the largest deal may buy more than there is.
    if (most !== undefined && compareDecimals(amount, most.money) === 0) return most;
  }
  const quantity = unit === 'coin' ? plain(amount, decimals) : quantityFor(amount, price, decimals);
  if (quantity === undefined || !isAbove(quantity, '0')) return undefined;
  const money = moneyFor(quantity, price, decimals);
  return money === undefined ? undefined : { quantity, money };
}

/**
 * The first error of an order; undefined where it can be sent.
 * @param available coins in the wallet that a sale takes them from
 */
export function orderError(
  inputs: OrderInputs,
  ad: Pick<Ad, 'side' | 'min' | 'max' | 'surplus' | 'price'>,
  { coin, available }: { readonly coin: Coin; readonly available: string | undefined },
): OrderError | undefined {
  const limits = limitsOf(ad, coin);
  if (limits === undefined) return { field: 'amount', id: 'p2p.market.error.over' };
  const size = sizeOf(inputs, ad, coin);
  if (size === undefined) return { field: 'amount', id: 'p2p.market.error.amount' };
  const { least, most } = limits;
  const bound = isAbove(least.quantity, size.quantity)
    ? ({ id: 'p2p.market.error.least', at: least } as const)
    : isAbove(size.quantity, most.quantity)
      ? ({ id: 'p2p.market.error.most', at: most } as const)
      : undefined;
  if (bound !== undefined) return { field: 'amount', ...bound };
  if (takerSide(ad) === 'sell' && available !== undefined && isAbove(size.quantity, available))
    return { field: 'amount', id: 'p2p.market.error.balance' };
  return inputs.way === undefined ? { field: 'way', id: 'p2p.market.error.way' } : undefined;
}

/**
 * The largest amount that can be sent: the most that the ad allows, and for a sale no more than the
 * wallet has. Undefined where that is nothing. The whole of a wallet is given in coins, since no
 * amount of CNY may buy exactly that.
 */
export function mostOf(
  unit: Unit,
  ad: Pick<Ad, 'side' | 'min' | 'max' | 'surplus' | 'price'>,
  { coin, available = '0' }: { readonly coin: Coin; readonly available: string | undefined },
): Pick<OrderInputs, 'amount' | 'unit'> | undefined {
  const most = limitsOf(ad, coin)?.most;
  if (most === undefined) return undefined;
  if (takerSide(ad) === 'sell' && isAbove(most.quantity, available))
    return isAbove(available, '0') ? { unit: 'coin', amount: available } : undefined;
  return { unit, amount: unit === 'money' ? most.money : most.quantity };
}

/** The text of an order in another unit, so that a change of the unit keeps its size. */
export function inOtherUnit(
  { amount, unit }: Pick<OrderInputs, 'amount' | 'unit'>,
  next: Unit,
  size: OrderSize | undefined,
): string {
  if (next === unit) return amount;
  if (size === undefined) return '';
  return next === 'money' ? size.money : size.quantity;
}

/** Decimals that an amount may have. */
export function decimalsOfUnit(unit: Unit, { decimals }: Pick<Coin, 'decimals'>): number {
  return unit === 'money' ? FIAT_DECIMALS : decimals;
}

function plain(text: string, decimals: number): string | undefined {
  const units = unitsOf(text, decimals);
  return units === undefined ? undefined : formatDecimal(units, decimals);
}

function isAbove(one: string, other: string): boolean {
  return compareDecimals(one, other) === 1;
}
