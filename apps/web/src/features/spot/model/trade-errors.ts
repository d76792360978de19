import { compareDecimals, formatDecimal } from '@meridian/money/decimal';
import { parsePrice, parseQuantity, type GridError } from '@meridian/money/market-scale';
import type { MessageId, MessageValues } from '../../../shared/i18n/translate.ts';
import type { TradeContext, TradeInputs } from './trade-inputs.ts';
import { effectivePrice, tradeSummary } from './trade-summary.ts';

export interface FieldError {
  readonly id: MessageId;
  readonly values?: MessageValues;
}

/** The error of each field; none where the order can be sent. */
export interface TradeErrors {
  readonly price?: FieldError;
  readonly quantity?: FieldError;
  readonly total?: FieldError;
}

const MISSING = {
  buy: { price: { id: 'spot.error.buyPrice' }, quantity: { id: 'spot.error.buyQuantity' } },
  sell: { price: { id: 'spot.error.sellPrice' }, quantity: { id: 'spot.error.sellQuantity' } },
} as const satisfies Record<TradeInputs['side'], Record<'price' | 'quantity', FieldError>>;

/**
 * The checks of the form. They spare a round trip; the exchange checks everything again. The error
 * of an amount stands at the field that was typed into.
 */
export function tradeErrors(inputs: TradeInputs, context: TradeContext): TradeErrors {
  const price = priceError(inputs, context);
  // Without a price, a total gives no quantity to check.
  const amount =
    inputs.entered === 'total' && price !== undefined ? undefined : amountError(inputs, context);
  return {
    ...(price === undefined ? {} : { price }),
    ...(amount === undefined ? {} : { [inputs.entered]: amount }),
  };
}

function priceError(inputs: TradeInputs, context: TradeContext): FieldError | undefined {
  const { side, mode, price } = inputs;
  const { market } = context;
  if (mode === 'market')
    return effectivePrice(inputs, context) === undefined
      ? { id: 'spot.error.noOtherSide' }
      : undefined;
  const parsed = parsePrice(price, market.scale);
  if (parsed.ok) return undefined;
  return gridError(parsed.error, {
    missing: MISSING[side].price,
    offGrid: {
      id: 'spot.error.priceStep',
      values: { step: formatDecimal(market.scale.tickSize, market.scale.quoteScale) },
    },
  });
}

function amountError(inputs: TradeInputs, context: TradeContext): FieldError | undefined {
  const { market } = context;
  const { quantity, total } = tradeSummary(inputs, context);
  const parsed = parseQuantity(quantity, market.scale);
  if (!parsed.ok) {
    return gridError(parsed.error, {
      missing:
        inputs.entered === 'quantity'
          ? MISSING[inputs.side].quantity
          : { id: 'spot.error.totalMissing' },
      offGrid: {
        id: 'spot.error.quantityStep',
        values: { step: formatDecimal(market.scale.lotSize, market.scale.baseScale) },
      },
    });
  }
  if (total !== undefined && isLess(total, market.minTotal))
    return {
      id: 'spot.error.minTotal',
      values: { total: market.minTotal, currency: market.quote },
    };
  const spent = inputs.side === 'buy' ? total : quantity;
  if (spent !== undefined && context.available !== undefined && isLess(context.available, spent))
    return { id: 'spot.error.balance' };
  return undefined;
}

function gridError(
  error: GridError,
  messages: { missing: FieldError; offGrid: FieldError },
): FieldError {
  switch (error) {
    case 'syntax':
    case 'notPositive':
      return messages.missing;
    case 'precision':
    case 'offGrid':
      return messages.offGrid;
    case 'range':
      return { id: 'spot.error.tooLarge' };
  }
}

function isLess(one: string, other: string): boolean {
  return compareDecimals(one, other) === -1;
}
