import {
  MOST_RESTRICTED_HOURS,
  officeP2pAdRemove,
  officeP2pAds,
  officeP2pDeals,
  officeP2pMerchant,
  officeP2pRestrict,
  officeP2pState,
  officeP2pTerms,
  officeP2pTermsSave,
  officeP2pTraders,
} from '@meridian/contract/p2p/office';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import type { UserId } from '@meridian/core/ids';
import type { P2pTerms } from '@meridian/core/p2p/p2p-commands';
import type { TraderRecord } from '@meridian/core/p2p/p2p-events';
import type { Amount } from '@meridian/money/amount';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyCloses } from '../../gateway/tightens.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { accountsOf, customerIds } from '../account/customer-search.ts';
import { listShown } from '../account/customers-shown.ts';
import { requireOther } from '../account/own-account.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency, wholeWithin } from '../market/currency-of-call.ts';
import { startingCurrency } from '../market/starting-catalog.ts';
import type { P2pServices } from './ground.ts';
import { everybodysDeals, openReportsOf } from './office-queries.ts';
import { adRow, dealRow, stateOf, termsRow, traderRow, unitsFrom } from './office-translate.ts';
import { textsById } from './queries.ts';

const HOUR_MS = 3_600_000;
const BAND_BPS = [0, 10_000] as const;
const USDT = startingCurrency('USDT');

/**
 * The marketplace as operators see it. They change terms, take ads away and keep people out; the
 * coins of a deal are moved by its two sides and by rulings on appeals alone.
 */
export function registerP2pOffice(gateway: CallRegistry, services: P2pServices): void {
  const { live } = services;
  const gate = new ProjectionGate(services.queries);
  const oneAtATime = inTurn();
  gateway.registerCall(officeP2pTerms, () => live.p2p.terms().map((each) => termsRow(live, each)));
  gateway.registerCall(
    officeP2pTermsSave,
    (context) => oneAtATime(() => saveTerms(services, context)),
    onlyCloses('is_open'),
  );
  gateway.registerCall(officeP2pAds, (context) => adsPage(services, context));
  gateway.registerCall(officeP2pAdRemove, (context) => removeAd(services, context));
  gateway.registerCall(officeP2pDeals, async (context) => {
    await gate.reached(live.seq);
    return dealsPage(services, context);
  });
  gateway.registerCall(officeP2pTraders, (context) => tradersPage(services, context));
  gateway.registerCall(
    officeP2pRestrict,
    (context) => restrict(services, context),
    ({ input: { user, hours } }) => {
      const until = live.p2p.trader(user)?.restrictedUntilMs ?? 0;
      return hours > 0 && live.timeMs + hours * HOUR_MS >= until;
    },
  );
  gateway.registerCall(
    officeP2pMerchant,
    (context) => nameMerchant(services, context),
    ({ input }) => input.merchant === '0',
  );
  gateway.registerCall(officeP2pState, () => stateOf(live));
}

async function saveTerms(
  { engine, live }: P2pServices,
  { input, audit, language }: CallContext<typeof officeP2pTermsSave>,
): Promise<string> {
  const terms = termsOf(live, input);
  const before = live.p2p.termsOf(terms.currency);
  await submitAudited(
    engine,
    audit,
    {
      action: before === undefined ? 'p2p.offer' : 'p2p.change',
      subject: `currency ${terms.currency}`,
      ...(before === undefined ? {} : { before: termsRow(live, before) }),
      after: termsRow(live, terms),
    },
    { kind: 'p2p.terms', terms },
  );
  return textOf(language, 'answer.done');
}

