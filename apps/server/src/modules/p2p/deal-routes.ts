import {
  adDeals,
  dealAnswerCancel,
  dealAskCancel,
  dealCancel,
  dealDetail,
  dealExtend,
  dealOpen,
  dealPay,
  dealPayAsOwner,
  dealRelease,
  dealTake,
  ownDeals,
  P2P_ROWS,
  type P2pDeal,
} from '@meridian/contract/p2p/calls';
import { EXTENSION_MINUTES, type AdId } from '@meridian/core/p2p/p2p-commands';
import type { Amount } from '@meridian/money/amount';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import { type Ground, requireOwner, requirePayees, requireVerified } from './ground.ts';
import { textOf } from '../../texts.ts';
import { amountOf, listedCurrency, wholeWithin } from '../market/currency-of-call.ts';
import { NO_RULINGS, pastRulings } from './appeal-queries.ts';
import { adById, dealById, dealsOfAd, dealsOfUser, type DealRow } from './queries.ts';
import {
  arePartiesShown,
  cancelsLeft,
  dealRow,
  priceTicksOf,
  STATE_OF_WIRE,
  wayOf,
} from './translate.ts';

export function registerDeals(gateway: CallRegistry, ground: Ground): void {
  const { live, queries, gate } = ground;
  gateway.registerCall(dealOpen, async (context) => {
    await take(ground, context);
    return textOf(context.language, 'answer.p2p.opened');
  });
  gateway.registerCall(dealTake, async (context) => ({ id: await take(ground, context) }));
  gateway.registerCall(ownDeals, async (context) => {
    const { session, input } = context;
    const { page = 1, is_sure: wire } = input;
    const state =
      wire === undefined ? undefined : STATE_OF_WIRE[Number(wire) as P2pDeal['is_sure']];
    await gate.reached(live.seq);
    const rows = await dealsOfUser(queries, session.user, { page, state });
    return {
      data: await shown(ground, rows, context),
      page,
      limit: P2P_ROWS,
      cancels_left: cancelsLeft(live.p2p.trader(session.user), live.timeMs),
    };
  });
  gateway.registerCall(dealDetail, async (context) => {
    await gate.reached(live.seq);
    const deal = await dealById(queries, context.input.id);
    const { user } = context.session;
    if (deal === undefined || (deal.buyer !== user && deal.seller !== user))
      throw new Refusal('p2p_deal_not_found', { field: 'id' });
    const [row] = await shown(ground, [deal], context);
    return row as P2pDeal;
  });
  gateway.registerCall(adDeals, async (context) => {
    const { id, page = 1 } = context.input;
    await gate.reached(live.seq);
    const ad = await adById(queries, id);
    if (ad?.user !== context.session.user) throw new Refusal('ad_not_found', { field: 'id' });
    const rows = await dealsOfAd(queries, { ad: id, page });
    return { data: await shown(ground, rows, context), page, limit: P2P_ROWS };
  });
}

/** The fields of a caller's act: the deal, the version that was seen, the key. */
function actOf({
  input: { id, version = 0 },
  session,
  idempotencyKey,
}: Pick<CallContext<typeof dealPay>, 'input' | 'session' | 'idempotencyKey'>) {
  return { user: session.user, deal: id, version, ...keyOf(idempotencyKey) };
}

