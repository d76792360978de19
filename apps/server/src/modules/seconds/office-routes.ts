import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import {
  officeInsuranceOffers,
  officeInsuranceOfferSave,
  officeSecondsExposure,
  officeSecondsTerms,
  officeSecondsTermsSave,
  officeSecondsTickets,
  officeWinRates,
} from '@meridian/contract/seconds/office';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { CurrencyId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { minSourcesOf, openDelayOf } from '@meridian/core/seconds/seconds-commands-check';
import type {
  Direction,
  Duration,
  InsuranceOffer,
  SecondsTerms,
} from '@meridian/core/seconds/seconds-commands';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice } from '@meridian/money/market-scale';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyCloses } from '../../gateway/tightens.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket } from '../market/play-money.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { accountsOf, customerIds } from '../account/customer-search.ts';
import { listShown } from '../account/customers-shown.ts';
import { amountOf, listedCurrency, wholeWithin } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { pairOfMarket, symbolOf } from '../market/translate.ts';
import { monitorRow } from './monitor.ts';
import { everybodysTickets, winRates, type TicketRow } from './queries.ts';
import type { SecondsServices } from './routes.ts';
import { currencyOf } from './translate.ts';

/** Bounds that the core takes. */
const MOST_CHOICES = 12;
const SECONDS = [1, 86_400] as const;
const PAYOUT_BPS = [1, 100_000] as const;
const FEE_BPS = [0, 1_000] as const;
const OPEN_DELAY_MS = [0, 10_000] as const;
const MIN_SOURCES = [1, 100] as const;
const SHARE_BPS = [1, 10_000] as const;
const DAYS = [1, 90] as const;
const MOST_OFFERS = 1_023;
const FULL_BPS = 10_000n;
const CLAIMS_A_DAY = 2n;
/** How far back the monitor shows win rates, and how many rows of them. */
const MONITORED_MS = 48 * 3_600_000;
const MONITORED_ROWS = 500;

/**
 * Seconds contracts as operators see them. They change the terms of tickets that are opened from
 * then on; nothing here knows the number of a ticket.
 */
export function registerSecondsOfficeRoutes(
  gateway: CallRegistry,
  services: SecondsServices,
): void {
  const { live } = services;
  const gate = new ProjectionGate(services.queries);
  const oneAtATime = inTurn();
  gateway.registerCall(officeSecondsTerms, () =>
    live.seconds.allTerms().map((terms) => termsRow(live, terms)),
  );
  gateway.registerCall(
    officeSecondsTermsSave,
    (context) => oneAtATime(() => saveTerms(services, context)),
    onlyCloses('is_open'),
  );
  gateway.registerCall(officeSecondsTickets, async (context) => {
    await gate.reached(live.seq);
    return ticketsPage(services, context);
  });
  gateway.registerCall(officeSecondsExposure, () => exposureOf(live));
  gateway.registerCall(officeWinRates, async () => {
    await gate.reached(live.seq);
    const rows = await winRates(services.queries, {
      sinceMs: services.now() - MONITORED_MS,
      limit: MONITORED_ROWS,
    });
    return rows.map((row) => monitorRow(live, row));
  });
  gateway.registerCall(officeInsuranceOffers, () =>
    live.seconds.offers().map((offer) => offerRow(live, offer)),
  );
  gateway.registerCall(
    officeInsuranceOfferSave,
    (context) => oneAtATime(() => saveOffer(services, context)),
    onlyCloses('is_open'),
  );
}

async function saveTerms(
  { engine, live }: SecondsServices,
  { input, audit, language }: CallContext<typeof officeSecondsTermsSave>,
): Promise<string> {
  const market = live.market(input.market);
  if (market === undefined || isPlayMarket(market.id))
    throw new Refusal('market_unknown', { field: 'market' });
  const currency = listedCurrency(live, input.currency);
  const before = live.seconds
    .allTerms()
    .find((each) => each.market === market.id && each.currency === currency.id);
  const terms: SecondsTerms = {
    market: market.id,
    currency: currency.id,
    feeBps: wholeWithin(input.fee_bps, FEE_BPS, 'fee_bps'),
    amounts: choicesOf(input.amounts ?? '', 'amounts').map((text) =>
      amountOf(text, currency, 'amounts'),
    ),
    durations: durationsOf(input, currency),
    exposureCap: amountOf(input.exposure_cap, currency, 'exposure_cap'),
    isOpen: input.open === '1',
    ...laterTerms(input, before),
  };
  const logged = {
    ...(before === undefined ? {} : { before: termsRow(live, before) }),
    after: termsRow(live, terms),
  };
  await submitAudited(
    engine,
    audit,
    {
      action: before === undefined ? 'seconds.offer' : 'seconds.change',
      subject: `market ${market.id}, currency ${currency.id}`,
      ...logged,
    },
    { kind: 'seconds.terms', terms },
  );
  return textOf(language, 'answer.done');
}

