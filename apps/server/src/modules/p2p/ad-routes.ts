import {
  adEdit,
  adList,
  adPause,
  adSend,
  adWithdraw,
  ownAds,
  P2P_ROWS,
  p2pCoins,
  p2pEscrow,
} from '@meridian/contract/p2p/calls';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import type { Side } from '@meridian/core/catalog/side';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { AdTerms } from '@meridian/core/p2p/p2p-commands';
import type { Ad } from '@meridian/core/p2p/p2p-events';
import { formatDecimal } from '@meridian/money/decimal';
import { randomUUID } from 'node:crypto';
import type { CallContext, CallRegistry, Session } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import { type Ground, requirePayees, requireVerified } from './ground.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import type { PricedAd } from './ad-book.ts';
import { askerOf, fittingAds } from './ad-search.ts';
import { keepTexts, textsById } from './queries.ts';
import {
  adRow,
  fiatUnitsOf,
  formatFiat,
  formatTicks,
  ownAdRow,
  termsOf,
  waysOf,
  wayOf,
} from './translate.ts';

const CODE_LETTERS = 24;

export function registerAds(gateway: CallRegistry, ground: Ground): void {
  const { live } = ground;
  gateway.registerCall(p2pCoins, () =>
    live.p2p.terms().map((terms) => coinOf(live, terms.currency)),
  );
  gateway.registerCall(p2pEscrow, () => ({
    time_ms: live.timeMs,
    coins: live.p2p.terms().map(({ currency }) => escrowOf(live, currency)),
  }));
  gateway.registerCall(adList, (context) => list(ground, context));
  gateway.registerCall(ownAds, (context) => own(ground, context));
  registerPublishing(gateway, ground);
  registerPausing(gateway, ground);
}

function registerPublishing(gateway: CallRegistry, ground: Ground): void {
  const { engine, live } = ground;
  gateway.registerCall(adSend, async (context) => {
    const { session, input, language, idempotencyKey } = context;
    const currency = listedCurrency(live, input.currency_id, 'currency_id');
    const total = amountOf(input.total_number, currency, 'total_number');
    const { level } = await requireVerified(ground, session.user);
    const terms = await wantedTerms(
      ground,
      session,
      { side: input.type, coin: currency.id, input },
      {
        ...termsOf(input, total, currency),
        code: input.is_private === '1' ? codeOf(ground, session.user, idempotencyKey) : '',
      },
    );
    await submit(engine, {
      kind: 'p2p.publish',
      user: session.user,
      side: input.type,
      currency: currency.id,
      total,
      terms,
      level,
      ...keyOf(idempotencyKey),
    });
    return textOf(language, 'answer.p2p.published');
  });
  gateway.registerCall(adEdit, async ({ session, input, language, idempotencyKey }) => {
    const ad = ownAd(live, input.id, session.user);
    const currency = listedCurrency(live, ad.currency, 'id');
    const isPrivate = input.is_private ?? (ad.terms.code === '' ? '0' : '1');
    const code =
      ad.terms.code === '' ? codeOf(ground, session.user, idempotencyKey) : ad.terms.code;
    const terms = await wantedTerms(
      ground,
      session,
      { side: ad.side, coin: currency.id, input },
      {
        ...termsOf(input, ad.total, currency),
        code: isPrivate === '1' ? code : '',
      },
    );
    const { id, version = 0 } = input;
    await submit(engine, {
      kind: 'p2p.edit',
      user: session.user,
      ad: id,
      version,
      terms,
      ...keyOf(idempotencyKey),
    });
    return textOf(language, 'answer.p2p.edited');
  });
}

function registerPausing(gateway: CallRegistry, { engine }: Ground): void {
  gateway.registerCall(adWithdraw, async ({ session, input, language, idempotencyKey }) => {
    const { user } = session;
    const key = keyOf(idempotencyKey);
    await submit(engine, { kind: 'p2p.withdrawAd', user, ad: input.id, ...key });
    return textOf(language, 'answer.p2p.withdrawn');
  });
  gateway.registerCall(adPause, async ({ session, input, language, idempotencyKey }) => {
    const { user } = session;
    const isPaused = input.is_paused === '1';
    const key = keyOf(idempotencyKey);
    await submit(engine, { kind: 'p2p.pause', user, ad: input.id, isPaused, ...key });
    return textOf(language, isPaused ? 'answer.p2p.paused' : 'answer.p2p.resumed');
  });
}

