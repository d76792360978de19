import type { SaleEntryOut, SaleOut } from '@meridian/contract/sale/calls';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { CurrencyId } from '@meridian/core/ids';
import type { SaleTerms } from '@meridian/core/sale/sale-commands';
import { dueOf } from '@meridian/core/sale/sale-terms';
import { formatDecimal } from '@meridian/money/decimal';
import type { LiveView } from '../live-view.ts';
import { percent } from '../market/percent.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { OwnEntry, ShownSale } from './sales.ts';

/** @param own the caller's newest commitment to it */
export function saleRow(live: LiveView, shown: ShownSale, own: OwnEntry | undefined): SaleOut {
  const { terms } = shown;
  const { coin, money, inCoins, inMoney } = unitsOf(live, terms);
  const { opensMs, closesMs, freeBps, cliffMs, instalments, instalmentMs } = terms;
  const { title, about, paper, words, cancelled, state, entries, text, hash } = shown;
  return {
    ...{ id: terms.id, title, about, paper, cancelled, state },
    ...{ currency_id: coin.id, currency_name: coin.code, currency_decimals: coin.scale },
    ...{ paid_id: money.id, paid_name: money.code, paid_decimals: money.scale },
    lot_number: inCoins(terms.lotSize),
    lot_price: inMoney(terms.lotPrice),
    supply: inCoins(terms.supply),
    target: inMoney(terms.target),
    min_number: inMoney(terms.min),
    max_number: inMoney(terms.max),
    cap_number: inMoney(terms.cap),
    ...{ opens_ms: opensMs, opens_time: shanghaiTime(opensMs) },
    ...{ closes_ms: closesMs, closes_time: shanghaiTime(closesMs) },
    free_rate: percent(freeBps),
    ...{ cliff_ms: cliffMs, instalments, instalment_ms: instalmentMs },
    entries,
    committed: inMoney(shown.committed),
    demanded: inMoney(shown.demanded),
    sold: inCoins(shown.sold),
    paid: inMoney(shown.paid),
    published: shown.isPublished,
    ...{ terms: text, terms_hash: hash, texts: words },
    my: own === undefined ? null : entryRow(live, terms, own),
  };
}

export function entryRow(live: LiveView, terms: SaleTerms, row: OwnEntry): SaleEntryOut {
  const { inCoins, inMoney } = unitsOf(live, terms);
  const bound = row.bound ?? 0n;
  return {
    entry: Number(row.id),
    state: row.state,
    committed: inMoney(row.committed),
    allotted: inCoins(row.allotted ?? 0n),
    paid: inMoney(row.paid ?? 0n),
    refunded: inMoney(row.refunded ?? 0n),
    bound: inCoins(bound),
    next_ms: bound > 0n ? dueOf(terms, (row.instalments ?? 0) + 1) : 0,
  };
}

/** The two currencies of a sale, and texts of amounts of them. */
export function unitsOf(live: LiveView, { currency, paidIn }: SaleTerms) {
  const [coin, money] = [listed(live, currency), listed(live, paidIn)];
  return {
    coin,
    money,
    inCoins: (units: bigint): string => formatDecimal(units, coin.scale),
    inMoney: (units: bigint): string => formatDecimal(units, money.scale),
  };
}

function listed(live: LiveView, id: CurrencyId): Currency {
  const currency = live.currency(id);
  if (currency === undefined) throw new RangeError(`currency ${id} is not listed`);
  return currency;
}
