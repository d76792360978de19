import { formatPrice } from '@meridian/money/market-scale';
import { fillTicks, type MarginContext, type PricedInputs } from './entry.ts';
import type { MarginOrder } from './position.ts';
import { sentStop, stopErrors, type StopError, type StopField } from './stops-form.ts';

/** Choices of an order beside its price and size. */
export interface PositionTerms {
  /** With a margin of its own; the whole account stands for it otherwise. */
  readonly isIsolated: boolean;
  /** Closes lots of the other side, and opens nothing. */
  readonly isReduceOnly: boolean;
  /** Whether the typed stops are sent. */
  readonly hasStops: boolean;
  readonly takeProfit: string;
  readonly stopLoss: string;
}

export const PLAIN_TERMS: PositionTerms = {
  ...{ isIsolated: false, isReduceOnly: false, hasStops: false },
  ...{ takeProfit: '', stopLoss: '' },
};

const OF_ORDER = {
  'margin.error.takeProfitPassed': 'margin.error.orderProfit',
  'margin.error.stopLossSide': 'margin.error.orderLoss',
} as const;
/** `values` name the price that the stops of an order lie beside. */
export interface OrderStopError {
  readonly id: 'margin.error.price' | (typeof OF_ORDER)[keyof typeof OF_ORDER];
  readonly values: Readonly<Record<'price', string>>;
}

/**
 * Errors of an order's stops, which lie beside the price that it is filled at. Whether
 * the position would be liquidated before is known at the fill.
 */
export function orderStopErrors(
  { takeProfit, stopLoss, hasStops, isReduceOnly }: PositionTerms,
  inputs: PricedInputs,
  context: MarginContext,
): Readonly<Partial<Record<StopField, OrderStopError>>> {
  const ticks = fillTicks(inputs, context);
  if (!hasStops || isReduceOnly || ticks === undefined) return {};
  const price = formatPrice(Number(ticks), context.scale);
  const found = stopErrors(
    { takeProfit, stopLoss },
    { side: inputs.side, scale: context.scale, markPrice: price, liquidationPrice: '' },
  );
  return Object.fromEntries(
    Object.entries(found).map(([field, id]) => [field, { id: ofOrder(id), values: { price } }]),
  );
}

function ofOrder(id: StopError): OrderStopError['id'] {
  return id in OF_ORDER ? OF_ORDER[id as keyof typeof OF_ORDER] : 'margin.error.price';
}

/** The terms as they are sent: a reduce-only order takes no others. */
export function sentTerms(terms: PositionTerms): Partial<MarginOrder> {
  const { isIsolated, isReduceOnly, hasStops, takeProfit, stopLoss } = terms;
  if (isReduceOnly) return { isReduceOnly };
  const stops = hasStops
    ? { takeProfit: sentStop(takeProfit), stopLoss: sentStop(stopLoss) }
    : undefined;
  return { ...(isIsolated ? { isIsolated } : {}), ...stops };
}