/** Terms that an older form does not send stay as they are. */
function laterTerms(
  { open_delay_ms, min_sources }: CallInput<typeof officeSecondsTermsSave>,
  before: SecondsTerms | undefined,
): Pick<SecondsTerms, 'openDelayMs' | 'minSources'> {
  const openDelayMs =
    open_delay_ms === undefined
      ? before?.openDelayMs
      : wholeWithin(open_delay_ms, OPEN_DELAY_MS, 'open_delay_ms');
  const minSources =
    min_sources === undefined
      ? before?.minSources
      : wholeWithin(min_sources, MIN_SOURCES, 'min_sources');
  return {
    ...(openDelayMs === undefined ? {} : { openDelayMs }),
    ...(minSources === undefined ? {} : { minSources }),
  };
}

/** Durations in ascending order, however they were written; no two alike. */
function durationsOf(
  input: CallInput<typeof officeSecondsTermsSave>,
  currency: Currency,
): Duration[] {
  const field = 'durations';
  const durations = choicesOf(input.durations, field).map((text): Duration => {
    const [seconds = '', payout = '', least = '', most = '', ...rest] = text.split(':');
    if (rest.length > 0 || !/^[0-9]{1,6}$/.test(seconds) || !/^[0-9]{1,6}$/.test(payout))
      throw new Refusal('input_invalid', { field });
    const [minStake, maxStake] = [
      amountOf(least, currency, field),
      amountOf(most, currency, field),
    ];
    if (maxStake < minStake) throw new Refusal('input_invalid', { field });
    return {
      seconds: wholeWithin(Number(seconds), SECONDS, field),
      payoutBps: wholeWithin(Number(payout), PAYOUT_BPS, field),
      minStake,
      maxStake,
    };
  });
  if (
    durations.length === 0 ||
    new Set(durations.map(({ seconds }) => seconds)).size < durations.length
  )
    throw new Refusal('input_invalid', { field });
  return durations.sort((a, b) => a.seconds - b.seconds);
}

function choicesOf(text: string, field: string): string[] {
  const parts = text === '' ? [] : text.split(',').map((part) => part.trim());
  if (parts.length > MOST_CHOICES) throw new Refusal('input_invalid', { field });
  return parts;
}

function termsRow(
  live: LiveView,
  terms: SecondsTerms,
): CallOutput<typeof officeSecondsTerms>[number] {
  const { market, currency, feeBps, amounts, durations, exposureCap, isOpen } = terms;
  const { code, scale } = currencyOf(live, currency);
  const text = (units: bigint): string => formatDecimal(units, scale);
  return {
    market,
    symbol: symbolOf(pairOfMarket(live, market)),
    currency,
    currency_name: code,
    fee_bps: feeBps,
    amounts: amounts.map(text),
    durations: durations.map(({ seconds, payoutBps, minStake, maxStake }) => ({
      seconds,
      payout_bps: payoutBps,
      min_stake: text(minStake),
      max_stake: text(maxStake),
    })),
    exposure_cap: text(exposureCap),
    open_delay_ms: openDelayOf(terms),
    min_sources: minSourcesOf(terms),
    is_open: isOpen,
    is_marked: live.market(market)?.hasSeconds === true,
  };
}

async function saveOffer(
  { engine, live }: SecondsServices,
  { input, audit }: CallContext<typeof officeInsuranceOfferSave>,
): Promise<{ id: number }> {
  const offers = live.seconds.offers();
  const before = input.id === undefined ? undefined : offers.find(({ id }) => id === input.id);
  if (input.id !== undefined && before === undefined)
    throw new Refusal('insurance_not_found', { field: 'id' });
  const id = before?.id ?? Math.max(0, ...offers.map((each) => each.id)) + 1;
  if (id > MOST_OFFERS) throw new Refusal('number_range', { field: 'id' });
  const currency = listedCurrency(live, input.currency);
  const [minInsured, maxInsured] = [
    amountOf(input.min_insured, currency, 'min_insured'),
    amountOf(input.max_insured, currency, 'max_insured'),
  ];
  if (maxInsured < minInsured) throw new Refusal('input_invalid', { field: 'max_insured' });
  const offer: InsuranceOffer = {
    id,
    currency: currency.id,
    premiumBps: wholeWithin(input.premium_bps, SHARE_BPS, 'premium_bps'),
    coverBps: wholeWithin(input.cover_bps, SHARE_BPS, 'cover_bps'),
    minInsured,
    maxInsured,
    days: wholeWithin(input.days, DAYS, 'days'),
    isOpen: input.open === '1',
  };
  const logged = {
    ...(before === undefined ? {} : { before: offerRow(live, before) }),
    after: offerRow(live, offer),
  };
  await submitAudited(
    engine,
    audit,
    {
      action: before === undefined ? 'insurance.offer' : 'insurance.change',
      subject: `insurance ${id}`,
      ...logged,
    },
    { kind: 'seconds.listInsurance', offer },
  );
  return { id };
}

function offerRow(
  live: LiveView,
  { id, currency, premiumBps, coverBps, minInsured, maxInsured, days, isOpen }: InsuranceOffer,
): CallOutput<typeof officeInsuranceOffers>[number] {
  const { code, scale } = currencyOf(live, currency);
  return {
    id,
    currency,
    currency_name: code,
    premium_bps: premiumBps,
    cover_bps: coverBps,
    min_insured: formatDecimal(minInsured, scale),
    max_insured: formatDecimal(maxInsured, scale),
    days,
    is_open: isOpen,
  };
}