export function registerActs(gateway: CallRegistry, ground: Ground): void {
  const { engine, live } = ground;
  gateway.registerCall(dealCancel, async (context) => {
    await submit(engine, { kind: 'p2p.cancel', ...actOf(context) });
    return textOf(context.language, 'answer.p2p.cancelled');
  });
  for (const call of [dealPay, dealPayAsOwner])
    gateway.registerCall(call, async (context) => {
      await submit(engine, { kind: 'p2p.pay', ...actOf(context) });
      return textOf(context.language, 'answer.p2p.paid');
    });
  gateway.registerCall(dealRelease, async (context) => {
    await requireOwner(ground, context.session);
    await submit(engine, { kind: 'p2p.release', ...actOf(context) });
    return textOf(context.language, 'answer.p2p.released');
  });
  gateway.registerCall(dealExtend, async (context) => {
    const minutes = wholeWithin(context.input.minutes, EXTENSION_MINUTES, 'minutes');
    await submit(engine, { kind: 'p2p.extend', ...actOf(context), minutes });
    return textOf(context.language, 'answer.p2p.extended');
  });
  gateway.registerCall(dealAskCancel, async (context) => {
    await submit(engine, { kind: 'p2p.askCancel', ...actOf(context) });
    return textOf(context.language, 'answer.p2p.cancelAsked');
  });
  gateway.registerCall(dealAnswerCancel, async (context) => {
    const accepts = context.input.accepts === '1';
    const { session, input } = context;
    // After the payment, accepting gives the coins back to the seller and is worth as much as a
    // release. Before that it is worth nothing. A stranger is not asked for a proof, which would
    // tell of the deal.
    const deal = live.p2p.deal(input.id);
    const givesAway = accepts && deal?.state === 'paid' && deal.buyer === session.user;
    if (givesAway) await requireOwner(ground, session);
    await submit(engine, { kind: 'p2p.answerCancel', ...actOf(context), accepts });
    return textOf(context.language, accepts ? 'answer.p2p.cancelled' : 'answer.p2p.cancelRefused');
  });
}

/**
 * Takes an ad. The core fills in the fields that the call leaves out, so that a repeated call is
 * the same one, however the ad has changed. @returns the number of the deal
 */
async function take(
  ground: Ground,
  {
    input,
    session,
    idempotencyKey,
  }: Pick<CallContext<typeof dealTake>, 'input' | 'session' | 'idempotencyKey'>,
): Promise<number> {
  const { engine, payees, live } = ground;
  const { user } = session;
  const ad = await knownAd(ground, input.id);
  // Before all else, so that a private ad is answered like one that does not exist, also after its
  // end.
  if (ad === undefined || (ad.code !== '' && input.code !== ad.code))
    throw new Refusal('ad_not_found', { field: 'id' });
  const { level, registeredDays } = await requireVerified(ground, user);
  const currency = listedCurrency(live, ad.currency, 'id');
  const { number, price, way: wire, code = '' } = input;
  const way = wire === undefined ? ad.ways[0] : wayOf(wire);
  if (way === undefined) throw new Refusal('way_not_offered', { field: 'way' });
  const isSelling = ad.side === 'buy';
  if (!isSelling) await payees.requireName(user);
  const [own] = isSelling
    ? await requirePayees(ground, session, { coin: ad.currency, ways: [way] })
    : [];
  const { id = 0 } = await submit(engine, {
    kind: 'p2p.deal',
    user,
    ad: ad.id,
    quantity: number === undefined ? (0n as Amount) : amountOf(number, currency, 'number'),
    priceTicks: price === undefined ? 0 : priceTicksOf(price, 'price'),
    way,
    account: own?.id ?? 0,
    code,
    level,
    registeredDays,
    ...keyOf(idempotencyKey),
  });
  return id;
}

/** An ad that is live, from the view, or one that was live, from the table. */
async function knownAd({ live, queries, gate }: Ground, id: AdId) {
  const ad = live.p2p.ad(id);
  if (ad !== undefined) {
    const { side, currency, terms } = ad;
    return { id, side, currency, code: terms.code, ways: terms.methods.map(({ way }) => way) };
  }
  await gate.reached(live.seq);
  return adById(queries, id);
}

/** Deals as one of their sides sees them. */
async function shown(
  { live, queries, people, payees, now }: Ground,
  rows: readonly DealRow[],
  { session, language }: Pick<CallContext<typeof dealDetail>, 'session' | 'language'>,
): Promise<P2pDeal[]> {
  const isShown = (row: DealRow): boolean => arePartiesShown(row, now());
  const ended = rows.filter(({ endedMs }) => endedMs !== 0);
  const [persons, accounts, past] = await Promise.all([
    people.known(rows.flatMap(({ buyer, seller }) => [buyer, seller])),
    payees.byId(rows.filter(isShown).map(({ account }) => account)),
    pastRulings(
      queries,
      ended.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) =>
    dealRow(
      live,
      row,
      { user: session.user, language },
      {
        buyer: persons.get(row.buyer),
        seller: persons.get(row.seller),
        payee: accounts.get(row.account),
        isShown: isShown(row),
        past: past.get(row.id) ?? NO_RULINGS,
      },
    ),
  );
}
