import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import {
  officeMarginExposure,
  officeMarginPositions,
  officeMarginTerms,
  officeMarginTermsSave,
} from '@meridian/contract/margin/office';
import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { MarketId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { MarginTerms } from '@meridian/core/margin/margin-commands';
import {
  boundsOf,
  LATER_TERM_NAMES,
  leavesTimeToFill,
  termOf,
  type LaterTerm,
} from '@meridian/core/margin/margin-commands-check';
import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import { formatPrice } from '@meridian/money/market-scale';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyCloses } from '../../gateway/tightens.ts';
import { textOf } from '../../texts.ts';
import type { LivePosition } from './live-position.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket } from '../market/play-money.ts';
import { accountsOf, customerIds } from '../account/customer-search.ts';
import { listShown } from '../account/customers-shown.ts';
import { amountOf, wholeWithin } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { pairOf, symbolOf } from '../market/translate.ts';
import type { MarginServices } from './routes.ts';
import { liquidationOf, ownRatioBps, profitOf } from './standing.ts';

/** Bounds of terms that the core takes. */
const MOST_LOTS = 2 ** 36;
const BPS = [0, 1_000] as const;
const LEVERAGE = [1, 1_000] as const;
const MOST_LEVERAGES = 20;
/** Fields of the call for the terms that older forms do not send. */
const LATER_FIELDS = {
  fillDelayMs: 'fill_delay_ms',
  fillTimeoutMs: 'fill_timeout_ms',
  slippageBps: 'slippage_bps',
  liquidationFeeBps: 'liquidation_fee_bps',
  houseMoveBps: 'house_move_bps',
  minSources: 'min_sources',
} as const satisfies Record<LaterTerm, keyof CallInput<typeof officeMarginTermsSave>>;

/**
 * Leveraged contracts as operators see them. They change the terms of positions that are opened
 * from then on; no call here touches an open position.
 */
export function registerMarginOfficeRoutes(gateway: CallRegistry, services: MarginServices): void {
  const { live } = services;
  const oneAtATime = inTurn();
  gateway.registerCall(officeMarginTerms, () =>
    [...live.markets(), ...live.playMarkets()].map((market) =>
      termsRow(live, market, live.margin.terms(market.id)),
    ),
  );
  gateway.registerCall(
    officeMarginTermsSave,
    (context) => oneAtATime(() => saveTerms(services, context)),
    onlyCloses('is_open'),
  );
  gateway.registerCall(officeMarginPositions, (context) => positionsPage(services, context));
  gateway.registerCall(officeMarginExposure, () => exposureOf(live));
}

async function saveTerms(
  { engine, live }: MarginServices,
  { input, audit, language }: CallContext<typeof officeMarginTermsSave>,
): Promise<string> {
  const market = live.market(input.id as MarketId);
  if (market === undefined) throw new Refusal('market_unknown', { field: 'id' });
  const before = live.margin.terms(market.id);
  const terms = termsOf(live, market, input, before);
  if (isPlayMarket(market.id) && terms.isOpen !== (before?.isOpen ?? false))
    throw new Refusal('contest_opens_market', { field: 'open' });
  const logged = {
    ...(before === undefined ? {} : { before: termsRow(live, market, before) }),
    after: termsRow(live, market, terms),
  };
  await submitAudited(
    engine,
    audit,
    {
      action: before === undefined ? 'margin.offer' : 'margin.change',
      subject: `market ${market.id}`,
      ...logged,
    },
    { kind: 'margin.terms', terms },
  );
  return textOf(language, 'answer.done');
}

function termsOf(
  live: LiveView,
  market: Market,
  input: CallInput<typeof officeMarginTermsSave>,
  before: MarginTerms | undefined,
): MarginTerms {
  const { base, quote } = pairOf(live, market);
  const maxLots = wholeWithin(input.max_lots, [1, MOST_LOTS], 'max_lots');
  return {
    market: market.id,
    leverages: leveragesOf(input.leverages),
    lotSize: amountOf(input.lot_size, base, 'lot_size'),
    minLots: wholeWithin(input.min_lots, [1, maxLots], 'min_lots'),
    maxLots,
    spreadBps: wholeWithin(input.spread_bps, BPS, 'spread_bps'),
    feeBps: wholeWithin(input.fee_bps, BPS, 'fee_bps'),
    overnightBps: wholeWithin(input.overnight_bps, BPS, 'overnight_bps'),
    maintenancePercent: wholeWithin(input.maintenance_percent, [1, 100], 'maintenance_percent'),
    exposureCap: amountOf(input.exposure_cap, quote, 'exposure_cap'),
    isOpen: input.open === '1',
    ...laterTerms(input, before),
  };
}