async function list(
  ground: Ground,
  { input, session }: CallContext<typeof adList>,
): Promise<CallOutput<typeof adList>> {
  const { live, people } = ground;
  const { page = 1, type, currency_id, way, money, can_take, code = '' } = input;
  const taker = session === undefined ? undefined : askerOf(live, await people.taker(session.user));
  const search = {
    side: type,
    currency: currency_id,
    way: way === undefined ? undefined : wayOf(way),
    code,
    fiat: money === undefined ? undefined : fiatUnitsOf(money, 'money'),
    canTake: can_take === '1',
  };
  const found: PricedAd[] = [];
  let passed = 0;
  for (const priced of fittingAds(live, search, taker)) {
    if (passed++ < (page - 1) * P2P_ROWS) continue;
    found.push(priced);
    if (found.length === P2P_ROWS) break;
  }
  const [owners, texts] = await surroundings(ground, found);
  const data = found.map((priced) =>
    adRow(live, priced, {
      owner: owners.get(priced.ad.user),
      remark: texts.get(priced.ad.terms.texts)?.remark ?? '',
      taker,
    }),
  );
  return { data, page, limit: P2P_ROWS };
}

async function own(
  ground: Ground,
  { input, session }: CallContext<typeof ownAds>,
): Promise<CallOutput<typeof ownAds>> {
  const { live, queries, people } = ground;
  const { page = 1, type, currency_id } = input;
  const ads = live.p2p
    .adsOf(session.user)
    .filter(
      (ad) =>
        (type === undefined || ad.side === type) &&
        (currency_id === undefined || ad.currency === currency_id),
    )
    .slice((page - 1) * P2P_ROWS, page * P2P_ROWS);
  const texts = await textsById(
    queries,
    ads.map(({ terms }) => terms.texts),
  );
  const owner = (await people.named([session.user])).get(session.user);
  const data = ads.map((ad) => {
    const { remark = '', autoReply = '' } = texts.get(ad.terms.texts) ?? {};
    return ownAdRow(live, ad, { owner, remark, autoReply, taker: undefined });
  });
  const isAway = live.p2p.trader(session.user)?.isAway === true;
  return { data, page, limit: P2P_ROWS, is_away: isAway ? 1 : 0 };
}

/** Both sums, from the held balances and from the open deals: a reader compares them. */
function escrowOf(live: LiveView, id: CurrencyId): CallOutput<typeof p2pEscrow>['coins'][number] {
  const { code, scale } = listedCurrency(live, id);
  const { amount, deals } = live.p2p.escrow(id);
  return {
    currency_id: id,
    currency_name: code,
    held: formatDecimal(live.heldForDeals(id), scale),
    in_orders: formatDecimal(amount, scale),
    open_orders: deals,
  };
}

function coinOf(live: LiveView, id: CurrencyId): CallOutput<typeof p2pCoins>[number] {
  const currency = listedCurrency(live, id);
  const terms = live.p2p.termsOf(id);
  if (terms === undefined) throw new Refusal('p2p_closed');
  const reference = live.p2p.reference(terms);
  const { amount, deals } = live.p2p.escrow(id);
  return {
    currency_id: id,
    currency_name: currency.code,
    decimals: currency.scale,
    reference: reference === 0 ? '' : formatTicks(reference),
    min_money: formatFiat(terms.minFiat),
    max_money: formatFiat(terms.maxFiat),
    merchant_bond: formatDecimal(terms.merchantBond, currency.scale),
    escrow: formatDecimal(amount, currency.scale),
    open_deals: deals,
    is_open: terms.isOpen ? 1 : 0,
  };
}

/** The terms of an ad with its owner's accounts and texts. */
async function wantedTerms(
  ground: Ground,
  session: Session,
  {
    side,
    coin,
    input,
  }: {
    readonly side: Side;
    readonly coin: CurrencyId;
    readonly input: CallInput<typeof adEdit> | CallInput<typeof adSend>;
  },
  terms: Omit<AdTerms, 'methods' | 'texts'>,
): Promise<AdTerms> {
  const { queries, payees } = ground;
  const { user } = session;
  const ways = waysOf(input);
  if (side === 'buy') await payees.requireName(user);
  const methods =
    side === 'sell'
      ? await requirePayees(ground, session, { coin, ways })
      : ways.map((way) => ({ id: 0, way }));
  const { remark = '', auto_reply: autoReply = '' } = input;
  return { ...terms, methods, texts: await keepTexts(queries, user, { remark, autoReply }) };
}

/** The code of a private ad: the same one for a call that is repeated under its key. */
function codeOf({ secrets }: Ground, user: UserId, key: string | undefined): string {
  const name = `${user} ${key ?? randomUUID()}`;
  return secrets
    .hash('p2p code', name)
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, CODE_LETTERS);
}

function ownAd(live: LiveView, id: number, user: UserId): Ad {
  const ad = live.p2p.ad(id);
  if (ad?.user !== user) throw new Refusal('ad_not_found', { field: 'id' });
  return ad;
}

async function surroundings({ people, queries }: Ground, found: readonly PricedAd[]) {
  return Promise.all([
    people.named(found.map(({ ad }) => ad.user)),
    textsById(
      queries,
      found.map(({ ad }) => ad.terms.texts),
    ),
  ]);
}
