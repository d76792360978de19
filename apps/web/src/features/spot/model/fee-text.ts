import type { MarketScale } from '@meridian/money/market-scale';
import { currencyAmount } from '../../../shared/currency-amount.ts';
import type { Fill, FinishedOrder } from './order.ts';

/**
 * A fee with the decimals of the currency that it was taken in: the one that was got. A rebate is
 * an amount received, in the currency that was given: beside the fee or, without one, in its place.
 */
export function feeText(
  {
    side,
    feeCurrency,
    rebateCurrency,
  }: Pick<FinishedOrder, 'side' | 'feeCurrency' | 'rebateCurrency'>,
  { fee, rebate }: Pick<Fill, 'fee' | 'rebate'>,
  at: { readonly scale: MarketScale | undefined; readonly language: string },
): string {
  const [base, quote] = [at.scale?.baseScale, at.scale?.quoteScale];
  const [got, given] = side === 'buy' ? [base, quote] : [quote, base];
  const taken = `${currencyAmount(fee, got, at.language)} ${feeCurrency}`;
  if (rebate === '0') return taken;
  const received = `+${currencyAmount(rebate, given, at.language)} ${rebateCurrency}`;
  return fee === '0' ? received : `${taken} ${received}`;
}
