import { compareDecimals } from '@meridian/money/decimal';
import { roundForDisplay } from '@meridian/money/display';
import { PRICE_DECIMALS } from './fiat.ts';

const LEAST_DECIMALS = 2;
const LIST_DECIMALS = 4;
/** From this price on, cents tell enough. */
const LARGE = '1000';

/**
 * A price for lists: a floating one has eight decimals, of which four or two tell enough. Forms
 * show the price that is sent, with all decimals.
 */
export function shownPrice(price: string): string {
  const rounded = roundForDisplay(price, decimalsOf(price), 'halfUp');
  if (rounded === undefined) return price;
  const [whole = '', fraction = ''] = rounded.split('.');
  let end = fraction.length;
  while (end > LEAST_DECIMALS && fraction[end - 1] === '0') end -= 1;
  return `${whole}.${fraction.slice(0, end)}`;
}

function decimalsOf(price: string): number {
  if (compareDecimals(price, '1') === -1) return PRICE_DECIMALS;
  return compareDecimals(price, LARGE) === -1 ? LIST_DECIMALS : LEAST_DECIMALS;
}
