import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import type {
  officeMarketAdd,
  officeMarkets,
  officeMarketSave,
} from '@meridian/contract/market/office';
import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { CurrencyId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { unitsOf } from './currency-of-call.ts';

type Row = CallOutput<typeof officeMarkets>[number];
/** The rules of a listed market that an operator can change. */
type Rules = Omit<CallInput<typeof officeMarketSave>, 'id'>;
const MOST_LOTS = 2n ** 36n;
/** Fees, distances and counts that the core takes. */
const BOUNDS = {
  maker_fee_bps: [0, 1000],
  taker_fee_bps: [0, 1000],
  band_bps: [0, 9999],
  slippage_bps: [0, 9999],
  max_open_orders: [1, 1_000_000],
} as const;

/** The grid of a new market. */
export function gridOf(
  input: Pick<CallInput<typeof officeMarketAdd>, 'tick_size' | 'lot_size'>,
  { base, quote }: { readonly base: Currency; readonly quote: Currency },
): Pick<Market, 'tickSize' | 'lotSize'> {
  return {
    tickSize: unitsOfField('tick_size', input.tick_size, quote),
    lotSize: unitsOfField('lot_size', input.lot_size, base),
  };
}

/** The rules of a market that an operator has filled in. Refuses values out of bounds. */
export function rulesOf(
  live: LiveView,
  { base, quote, lotSize }: Pick<Market, 'base' | 'quote' | 'lotSize'>,
  input: Rules,
): Omit<Market, 'id' | 'base' | 'quote' | 'tickSize' | 'lotSize' | 'indexMaxAgeMs'> {
  for (const [field, [least, most]] of Object.entries(BOUNDS)) {
    const value = input[field as keyof typeof BOUNDS];
    if (value < least || value > most)
      throw new Refusal('number_not_between', { field, least, most });
  }
  const most = unitsOfField('max_quantity', input.max_quantity, live.currency(base)) / lotSize;
  if (most < 1n) throw new Refusal('quantity_off_lot', { field: 'max_quantity' });
  if (most > MOST_LOTS) throw new Refusal('number_range', { field: 'max_quantity' });
  return {
    makerFeeBps: input.maker_fee_bps,
    takerFeeBps: input.taker_fee_bps,
    minNotional: unitsOfField('min_total', input.min_total, live.currency(quote), 0n),
    maxQuantityLots: Number(most),
    maxOpenOrders: input.max_open_orders,
    bandBps: input.band_bps,
    slippageBps: input.slippage_bps,
    status: input.status,
    isDisplayed: input.is_display === '1',
    hasSeconds: input.open_microtrade === '1',
  };
}

/** An amount of a field in smallest units. */
function unitsOfField(
  field: string,
  text: string,
  currency: Currency | undefined,
  least = 1n,
): bigint {
  const units = unitsOf(text, currency?.scale ?? 0, field);
  if (units < least) throw new Refusal('number_not_positive', { field });
  return units;
}

/** A market as operators see it, and as the audit log keeps it. */
export function marketRow(live: LiveView, market: Market): Row {
  const {
    id,
    base,
    quote,
    tickSize,
    lotSize,
    makerFeeBps,
    takerFeeBps,
    minNotional,
    maxQuantityLots,
    maxOpenOrders,
    bandBps,
    slippageBps,
    status,
    isDisplayed,
    hasSeconds,
  } = market;
  const scaleOf = (currency: CurrencyId): number => live.currency(currency)?.scale ?? 0;
  const codeOf = (currency: CurrencyId): string =>
    live.currency(currency)?.code ?? String(currency);
  return {
    id,
    symbol: `${codeOf(base)}/${codeOf(quote)}`,
    base,
    quote,
    tick_size: formatDecimal(tickSize, scaleOf(quote)),
    lot_size: formatDecimal(lotSize, scaleOf(base)),
    maker_fee_bps: makerFeeBps,
    taker_fee_bps: takerFeeBps,
    min_total: formatDecimal(minNotional, scaleOf(quote)),
    max_quantity: formatDecimal(BigInt(maxQuantityLots) * lotSize, scaleOf(base)),
    max_open_orders: maxOpenOrders,
    band_bps: bandBps,
    slippage_bps: slippageBps,
    status,
    is_display: isDisplayed ? 1 : 0,
    open_microtrade: hasSeconds === true ? 1 : 0,
  };
}