/** Fiat is quoted in USDT; another coin's price goes through its market with USDT. */
function termsOf(live: LiveView, input: CallInput<typeof officeP2pTermsSave>): P2pTerms {
  const currency = listedCurrency(live, input.currency);
  const market = currency.id === USDT ? 0 : live.marketByPair(currency.id, USDT)?.id;
  if (market === undefined) throw new Refusal('market_unknown', { field: 'currency' });
  const [minFiat, maxFiat] = [
    unitsFrom(input.min_money, [1n, 'min_money']),
    unitsFrom(input.max_money, [1n, 'max_money']),
  ];
  if (minFiat > maxFiat) throw new Refusal('number_range', { field: 'min_money' });
  return {
    currency: currency.id,
    market,
    minFiat,
    maxFiat,
    bandBps: wholeWithin(input.band_bps, BAND_BPS, 'band_bps'),
    twoOperatorsFrom: unitsFrom(input.two_operators_from, [0n, 'two_operators_from']),
    merchantBond: isZero(input.merchant_bond)
      ? (0n as Amount)
      : amountOf(input.merchant_bond, currency, 'merchant_bond'),
    isOpen: input.open === '1',
  };
}

function isZero(text: string): boolean {
  return /^0+(?:\.0+)?$/.test(text);
}

async function adsPage(
  { live, queries }: P2pServices,
  { input, audit }: CallContext<typeof officeP2pAds>,
): Promise<CallOutput<typeof officeP2pAds>> {
  const { page = 1, q, currency } = input;
  const users = q === undefined ? undefined : new Set<number>(await customerIds(queries, q));
  const found = [...live.p2p.ads()]
    .filter((ad) => (currency ?? ad.currency) === ad.currency && users?.has(ad.user) !== false)
    .sort((a, b) => b.id - a.id);
  const shown = found.slice((page - 1) * OFFICE_ROWS, page * OFFICE_ROWS);
  const owners = shown.map(({ user }) => user);
  await audit(listShown('p2p_ads.list', { page, q, currency }, owners));
  const [accounts, texts] = await Promise.all([
    accountsOf(queries, owners),
    textsById(
      queries,
      shown.map(({ terms }) => terms.texts),
    ),
  ]);
  const list = shown.map((ad) => ({
    ...adRow(live, ad),
    account: accounts.get(ad.user) ?? '',
    remark: texts.get(ad.terms.texts)?.remark ?? '',
    auto_reply: texts.get(ad.terms.texts)?.autoReply ?? '',
  }));
  return { list, total: found.length, page };
}

async function removeAd(
  { engine, live }: P2pServices,
  { input: { id, reason }, audit, operator, language }: CallContext<typeof officeP2pAdRemove>,
): Promise<string> {
  const ad = live.p2p.ad(id);
  if (ad === undefined) throw new Refusal('ad_not_found', { field: 'id' });
  await submitAudited(
    engine,
    audit,
    { action: 'p2p.ad_remove', subject: `ad ${id}`, after: { user: ad.user, reason } },
    { kind: 'p2p.removeAd', ad: id, operator: operator.operator },
  );
  return textOf(language, 'answer.done');
}

async function dealsPage(
  { live, queries }: P2pServices,
  { input, audit }: CallContext<typeof officeP2pDeals>,
): Promise<CallOutput<typeof officeP2pDeals>> {
  const { page = 1, q, status } = input;
  const users = q === undefined ? undefined : await customerIds(queries, q);
  const { rows, total } = await everybodysDeals(queries, {
    page,
    users,
    queue: status,
    nowMs: live.timeMs,
  });
  const sides = rows.flatMap(({ buyer, seller }) => [buyer, seller]);
  await audit(listShown('p2p_deals.list', { page, q, status }, sides));
  const accounts = await accountsOf(queries, sides);
  const list = rows.map((row) => ({
    ...dealRow(live, row),
    buyer_account: accounts.get(row.buyer) ?? '',
    seller_account: accounts.get(row.seller) ?? '',
  }));
  return { list, total, page };
}

