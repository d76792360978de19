import { SALE_BOUNDS } from '@meridian/contract/sale/bounds';
import { officeSaleAnnounce, officeSaleCancel, officeSales } from '@meridian/contract/sale/office';
import type { CallInput } from '@meridian/contract/schema/call';
import type { SaleTerms } from '@meridian/core/sale/sale-commands';
import { pickSaleTerms } from '@meridian/core/sale/sale-terms';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { checkLink } from '../../gateway/link.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { prepareSale, takeBackUnannounced } from './prepare-sale.ts';
import type { SaleServices } from './routes.ts';
import { shownSales } from './sales.ts';
import { unitsOf } from './translate.ts';

const [LEAST_OPEN_MS] = SALE_BOUNDS.openMs;
/** A sale gets the hash of its texts with its number. */
const UNWRITTEN = '0'.repeat(64);

type Announcement = CallInput<typeof officeSaleAnnounce>;

/** Sales for operators. An announcement holds: a sale runs as announced, or is cancelled. */
export function registerSaleOffice(gateway: CallRegistry, services: SaleServices): void {
  const oneAtATime = inTurn();
  const { live } = services;
  gateway.registerCall(officeSales, async () => {
    const sales = await shownSales(services);
    return sales.map(({ terms, title, state, entries, committed, demanded, sold, paid }) => {
      const { coin, money, inCoins, inMoney } = unitsOf(live, terms);
      return {
        ...{ id: terms.id, kind: terms.kind, title, state },
        ...{ currency_name: coin.code, paid_name: money.code },
        supply: inCoins(terms.supply),
        target: inMoney(terms.target),
        opens_time: shanghaiTime(terms.opensMs),
        closes_time: shanghaiTime(terms.closesMs),
        entries,
        committed: inMoney(committed),
        demanded: inMoney(demanded),
        sold: inCoins(sold),
        paid: inMoney(paid),
      };
    });
  });
  gateway.registerCall(officeSaleAnnounce, (context) =>
    oneAtATime(() => announce(services, context)),
  );
  gateway.registerCall(officeSaleCancel, (context) => oneAtATime(() => cancel(services, context)));
}

/** The supply comes back where the sale is refused. */
async function announce(
  { engine, live, queries, now }: SaleServices,
  { input, audit }: CallContext<typeof officeSaleAnnounce>,
): Promise<{ id: number }> {
  const title = input.title.trim();
  if (title === '') throw new Refusal('field_missing', { field: 'title' });
  const { about = '', paper = '' } = input;
  checkLink(paper, 'paper');
  const draft = termsOf(live, input, 1);
  if (draft.opensMs < now()) throw new Refusal('sale_late', { field: 'opens_ms' });
  const texts = { title, about: about.trim(), paper };
  const entry = {
    action: 'sale.announce',
    subject: `sale ${title}`,
    after: { ...shownTerms(live, input), ...texts },
  };
  let id = 0;
  try {
    await submitAudited(engine, audit, entry, async () => {
      const announcement = await prepareSale({ engine, live, queries }, texts, draft);
      ({ id } = announcement.terms);
      return announcement;
    });
  } catch (error) {
    await takeBackUnannounced({ engine, live, queries });
    throw error;
  }
  return { id };
}

async function cancel(
  { engine, live, queries }: SaleServices,
  { input, operator, audit, language }: CallContext<typeof officeSaleCancel>,
): Promise<string> {
  const { id } = input;
  const cancelled = input.why.trim();
  if (cancelled === '') throw new Refusal('field_missing', { field: 'why' });
  const sale = live.sale.sale(id);
  if (sale === undefined || (sale.state !== 'announced' && sale.state !== 'open'))
    throw new Refusal('sale_not_open', { field: 'id' });
  const { title } = await queries
    .selectFrom('sale_texts')
    .select('title')
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow();
  const entry = {
    action: 'sale.cancel',
    subject: `sale ${id}`,
    before: { title, state: sale.state },
    after: { title, state: 'cancelled', why: cancelled },
  };
  await submitAudited(engine, audit, entry, async () => {
    // Before the command, whose messages name it. It is read only where the sale was cancelled.
    await queries
      .updateTable('sale_texts')
      .set({ cancelled })
      .where('id', '=', BigInt(id))
      .execute();
    return { kind: 'sale.cancel', sale: id, operator: operator.operator };
  });
  return textOf(language, 'answer.done');
}

/** The terms for the operators who decide on them: codes of currencies, and all coins. */
function shownTerms(live: LiveView, { currency, paid_in: paidIn, ...input }: Announcement) {
  const coin = listedCurrency(live, currency);
  const supply = amountOf(input.lot_number, coin, 'lot_number') * BigInt(input.lots);
  return {
    currency_name: coin.code,
    paid_name: listedCurrency(live, paidIn, 'paid_in').code,
    supply: formatDecimal(supply, coin.scale),
    ...input,
  };
}

/** Refuses invalid terms, with the field where it is known. */
function termsOf(live: LiveView, input: Announcement, id: number): SaleTerms {
  const coin = listedCurrency(live, input.currency);
  const money = listedCurrency(live, input.paid_in, 'paid_in');
  if (coin.id === money.id) throw new Refusal('input_invalid', { field: 'paid_in' });
  const lotSize = amountOf(input.lot_number, coin, 'lot_number');
  const price = (field: 'lot_price' | 'min_number' | 'max_number' | 'cap_number'): Amount =>
    amountOf(input[field], money, field);
  const isCrowd = input.kind === 'crowd';
  if (isCrowd && input.target === undefined)
    throw new Refusal('field_missing', { field: 'target' });
  const target = isCrowd ? amountOf(input.target ?? '', money, 'target') : (0n as Amount);
  const { opens_ms: opensMs, closes_ms: closesMs, free_bps: freeBps } = input;
  const { cliff_ms: cliffMs = 0, instalments = 0, instalment_ms: instalmentMs = 0 } = input;
  const terms = pickSaleTerms({
    ...{ id, kind: input.kind, currency: coin.id, paidIn: money.id, lotSize },
    lotPrice: price('lot_price'),
    supply: (lotSize * BigInt(input.lots)) as Amount,
    target,
    ...{ min: price('min_number'), max: price('max_number'), cap: price('cap_number') },
    ...{ opensMs, closesMs, freeBps, cliffMs, instalments, instalmentMs },
    texts: UNWRITTEN,
  });
  if (terms === undefined || closesMs < opensMs + LEAST_OPEN_MS)
    throw new Refusal('input_invalid', { field: wrongField(input) });
  return terms;
}

/** The field that is most likely wrong, where amounts are right by themselves. */
function wrongField({ opens_ms: opens, closes_ms: closes, free_bps: free }: Announcement): string {
  if (closes < opens + LEAST_OPEN_MS) return 'closes_ms';
  return free > 10_000 ? 'free_bps' : 'cap_number';
}
