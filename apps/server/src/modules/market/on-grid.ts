import type { GridError, OnGrid } from '@meridian/money/market-scale';
import { Refusal } from '../../gateway/refusal.ts';

const GRID_REFUSALS: Record<
  Exclude<GridError, 'offGrid'>,
  'number_syntax' | 'number_precision' | 'number_range' | 'number_not_positive'
> = {
  syntax: 'number_syntax',
  precision: 'number_precision',
  range: 'number_range',
  notPositive: 'number_not_positive',
};

/**
 * Returns the parsed value, or throws the refusal of its field. @param field `num` is a quantity,
 * all others are prices
 */
export function onGrid<T>(parsed: OnGrid<T>, field: string): T {
  if (parsed.ok) return parsed.value;
  if (parsed.error !== 'offGrid') throw new Refusal(GRID_REFUSALS[parsed.error], { field });
  throw new Refusal(field === 'num' ? 'quantity_off_lot' : 'price_off_tick', { field });
}
