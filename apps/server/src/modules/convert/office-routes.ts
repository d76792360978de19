import { CONVERT_BOUNDS } from '@meridian/contract/convert/bounds';
import type { CallOutput } from '@meridian/contract/schema/call';
import {
  officeConversions,
  officeConvertDesk,
  officeConvertFund,
  officeConvertHedges,
  officeConvertQuotes,
  officeConvertTerms,
  officeConvertTermsSave,
} from '@meridian/contract/convert/office';
import type { ConvertTerms } from '@meridian/core/convert/convert-commands';
import type { CurrencyId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyCloses } from '../../gateway/tightens.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { accountsOf, customerIds } from '../account/customer-search.ts';
import { customersShown, listShown } from '../account/customers-shown.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency, wholeWithin } from '../market/currency-of-call.ts';
import { fundAccount } from '../market/fund-account.ts';
import { isPlayMarket } from '../market/play-money.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { pairOfMarket, symbolOf } from '../market/translate.ts';
import { everybodysConversions, fundedSums, hedges, type HedgeRow } from './queries.ts';
import type { ConvertServices } from './routes.ts';
import { conversionRow, currencyOf, textOfAmount } from './translate.ts';

/**
 * Conversions as operators see them. The operators' changes apply to later conversions only: no
 * call here takes the number of a quote or a plan.
 */
export function registerConvertOfficeRoutes(
  gateway: CallRegistry,
  services: ConvertServices,
): void {
  const { live, queries } = services;
  const gate = new ProjectionGate(queries);
  const oneAtATime = inTurn();
  gateway.registerCall(officeConvertTerms, () =>
    live.convert.allTerms().map((terms) => termsRow(live, terms)),
  );
  gateway.registerCall(
    officeConvertTermsSave,
    (context) => oneAtATime(() => saveTerms(services, context)),
    onlyCloses('is_open'),
  );
  gateway.registerCall(officeConvertDesk, async () => {
    await gate.reached(live.seq);
    return deskRows(live, await fundedSums(queries));
  });
  gateway.registerCall(officeConvertFund, (context) => fund(services, context));
  gateway.registerCall(officeConvertQuotes, (context) => openQuotes(services, context));
  gateway.registerCall(officeConversions, async (context) => {
    await gate.reached(live.seq);
    return conversionsPage(services, context);
  });
  gateway.registerCall(officeConvertHedges, async ({ input: { page = 1 } }) => {
    await gate.reached(live.seq);
    const { rows, total } = await hedges(queries, page);
    return { list: rows.map((row) => hedgeRow(live, row)), total, page };
  });
}

async function saveTerms(
  { engine, live }: ConvertServices,
  { input, audit, language }: CallContext<typeof officeConvertTermsSave>,
): Promise<string> {
  const currency = listedCurrency(live, input.currency);
  const isHub = input.market === 0;
  if (!isHub && (live.market(input.market) === undefined || isPlayMarket(input.market)))
    throw new Refusal('market_unknown', { field: 'market' });
  const hub = live.convert.hub();
  const hubCurrency = isHub ? currency : hub && currencyOf(live, hub.currency);
  if (hubCurrency === undefined) throw new Refusal('convert_hub_fixed', { field: 'market' });
  const marginBps = wholeWithin(
    input.margin_bps,
    isHub ? [0, 0] : CONVERT_BOUNDS.marginBps,
    'margin_bps',
  );
  const most = isHub ? 0 : CONVERT_BOUNDS.capBps[1];
  const [min, max] = [amountOf(input.min, currency, 'min'), amountOf(input.max, currency, 'max')];
  if (max < min) throw new Refusal('input_invalid', { field: 'max' });
  const terms: ConvertTerms = {
    currency: currency.id,
    market: input.market,
    marginBps,
    capBps: wholeWithin(input.cap_bps, [marginBps, most], 'cap_bps'),
    min,
    max,
    step: amountOf(input.step, currency, 'step'),
    hourLimit: amountFromZero(input.hour_limit, currency.scale, 'hour_limit'),
    dust: amountFromZero(input.dust, hubCurrency.scale, 'dust'),
    isOpen: input.open === '1',
  };
  const before = live.convert.termsOf(currency.id);
  await submitAudited(
    engine,
    audit,
    {
      action: before === undefined ? 'convert.offer' : 'convert.change',
      subject: `currency ${currency.id}`,
      ...(before === undefined ? {} : { before: termsRow(live, before) }),
      after: termsRow(live, terms),
    },
    { kind: 'convert.terms', terms },
  );
  return textOf(language, 'answer.done');
}

