import {
  p2pBlock,
  p2pBlocks,
  p2pBond,
  p2pBondPost,
  p2pBondReturn,
  p2pTrader,
} from '@meridian/contract/p2p/trader-calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import { SHANGHAI_MS, shanghaiDay } from '@meridian/core/timers/shanghai-day';
import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import { divide } from '@meridian/money/rounding';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { unitScale, usdtWorth } from '../market/valuation.ts';
import { askerOf } from './ad-search.ts';
import { type Ground, requireVerified } from './ground.ts';
import { textsById } from './queries.ts';
import { haveDealt, paceOf, type TraderPace } from './trader-queries.ts';
import { adRow, priceNow, recordOf } from './translate.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const DAY_LETTERS = 10;
const RATE_SCALE = 2;
/** A tenth of a minute. */
const PACE_MS = 6_000n;

/** Pages of traders, the users that a user blocks, the bonds of merchants. */
export function registerTraders(gateway: CallRegistry, ground: Ground): void {
  const { access, engine, live, people } = ground;
  gateway.registerCall(p2pTrader, (context) => page(ground, context));
  gateway.registerCall(p2pBlocks, async ({ session }) => {
    const blocked = live.p2p.blockedBy(session.user);
    const named = await people.named(blocked);
    return blocked.map((id) => ({ id, seller_name: named.get(id)?.name ?? '' }));
  });
  gateway.registerCall(p2pBlock, async ({ session, input, language, idempotencyKey }) => {
    const { user } = session;
    const isBlocked = input.is_blocked === '1';
    // A blocked user may have no record any more, and can be unblocked all the same.
    if (isBlocked || !live.p2p.blockedBy(user).includes(input.id))
      await requireTrader(ground, { trader: input.id, field: 'id' }, user);
    if (input.id === user) throw new Refusal('trader_not_found', { field: 'id' });
    const key = keyOf(idempotencyKey);
    await submit(engine, { kind: 'p2p.block', user, other: input.id, isBlocked, ...key });
    return textOf(language, isBlocked ? 'answer.p2p.blocked' : 'answer.p2p.unblocked');
  });
  gateway.registerCall(p2pBond, ({ session }) => bondOf(live, session.user));
  gateway.registerCall(p2pBondPost, async ({ session, input, language, idempotencyKey }) => {
    const { user } = session;
    const currency = listedCurrency(live, input.currency_id, 'currency_id');
    const amount = amountOf(input.number, currency, 'number');
    await requireVerified(ground, user);
    // A bond is locked for as long as deals can cost it.
    await access.requireStepUp(session);
    const key = keyOf(idempotencyKey);
    await submit(engine, { kind: 'p2p.bond', user, currency: currency.id, amount, ...key });
    return textOf(language, 'answer.p2p.bonded');
  });
  gateway.registerCall(p2pBondReturn, async ({ session, language, idempotencyKey }) => {
    const key = keyOf(idempotencyKey);
    await submit(engine, { kind: 'p2p.returnBond', user: session.user, ...key });
    return textOf(language, 'answer.p2p.bondReturned');
  });
}

/**
 * Refuses a user who is no trader to the asker, like one who does not exist: a user who has done
 * nothing in the marketplace is seen by nobody but themselves and the other side of a deal.
 */
export async function requireTrader(
  { live, queries, gate }: Pick<Ground, 'live' | 'queries' | 'gate'>,
  { trader, field }: { readonly trader: UserId; readonly field: string },
  asker: UserId | undefined,
): Promise<void> {
  await gate.reached(live.seq);
  const isTrader =
    trader === asker ||
    live.p2p.isTrader(trader) ||
    live.p2p.adsOf(trader).some(({ terms }) => terms.code === '') ||
    (asker !== undefined && (await haveDealt(queries, trader, asker)));
  if (!isTrader) throw new Refusal('trader_not_found', { field });
}