async function ticketsPage(
  { live, queries }: SecondsServices,
  { input, audit }: CallContext<typeof officeSecondsTickets>,
): Promise<CallOutput<typeof officeSecondsTickets>> {
  const { page = 1, q, market, status } = input;
  const users = q === undefined ? undefined : await customerIds(queries, q);
  const { rows, total } = await everybodysTickets(queries, { page, users, market, status });
  await audit(
    listShown(
      'tickets.list',
      input,
      rows.map(({ user }) => user),
    ),
  );
  const accounts = await accountsOf(
    queries,
    rows.map(({ user }) => user),
  );
  return {
    list: rows.map((row) => ({ ...ticketRow(live, row), account: accounts.get(row.user) ?? '' })),
    total,
    page,
  };
}

function ticketRow(live: LiveView, row: TicketRow) {
  const pair = pairOfMarket(live, row.market);
  const { code, scale } = currencyOf(live, row.currency);
  // The table learns of the open price when the ticket is closed.
  const running = row.result === undefined ? live.seconds.ticket(row.id) : undefined;
  const [openTick, openTicks] =
    running === undefined ? [row.openTick, row.openTicks] : [running.openTick, running.openTicks];
  const price = (tick: number, ticks: number): string =>
    tick === 0 ? '' : formatPrice(ticks, pair.scale);
  return {
    id: row.id,
    user: row.user,
    symbol: symbolOf(pair),
    currency_name: code,
    direction: row.direction,
    seconds: row.seconds,
    stake: formatDecimal(row.stake, scale),
    payout_bps: row.payoutBps,
    fee: formatDecimal(row.fee, scale),
    result: row.result ?? ('running' as const),
    profit: row.result === undefined ? '' : formatDecimal(row.profit - row.fee, scale),
    open_tick: openTick,
    open_price: price(openTick, openTicks),
    settle_tick: row.settleTick,
    settle_price: price(row.settleTick, row.settleTicks),
    opened_time: shanghaiTime(row.openedMs),
    due_time: shanghaiTime(row.dueMs),
    closed_time: row.closedMs === 0 ? '' : shanghaiTime(row.closedMs),
  };
}

interface Sums {
  readonly wins: Record<Direction, bigint>;
  tickets: number;
}

function exposureOf(live: LiveView): CallOutput<typeof officeSecondsExposure> {
  const sums = new Map<string, Sums>();
  const owed = new Map<CurrencyId, bigint>(
    live.seconds.allTerms().map(({ currency }) => [currency, 0n]),
  );
  for (const { market, currency, direction, profit } of live.seconds.allTickets()) {
    const key = `${market} ${currency}`;
    const of = sums.get(key) ?? { wins: { up: 0n, down: 0n }, tickets: 0 };
    sums.set(key, of);
    of.wins[direction] += profit;
    of.tickets++;
    owed.set(currency, (owed.get(currency) ?? 0n) + profit);
  }
  const markets = live.seconds.allTerms().map(({ market, currency, exposureCap, isOpen }) => {
    const { code, scale } = currencyOf(live, currency);
    const text = (units: bigint): string => formatDecimal(units, scale);
    const { wins, tickets } = sums.get(`${market} ${currency}`) ?? {
      wins: { up: 0n, down: 0n },
      tickets: 0,
    };
    return {
      market,
      symbol: symbolOf(pairOfMarket(live, market)),
      currency_name: code,
      up: text(wins.up),
      down: text(wins.down),
      total: text(wins.up + wins.down),
      cap: text(exposureCap),
      tickets,
      is_open: isOpen,
    };
  });
  const reserved = new Map<CurrencyId, bigint>();
  for (const { currency, insured, coverBps } of live.seconds.allPolicies()) {
    reserved.set(
      currency,
      (reserved.get(currency) ?? 0n) + CLAIMS_A_DAY * ((insured * BigInt(coverBps)) / FULL_BPS),
    );
  }
  return {
    markets,
    accounts: [...owed].flatMap(([currency, wins]) =>
      payers(live, currency, { wins, claims: reserved.get(currency) ?? 0n }),
    ),
  };
}

/**
 * The accounts that pay, with the most that open tickets could win and policies could claim in a
 * day.
 */
function payers(
  live: LiveView,
  id: CurrencyId,
  { wins, claims }: { wins: bigint; claims: bigint },
): CallOutput<typeof officeSecondsExposure>['accounts'] {
  const { code, scale } = listedCurrency(live, id);
  const text = (units: bigint): string => formatDecimal(units, scale);
  return [
    {
      owner: 'house',
      wallet: 'seconds',
      currency_name: code,
      available: text(live.balance(SYSTEM.house, 'seconds', id).available),
      owed: text(wins),
    },
    {
      owner: 'insurance',
      wallet: 'seconds',
      currency_name: code,
      available: text(live.balance(SYSTEM.insurance, 'seconds', id).available),
      owed: text(claims),
    },
  ];
}
