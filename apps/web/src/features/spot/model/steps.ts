import {
  formatPrice,
  formatQuantity,
  parsePrice,
  parseQuantity,
  type MarketScale,
} from '@meridian/money/market-scale';

/** The price a tick higher (1) or lower (-1), never below one tick. A text that is none stays. */
export function steppedPrice(text: string, direction: 1 | -1, scale: MarketScale): string {
  const price = parsePrice(text, scale);
  return price.ok ? formatPrice(Math.max(1, price.value + direction), scale) : text;
}

/** The quantity a lot larger (1) or smaller (-1), never below one lot; of none, one lot. */
export function steppedQuantity(text: string, direction: 1 | -1, scale: MarketScale): string {
  const quantity = parseQuantity(text === '' ? '0' : text, scale);
  if (quantity.ok) return formatQuantity(Math.max(1, quantity.value + direction), scale);
  return quantity.error === 'notPositive' ? formatQuantity(1, scale) : text;
}