async function page(
  ground: Ground,
  { input, session }: CallContext<typeof p2pTrader>,
): Promise<CallOutput<typeof p2pTrader>> {
  const { live, queries, people } = ground;
  const { id } = input;
  const asker = session?.user;
  await requireTrader(ground, { trader: id, field: 'id' }, asker);
  const [named, registeredMs, pace, ads] = await Promise.all([
    people.named([id]),
    people.registeredMs(id),
    paceOf(queries, id, firstMs(live.timeMs)),
    publicAds(ground, id, asker),
  ]);
  const record = live.p2p.trader(id);
  const ofMonth = recordOf(record, live.timeMs);
  const isOwn = id === asker;
  return {
    id,
    seller_name: named.get(id)?.name ?? '',
    is_merchant: record?.isMerchant === true ? 1 : 0,
    is_own: isOwn ? 1 : 0,
    is_blocked: asker !== undefined && live.p2p.blockedBy(asker).includes(id) ? 1 : 0,
    is_away: record?.isAway === true ? 1 : 0,
    registered_day: shanghaiTime(registeredMs).slice(0, DAY_LETTERS),
    currency_name: 'CNY',
    orders_all: (record?.completed ?? 0) + (record?.cancelled ?? 0),
    ...ofMonth,
    completion_rate: rateOf(ofMonth.completed_30d, ofMonth.orders_30d),
    ...paceRow(pace),
    appeals_lost: record?.appealsLost ?? 0,
    balance: isOwn ? worthOf(live, id, 'available') : '',
    frozen: isOwn ? worthOf(live, id, 'held') : '',
    ads,
  };
}

/** The beginning of the first of the 30 days of Shanghai that end today. */
function firstMs(timeMs: number): number {
  return (shanghaiDay(timeMs) - DAYS + 1) * DAY_MS - SHANGHAI_MS;
}

function rateOf(completed: number, orders: number): string {
  if (orders === 0) return '';
  return formatDecimal(divide(BigInt(completed) * 10_000n, BigInt(orders), 'down'), RATE_SCALE);
}

function paceRow({ payMedian, payP90, releaseMedian, releaseP90, counterparties }: TraderPace) {
  const minutes = (ms: bigint | null): string =>
    ms === null ? '' : formatFixed(divide(BigInt(ms), PACE_MS, 'up'), 1);
  return {
    pay_minutes_median: minutes(payMedian),
    pay_minutes_p90: minutes(payP90),
    release_minutes_median: minutes(releaseMedian),
    release_minutes_p90: minutes(releaseP90),
    counterparties,
  };
}

/** A part of the p2p wallet, worth in USDT. */
function worthOf(live: LiveView, user: UserId, part: 'available' | 'held'): string {
  const holdings = live
    .balances(user)
    .filter(({ wallet }) => wallet === 'p2p')
    .map((balance) => ({ currency: balance.currency, units: balance[part] }));
  return formatDecimal(usdtWorth(live, holdings), unitScale(live));
}

/** Ads of a trader as the market shows them; none where one of the two users blocks the other. */
async function publicAds(
  { live, queries, people }: Ground,
  trader: UserId,
  asker: UserId | undefined,
): Promise<CallOutput<typeof p2pTrader>['ads']> {
  if (live.p2p.trader(trader)?.isAway === true) return [];
  if (asker !== undefined && live.p2p.blocks(asker, trader)) return [];
  const ads = live.p2p
    .adsOf(trader)
    .filter(
      ({ terms, isPaused, currency }) =>
        terms.code === '' && !isPaused && live.p2p.termsOf(currency)?.isOpen === true,
    );
  const [owners, texts, taker] = await Promise.all([
    people.named([trader]),
    textsById(
      queries,
      ads.map(({ terms }) => terms.texts),
    ),
    asker === undefined ? undefined : people.taker(asker),
  ]);
  const facts = taker && askerOf(live, taker);
  return ads.map((ad) =>
    adRow(
      live,
      { ad, priceTicks: priceNow(live, ad) },
      { owner: owners.get(trader), remark: texts.get(ad.terms.texts)?.remark ?? '', taker: facts },
    ),
  );
}

function bondOf(live: LiveView, user: UserId): CallOutput<typeof p2pBond> {
  const record = live.p2p.trader(user);
  const coins = (id: CurrencyId, amount: bigint) => {
    const currency = listedCurrency(live, id);
    return {
      currency_id: id,
      currency_name: currency.code,
      number: formatDecimal(amount, currency.scale),
    };
  };
  const bond = record?.bond ?? null;
  return {
    is_merchant: record?.isMerchant === true ? 1 : 0,
    bond: bond === null ? [] : [coins(bond.currency, bond.amount)],
    wanted: live.p2p
      .terms()
      .filter(({ merchantBond }) => merchantBond > 0n)
      .map(({ currency, merchantBond }) => coins(currency, merchantBond)),
  };
}