async function tradersPage(
  { live, queries }: P2pServices,
  { input, audit }: CallContext<typeof officeP2pTraders>,
): Promise<CallOutput<typeof officeP2pTraders>> {
  const { page = 1, q, kind } = input;
  const users = q === undefined ? undefined : new Set<number>(await customerIds(queries, q));
  const isWanted = ({ user }: TraderRecord): boolean => users?.has(user) !== false;
  const found = [...live.p2p.traders()]
    .filter((record) => isWanted(record) && isOfKind(live, record, kind))
    .sort((a, b) => b.user - a.user);
  const shown = found.slice((page - 1) * OFFICE_ROWS, page * OFFICE_ROWS);
  const ids = shown.map(({ user }) => user);
  await audit(listShown('p2p_traders.list', { page, q, kind }, ids));
  const [accounts, reports] = await Promise.all([
    accountsOf(queries, ids),
    openReportsOf(queries, ids),
  ]);
  const list = shown.map((record) => ({
    ...traderRow(live, record),
    account: accounts.get(record.user) ?? '',
    open_reports: reports.get(record.user) ?? 0,
  }));
  return { list, total: found.length, page };
}

function isOfKind(
  live: LiveView,
  record: TraderRecord,
  kind: CallInput<typeof officeP2pTraders>['kind'],
): boolean {
  switch (kind) {
    case undefined:
      return true;
    case 'bonded':
      return !record.isMerchant && isBonded(live, record);
    case 'merchants':
      return record.isMerchant;
    case 'restricted':
      return record.restrictedUntilMs > live.timeMs;
  }
}

async function restrict(
  services: P2pServices,
  { input, audit, operator, language }: CallContext<typeof officeP2pRestrict>,
): Promise<string> {
  const { engine, live } = services;
  const hours = wholeWithin(input.hours, [0, MOST_RESTRICTED_HOURS], 'hours');
  const { user } = input;
  await requireCustomer(services, operator.operator, user);
  const before = live.p2p.trader(user)?.restrictedUntilMs ?? 0;
  await submitAudited(
    engine,
    audit,
    {
      action: hours > 0 ? 'p2p.restrict' : 'p2p.unrestrict',
      subject: `user ${user}`,
      before: before > live.timeMs ? { restricted_until_ms: before } : {},
      after: { restricted_hours: hours, reason: input.reason },
    },
    {
      kind: 'p2p.restrict',
      trader: user,
      untilMs: hours === 0 ? 0 : live.timeMs + hours * HOUR_MS,
      operator: operator.operator,
    },
  );
  return textOf(language, 'answer.done');
}

async function nameMerchant(
  services: P2pServices,
  { input, audit, operator, language }: CallContext<typeof officeP2pMerchant>,
): Promise<string> {
  const { engine, live } = services;
  const { user, reason } = input;
  await requireCustomer(services, operator.operator, user);
  const isMerchant = input.merchant === '1';
  const record = live.p2p.trader(user);
  // The core would refuse it, but only once a second operator has agreed.
  if (isMerchant && !isBonded(live, record)) throw new Refusal('bond_missing');
  await submitAudited(
    engine,
    audit,
    {
      action: isMerchant ? 'p2p.merchant_name' : 'p2p.merchant_end',
      subject: `user ${user}`,
      before: { is_merchant: record?.isMerchant === true },
      after: { is_merchant: isMerchant, reason },
    },
    { kind: 'p2p.merchant', user, isMerchant, operator: operator.operator },
  );
  return textOf(language, 'answer.done');
}

/** Whether a bond is as large as the terms of its coin ask: a ruling may have cut it. */
function isBonded(live: LiveView, record: TraderRecord | undefined): boolean {
  const bond = record?.bond ?? undefined;
  if (bond === undefined) return false;
  const wanted = live.p2p.termsOf(bond.currency)?.merchantBond ?? 0n;
  return wanted > 0n && bond.amount >= wanted;
}

/** Refuses a number that is no customer's, and an operator's own account. */
async function requireCustomer(
  { queries }: P2pServices,
  operator: number,
  user: UserId,
): Promise<void> {
  const known = await accountsOf(queries, [user]);
  if (known.size === 0) throw new Refusal('trader_not_found', { field: 'user' });
  await requireOther(queries, operator, BigInt(user));
}