/** Terms that an older form does not send stay as they are. */
function laterTerms(
  input: CallInput<typeof officeMarginTermsSave>,
  before: MarginTerms | undefined,
): Pick<MarginTerms, LaterTerm> {
  const later: Partial<Record<LaterTerm, number>> = {};
  for (const name of LATER_TERM_NAMES) {
    const field = LATER_FIELDS[name];
    const sent = input[field];
    const value = sent === undefined ? before?.[name] : wholeWithin(sent, boundsOf(name), field);
    if (value !== undefined) later[name] = value;
  }
  if (!leavesTimeToFill(later))
    throw new Refusal('input_invalid', { field: LATER_FIELDS.fillTimeoutMs });
  return later;
}

/** Leverages in ascending order, however they were written; each once. */
function leveragesOf(text: string): number[] {
  const field = 'leverages';
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MOST_LEVERAGES || !parts.every((part) => /^[0-9]{1,4}$/.test(part)))
    throw new Refusal('input_invalid', { field });
  const leverages = parts
    .map((part) => wholeWithin(Number(part), LEVERAGE, field))
    .sort((a, b) => a - b);
  if (new Set(leverages).size < leverages.length) throw new Refusal('input_invalid', { field });
  return leverages;
}

function termsRow(
  live: LiveView,
  market: Market,
  terms: MarginTerms | undefined,
): CallOutput<typeof officeMarginTerms>[number] {
  const pair = pairOf(live, market);
  const { base, quote } = pair;
  return {
    id: market.id,
    symbol: symbolOf(pair),
    base_name: base.code,
    quote_name: quote.code,
    is_offered: terms !== undefined,
    leverages: [...(terms?.leverages ?? [])],
    lot_size: terms === undefined ? '' : formatDecimal(terms.lotSize, base.scale),
    min_lots: terms?.minLots ?? 0,
    max_lots: terms?.maxLots ?? 0,
    spread_bps: terms?.spreadBps ?? 0,
    fee_bps: terms?.feeBps ?? 0,
    overnight_bps: terms?.overnightBps ?? 0,
    maintenance_percent: terms?.maintenancePercent ?? 0,
    exposure_cap: terms === undefined ? '' : formatDecimal(terms.exposureCap, quote.scale),
    is_open: terms?.isOpen ?? false,
    fill_delay_ms: terms === undefined ? 0 : termOf(terms, 'fillDelayMs'),
    fill_timeout_ms: terms === undefined ? 0 : termOf(terms, 'fillTimeoutMs'),
    slippage_bps: terms === undefined ? 0 : termOf(terms, 'slippageBps'),
    liquidation_fee_bps: terms === undefined ? 0 : termOf(terms, 'liquidationFeeBps'),
    house_move_bps: terms === undefined ? 0 : termOf(terms, 'houseMoveBps'),
    min_sources: terms === undefined ? 0 : termOf(terms, 'minSources'),
  };
}

async function positionsPage(
  { live, queries }: MarginServices,
  { input, audit }: CallContext<typeof officeMarginPositions>,
): Promise<CallOutput<typeof officeMarginPositions>> {
  const { page = 1, q, market } = input;
  const users = q === undefined ? undefined : new Set<number>(await customerIds(queries, q));
  const isWanted = (position: LivePosition): boolean =>
    position.status === 'open' &&
    (market === undefined || position.market === market) &&
    users?.has(position.user) !== false;
  const found = [...live.margin.all()].filter(isWanted).sort((a, b) => b.id - a.id);
  const shown = found.slice((page - 1) * OFFICE_ROWS, page * OFFICE_ROWS);
  const rows = shown.map((position) => positionRow(live, position));
  await audit(
    listShown(
      'positions.list',
      input,
      rows.map(({ user }) => user),
    ),
  );
  const accounts = await accountsOf(
    queries,
    rows.map(({ user }) => user),
  );
  return {
    list: rows.map((row) => ({ ...row, account: accounts.get(row.user) ?? '' })),
    total: found.length,
    page,
  };
}

