import type { ListedMarket } from '@meridian/core/catalog/listings';
import type { Leg } from '@meridian/core/convert/conversion-price';
import type { CurrencyId } from '@meridian/core/ids';
import { notionalUnit } from '@meridian/money/market-scale';
import type { LiveView } from '../live-view.ts';

/** A side of a conversion; undefined where it does not convert now. */
export function legOf(live: LiveView, currency: CurrencyId): Leg | undefined {
  const terms = live.convert.termsOf(currency);
  if (terms?.isOpen !== true) return undefined;
  if (terms.market === 0) return { terms, market: undefined, isBound: true };
  const settings = live.market(terms.market);
  if (settings?.status !== 'open') return undefined;
  const { priceTicks, timeMs, isStale } = live.index(settings.id);
  const unit = notionalUnit(live.scale(settings.id));
  if (isStale || unit === undefined) return undefined;
  // The formula reads settings, unit, index and mark; the rest belongs to the core's own books.
  const market = {
    settings,
    unit,
    unitNumber: Number(unit),
    indexTicks: priceTicks,
    markTicks: live.mark(settings.id),
    indexTimeMs: timeMs,
  } as ListedMarket;
  return { terms, market, isBound: true };
}