/** An amount that may be zero. */
function amountFromZero(text: string, scale: number, field: string): Amount {
  const parsed = parseDecimal(text, scale);
  if (!parsed.ok || parsed.units < 0n) throw new Refusal('number_syntax', { field });
  return parsed.units as Amount;
}

function termsRow(
  live: LiveView,
  terms: ConvertTerms,
): CallOutput<typeof officeConvertTerms>[number] {
  const { currency, market, marginBps, capBps, min, max, step, hourLimit, dust, isOpen } = terms;
  const { code, scale } = currencyOf(live, currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  const hub = live.convert.hub()?.currency ?? currency;
  return {
    currency,
    currency_name: code,
    market,
    symbol: market === 0 ? '' : symbolOf(pairOfMarket(live, market)),
    margin_bps: marginBps,
    cap_bps: capBps,
    min: text(min),
    max: text(max),
    step: text(step),
    hour_limit: text(hourLimit),
    dust: textOfAmount(live, hub, dust),
    is_open: isOpen,
  };
}

function deskRows(
  live: LiveView,
  funded: ReadonlyMap<CurrencyId, bigint>,
): CallOutput<typeof officeConvertDesk> {
  const listed = live.convert.allTerms().map(({ currency }) => currency);
  const kept = live.balances(SYSTEM.convertDesk).map(({ currency }) => currency);
  return [...new Set([...listed, ...kept])].map((id) => {
    const text = (units: bigint): string => textOfAmount(live, id, units);
    const { available, held } = live.balance(SYSTEM.convertDesk, 'spot', id);
    const put = funded.get(id) ?? 0n;
    const terms = live.convert.termsOf(id);
    return {
      currency: id,
      currency_name: currencyOf(live, id).code,
      available: text(available),
      promised: text(held),
      funded: text(put),
      difference: text(available + held - put),
      given: text(live.convert.givenIn(id, live.timeMs)),
      hour_limit: terms === undefined ? '' : text(terms.hourLimit),
      house: text(live.balance(SYSTEM.house, 'spot', id).available),
    };
  });
}

async function fund(
  services: ConvertServices,
  context: CallContext<typeof officeConvertFund>,
): Promise<string> {
  await fundAccount(services, context, { kind: 'convert.fund', into: 'to_desk' });
  return textOf(context.language, 'answer.done');
}

async function openQuotes(
  { live, queries }: ConvertServices,
  { audit }: CallContext<typeof officeConvertQuotes>,
): Promise<CallOutput<typeof officeConvertQuotes>> {
  const quotes = live.convert.quotes();
  const users = quotes.map(({ user }) => user);
  if (users.length > 0) await audit(customersShown('convert_quotes.list', users));
  const accounts = await accountsOf(queries, users);
  return quotes.map(({ id, user, from, to, paid, received, spreadBps, madeMs, expiresMs }) => ({
    id,
    user,
    account: accounts.get(user) ?? '',
    from_name: currencyOf(live, from).code,
    to_name: currencyOf(live, to).code,
    from_number: textOfAmount(live, from, paid),
    to_number: textOfAmount(live, to, received),
    spread_bps: spreadBps,
    made_time: shanghaiTime(madeMs),
    expires_ms: expiresMs,
  }));
}

async function conversionsPage(
  { live, queries }: ConvertServices,
  { input, audit }: CallContext<typeof officeConversions>,
): Promise<CallOutput<typeof officeConversions>> {
  const { page = 1, q } = input;
  const wanted = q === undefined ? undefined : await customerIds(queries, q);
  const { rows, total } = await everybodysConversions(queries, { page, users: wanted });
  const users = rows.map(({ user }) => user);
  await audit(listShown('conversions.list', input, users));
  const accounts = await accountsOf(queries, users);
  return {
    list: rows.map((row) => ({
      id: row.id,
      user: row.user,
      account: accounts.get(row.user) ?? '',
      ...conversionRow(live, row),
    })),
    total,
    page,
  };
}

function hedgeRow(
  live: LiveView,
  { trade, order, market, side, priceTicks, lots, notional, fee, timeMs }: HedgeRow,
): CallOutput<typeof officeConvertHedges>['list'][number] {
  const pair = pairOfMarket(live, market);
  const received = side === 'buy' ? pair.base : pair.quote;
  return {
    id: trade,
    order,
    symbol: symbolOf(pair),
    side,
    price: formatPrice(priceTicks, pair.scale),
    quantity: formatQuantity(lots, pair.scale),
    worth: formatDecimal(notional, pair.quote.scale),
    fee: formatDecimal(fee, received.scale),
    time: shanghaiTime(timeMs),
  };
}