function positionRow(live: LiveView, position: LivePosition) {
  const pair = pairOf(live, listedMarket(live, position.market));
  const { base, quote, market, scale } = pair;
  const {
    id,
    user,
    side,
    leverage,
    lots,
    unit,
    entryTicks,
    takeProfitTicks,
    stopLossTicks,
    maintenancePercent,
  } = position;
  const standing = live.margin.standing(user, quote.id);
  const money = (units: bigint): string => formatDecimal(units, quote.scale);
  const price = (ticks: number): string => (ticks === 0 ? '' : formatPrice(ticks, scale));
  const coins = (unit * BigInt(lots) * 10n ** BigInt(base.scale)) / market.tickSize;
  return {
    id,
    user,
    market: market.id,
    symbol: symbolOf(pair),
    quote_name: quote.code,
    side,
    leverage,
    lots,
    number: formatDecimal(coins, base.scale),
    entry_price: price(entryTicks),
    mark_price: price(live.mark(market.id)),
    liquidation_price: price(liquidationOf(live, position, standing) ?? 0),
    take_profit_price: price(takeProfitTicks),
    stop_loss_price: price(stopLossTicks),
    value: money(valueOf(position)),
    margin: money(position.margin + position.added),
    fee: money(position.fee),
    overnight: money(position.overnight),
    profit: money(profitOf(live, position)),
    margin_ratio: formatFixed(
      position.isIsolated ? ownRatioBps(live, position) : (standing.ratioBps ?? 0n),
      2,
    ),
    maintenance_percent: maintenancePercent,
    opened_time: shanghaiTime(position.openedAtMs),
  };
}

/** As the core counts exposure: at entry. Quote units. */
function valueOf({ entryTicks, lots, unit }: LivePosition): bigint {
  return BigInt(entryTicks) * BigInt(lots) * unit;
}

interface Sums {
  readonly value: Record<LivePosition['side'], bigint>;
  positions: number;
  profits: bigint;
}

function exposureOf(live: LiveView): CallOutput<typeof officeMarginExposure> {
  const sums = new Map<MarketId, Sums>();
  for (const position of live.margin.all()) {
    if (position.status !== 'open') continue;
    const of = sums.get(position.market) ?? {
      value: { long: 0n, short: 0n },
      positions: 0,
      profits: 0n,
    };
    sums.set(position.market, of);
    of.value[position.side] += valueOf(position);
    of.positions++;
    of.profits += profitOf(live, position);
  }
  const owed = new Map<Currency, bigint>();
  const markets = live.margin.allTerms().map(({ market: id, exposureCap, isOpen }) => {
    const pair = pairOf(live, listedMarket(live, id));
    const { value, positions, profits } = sums.get(id) ?? {
      value: { long: 0n, short: 0n },
      positions: 0,
      profits: 0n,
    };
    owed.set(pair.quote, (owed.get(pair.quote) ?? 0n) + profits);
    const text = (units: bigint): string => formatDecimal(units, pair.quote.scale);
    return {
      market: id,
      symbol: symbolOf(pair),
      quote_name: pair.quote.code,
      long: text(value.long),
      short: text(value.short),
      cap: text(exposureCap),
      positions,
      profits: text(profits),
      is_open: isOpen,
    };
  });
  return {
    markets,
    accounts: [...owed].flatMap(([currency, profits]) => payers(live, currency, profits)),
  };
}

/**
 * The house pays profits and takes losses, and owes profits that it could not pay. Losses beyond a
 * customer's money come from the insurance first.
 */
function payers(
  live: LiveView,
  { id, code, scale }: Currency,
  profits: bigint,
): CallOutput<typeof officeMarginExposure>['accounts'] {
  const text = (units: bigint): string => formatDecimal(units, scale);
  return [
    {
      owner: 'house',
      wallet: 'margin',
      currency_name: code,
      available: text(live.balance(SYSTEM.house, 'margin', id).available),
      owed: text((profits > 0n ? profits : 0n) + live.margin.owed(id)),
    },
    {
      owner: 'insurance',
      wallet: 'spot',
      currency_name: code,
      available: text(live.balance(SYSTEM.insurance, 'spot', id).available),
      owed: '0',
    },
  ];
}

function listedMarket(live: LiveView, id: MarketId): Market {
  const market = live.market(id);
  if (market === undefined) throw new Error(`contracts are in market ${id}, which is not listed`);
  return market;
}
