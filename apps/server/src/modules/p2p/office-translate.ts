import type {
  officeP2pAds,
  officeP2pDeals,
  officeP2pState,
  officeP2pTerms,
  officeP2pTraders,
} from '@meridian/contract/p2p/office';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { CurrencyId } from '@meridian/core/ids';
import { FIAT_SCALE, type P2pTerms } from '@meridian/core/p2p/p2p-commands';
import type { Ad, TraderRecord } from '@meridian/core/p2p/p2p-events';
import { fiatOf } from '@meridian/core/p2p/p2p-prices';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { pairOfMarket, symbolOf } from '../market/translate.ts';
import { STUCK_MS } from './office-queries.ts';
import type { DealRow } from './queries.ts';
import {
  cancelsLeft,
  currencyOf,
  formatFiat,
  formatTicks,
  priceNow,
  recordOf,
  WIRE_WAY,
} from './translate.ts';

type Row<C extends { list: readonly unknown[] }> = C['list'][number];

/** CNY in 0.01. */
export function unitsFrom(
  text: string,
  [least, field]: readonly [least: bigint, field: string],
): Amount {
  const parsed = parseDecimal(text, FIAT_SCALE);
  if (!parsed.ok) throw new Refusal(`number_${parsed.error}`, { field });
  if (parsed.units < least) throw new Refusal('number_not_positive', { field });
  return parsed.units as Amount;
}

export function termsRow(
  live: LiveView,
  terms: P2pTerms,
): CallOutput<typeof officeP2pTerms>[number] {
  const currency = currencyOf(live, terms.currency);
  return {
    ...named(currency),
    symbol: terms.market === 0 ? '' : symbolOf(pairOfMarket(live, terms.market)),
    min_money: formatFiat(terms.minFiat),
    max_money: formatFiat(terms.maxFiat),
    band_bps: terms.bandBps,
    two_operators_from: formatFiat(terms.twoOperatorsFrom),
    merchant_bond: formatDecimal(terms.merchantBond, currency.scale),
    is_open: terms.isOpen,
  };
}

export function adRow(
  live: LiveView,
  ad: Ad,
): Omit<Row<CallOutput<typeof officeP2pAds>>, 'account' | 'remark' | 'auto_reply'> {
  const currency = currencyOf(live, ad.currency);
  const price = priceNow(live, ad);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  const trader = live.p2p.trader(ad.user);
  return {
    id: ad.id,
    user: ad.user,
    type: ad.side,
    ...named(currency),
    price: price === 0 ? '' : formatTicks(price),
    is_floating: ad.terms.priceTicks === 0,
    total_number: text(ad.total),
    surplus_number: text(ad.surplus),
    open_number: text(ad.open),
    is_private: ad.terms.code !== '',
    is_paused: ad.isPaused || trader?.isAway === true,
    is_merchant: trader?.isMerchant === true,
  };
}

export function dealRow(
  live: LiveView,
  deal: DealRow,
): Omit<Row<CallOutput<typeof officeP2pDeals>>, 'buyer_account' | 'seller_account'> {
  const { id, ad, buyer, seller, taker, state, paidMs } = deal;
  const currency = currencyOf(live, deal.currency);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  return {
    ...{ id, ad, buyer, seller, taker, ...named(currency) },
    number: text(deal.quantity),
    price: formatTicks(deal.priceTicks),
    money: formatFiat(deal.fiat),
    way: WIRE_WAY[deal.way],
    status: state,
    is_stuck: isStuck({ state, paidMs }, live.timeMs),
    ended_by: deal.endedBy ?? '',
    is_cancel_asked: deal.isCancelAsked,
    appeal: deal.appeal,
    to_buyer: text(deal.toBuyer),
    opened_time: shanghaiTime(deal.openedMs),
    pay_due_time: timeOf(deal.payDueMs),
    paid_time: timeOf(paidMs),
    release_due_time: timeOf(deal.releaseDueMs),
    ended_time: timeOf(deal.endedMs),
  };
}

export function traderRow(
  live: LiveView,
  record: TraderRecord,
): Omit<Row<CallOutput<typeof officeP2pTraders>>, 'account' | 'open_reports'> {
  const { user, bond, restrictedUntilMs } = record;
  const coin = bond === null ? undefined : currencyOf(live, bond.currency);
  const { orders_30d, completed_30d } = recordOf(record, live.timeMs);
  let open_deals = 0;
  for (const { buyer, seller } of live.p2p.deals())
    if (buyer === user || seller === user) open_deals++;
  return {
    id: user,
    is_merchant: record.isMerchant,
    bond: bond === null || coin === undefined ? '' : formatDecimal(bond.amount, coin.scale),
    bond_currency: coin?.code ?? '',
    completed: record.completed,
    cancelled: record.cancelled,
    completed_30d,
    orders_30d,
    appeals_lost: record.appealsLost,
    cancels_left: cancelsLeft(record, live.timeMs),
    open_deals,
    ads: live.p2p.adsOf(user).length,
    is_away: record.isAway,
    restricted_until: restrictedUntilMs > live.timeMs ? shanghaiTime(restrictedUntilMs) : '',
  };
}

/** The escrow of each coin, and the deals and appeals that wait, from the deals that go on. */
export function stateOf(live: LiveView): CallOutput<typeof officeP2pState> {
  const { p2p, timeMs } = live;
  const [deals, ads] = [[...p2p.deals()], [...p2p.ads()]];
  const { priceTicks, timeMs: rateMs } = p2p.rate;
  return {
    rate: priceTicks === 0 ? '' : formatTicks(priceTicks),
    rate_time: timeOf(rateMs),
    stuck_deals: deals.filter((deal) => isStuck(deal, timeMs)).length,
    open_appeals: [...p2p.appeals()].length,
    coins: p2p.terms().map((terms) => {
      const currency = currencyOf(live, terms.currency);
      const reference = p2p.reference(terms);
      const { amount, deals: open } = p2p.escrow(terms.currency);
      return {
        ...named(currency),
        reference: reference === 0 ? '' : formatTicks(reference),
        escrow: formatDecimal(amount, currency.scale),
        escrow_money: reference === 0 ? '' : formatFiat(fiatOf(amount, reference, currency.scale)),
        deals: open,
        paid_deals: deals.filter(
          ({ currency: id, state }) => id === terms.currency && state === 'paid',
        ).length,
        ads: ads.filter(({ currency: id }) => id === terms.currency).length,
        is_open: terms.isOpen,
      };
    }),
  };
}

function isStuck({ state, paidMs }: Pick<DealRow, 'state' | 'paidMs'>, nowMs: number): boolean {
  return state === 'paid' && nowMs - paidMs > STUCK_MS;
}

function named({ id, code }: Currency): {
  readonly currency: CurrencyId;
  readonly currency_name: string;
} {
  return { currency: id, currency_name: code };
}

function timeOf(ms: number): string {
  return ms === 0 ? '' : shanghaiTime(ms);
}
