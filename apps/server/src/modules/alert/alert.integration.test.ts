import { alertAdd, alertDelete, alertList, alertSwitch } from '@meridian/contract/alert/calls';
import { ALERT_RULES } from '@meridian/contract/alert/rules';
import type { CallInput } from '@meridian/contract/schema/call';
import type { MarketId } from '@meridian/core/ids';
import { userMessages } from '@meridian/contract/inbox/calls';
import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ALICE,
  BOB,
  TestExchange,
  type As,
  type WireRefusal,
} from '../../../test/test-exchange.ts';
import { AlertWatch } from './alert-watch.ts';

const alice: As = { user: ALICE };
const BTC = { legal_id: 3, currency_id: 1 };
const HOUR_MS = 3_600_000;

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange?.close());
beforeEach(async () => {
  await exchange.reset();
  await exchange.queries.deleteFrom('outbox').execute();
  await trade(60_000);
});

/** Bob buys from Alice, one lot at a price. */
async function trade(price: number): Promise<void> {
  for (const [user, side] of [
    [ALICE, 'sell'],
    [BOB, 'buy'],
  ] as const) {
    const { outcome } = await exchange.engine.submit({
      kind: 'spot.place',
      user,
      market: 1,
      side,
      type: 'limit',
      priceTicks: (price * 100) as PriceTicks,
      quantityLots: 100 as QuantityLots,
      timeInForce: 'gtc',
      postOnly: false,
      selfTrade: 'expireTaker',
    });
    expect(outcome).toMatchObject({ ok: true });
  }
}
type Input = Partial<CallInput<typeof alertAdd>>;
const add = async (input: Input = {}, as: As = alice): Promise<number> =>
  (
    await exchange.call(
      alertAdd,
      { ...BTC, direction: 'rises', price: '60100', ...input } as CallInput<typeof alertAdd>,
      as,
    )
  ).id;
const refusal = async (input: Input, as?: As): Promise<unknown> =>
  add(input, as).then(
    () => undefined,
    (error: WireRefusal) => error.answer,
  );
const look = (): Promise<void> => exchange.alertWatch.rounds.runOnce();
const told = async (as: As = alice) =>
  (await exchange.call(userMessages, { topic: 'alerts' }, as)).list.map(({ kind, text }) => [
    kind,
    text,
  ]);
const alerts = async (as: As = alice) => (await exchange.call(alertList, {}, as)).list;
/** The watch of a new process, which has seen no trade. */
function restarted(): AlertWatch {
  const { newestTrade } = exchange.live.alert;
  const { live: real } = exchange;
  const live = Object.assign(Object.create(real) as typeof real, {
    markets: () => real.markets(),
    lastPrice: (market: MarketId) => real.lastPrice(market),
  });
  Object.defineProperty(live, 'alert', {
    value: { take: () => [], forget: () => undefined, newestTrade },
  });
  return new AlertWatch({
    queries: exchange.queries,
    live,
    warn: (text) => expect.fail(text),
    now: () => exchange.engine.timeMs,
  });
}

describe('a price alert', () => {
  it('is met by a price that jumps over it and back between two looks, and told once with its note', async () => {
    await add({ note: 'sell the rest' });
    await add({ direction: 'falls', price: '59000' });
    await look();
    expect(await told()).toEqual([]);
    await trade(60_500);
    await trade(60_000);
    await look();
    await trade(60_700);
    await look();
    expect(await told()).toEqual([
      ['alert_rose', 'BTC/USDT: the last price has reached 60,100 USDT. Your note: sell the rest'],
    ]);
    expect(await told({ user: BOB })).toEqual([]);
    expect(
      (await alerts()).map(({ direction, is_on, met_count }) => [direction, is_on, met_count]),
    ).toEqual([
      ['falls', true, 0],
      ['rises', false, 1],
    ]);
  });

  it('is not met by a trade before it was set, though nobody has looked at that yet', async () => {
    await trade(60_500);
    await trade(60_000);
    await add();
    await look();
    expect(await told()).toEqual([]);
  });

  it('is met by a trade before a restart, and by none twice', async () => {
    await look();
    await add();
    await add({ direction: 'falls', price: '59000' });
    await trade(60_100);
    // The history knows the trade, the memory of the new process does not.
    await exchange.call(userMessages, {}, alice);
    await restarted().rounds.runOnce();
    await look();
    await restarted().rounds.runOnce();
    expect((await told()).map(([kind]) => kind)).toEqual(['alert_rose']);
  });

  it('is told once where two servers look at the same trade', async () => {
    await look();
    await add();
    await trade(60_100);
    await exchange.call(userMessages, {}, alice);
    await Promise.all([look(), restarted().rounds.runOnce()]);
    expect(await told()).toHaveLength(1);
  });

  it('that repeats rests for an hour, and until the price was on the other side', async () => {
    await add({ repeats: '1' });
    await trade(60_100);
    await look();
    await trade(60_000);
    await look();
    await trade(60_200);
    await look();
    expect(await told()).toHaveLength(1);
    exchange.engine.advance(HOUR_MS);
    await trade(60_300);
    await look();
    await trade(60_400);
    await look();
    expect(await told()).toHaveLength(1);
    await trade(60_000);
    await look();
    await trade(60_100);
    await look();
    expect(await told()).toHaveLength(2);
  });

  it('that repeats is met after its rest though nobody traded on the other side since', async () => {
    await add({ repeats: '1' });
    await trade(60_100);
    await look();
    await trade(60_000);
    await look();
    exchange.engine.advance(HOUR_MS);
    // The first trade after the rest meets it, though the watch has not looked in between.
    await trade(60_100);
    await look();
    expect(await told()).toHaveLength(2);
  });

  it('that is switched on where its price is reached waits for the price to come again', async () => {
    const id = await add();
    await exchange.call(alertSwitch, { id, on: '0' }, alice);
    await trade(60_200);
    await look();
    await exchange.call(alertSwitch, { id, on: '1' }, alice);
    await trade(60_300);
    await look();
    expect(await told()).toEqual([]);
    await trade(60_000);
    await look();
    await trade(60_100);
    await look();
    expect(await told()).toHaveLength(1);
  });
});

describe('setting alerts', () => {
  it('refuses what is reached, exists, is off the grid or has no price, at the field', async () => {
    await add();
    for (const [input, code] of [
      [{ price: '60000' }, 'alert_reached'],
      [{ direction: 'falls', price: '60000.01' }, 'alert_reached'],
      [{}, 'alert_exists'],
      [{ price: '0' }, 'number_not_positive'],
      [{ price: '60000.001' }, 'price_off_tick'],
      [{ price: '-1' }, 'number_not_positive'],
      [{ price: '1e9' }, 'number_syntax'],
    ] as const)
      expect(await refusal(input)).toMatchObject({ code, field: 'price' });
    expect(await refusal({ note: 'x'.repeat(ALERT_RULES.noteLetters + 1) })).toMatchObject({
      field: 'note',
    });
    expect(await refusal({ currency_id: 99 })).toMatchObject({ code: 'market_unknown' });
  });

  it('stops at 50 that are on, also for calls at once, and keeps 50 that are off', async () => {
    const prices = Array.from({ length: ALERT_RULES.most + 5 }, (_, at) => String(61_000 + at));
    const answers = await Promise.all(prices.map((price) => refusal({ price })));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(ALERT_RULES.most);
    expect(answers.find((answer) => answer !== undefined)).toMatchObject({
      code: 'alerts_too_many',
    });
    await trade(62_000);
    await look();
    expect(await told()).toHaveLength(20);
    expect(await refusal({ price: '63000' })).toBeUndefined();
    await trade(63_000);
    await look();
    expect(await alerts()).toHaveLength(ALERT_RULES.most);
    await add({ price: '64000' });
    expect(await alerts()).toHaveLength(ALERT_RULES.most + 1);
  });

  it('keeps a note as it is seen, and takes none that turns the writing round', async () => {
    await add({ note: '\u200bsell\u2060 the \u200frest\ufeff' });
    await add({ note: '\u200b\u2060', price: '60200' });
    expect((await alerts()).map(({ note }) => note)).toEqual(['', 'sell the rest']);
    expect(await refusal({ note: 'sell \u202etser eht' })).toMatchObject({ field: 'note' });
  });

  it("touches nobody else's", async () => {
    const id = await add();
    for (const call of [
      () => exchange.call(alertSwitch, { id, on: '0' }, { user: BOB }),
      () => exchange.call(alertDelete, { id }, { user: BOB }),
      () => exchange.call(alertDelete, { id: id + 1_000 }, { user: BOB }),
    ])
      await expect(call()).rejects.toMatchObject({ answer: { code: 'alert_not_found' } });
    expect(await alerts({ user: BOB })).toEqual([]);
    await exchange.call(alertDelete, { id }, alice);
    expect(await alerts()).toEqual([]);
  });

  it('is over with the account, also for a call that was under way', async () => {
    const closed = (closed_at: Date | null) =>
      exchange.queries
        .updateTable('users')
        .set({ closed_at })
        .where('id', '=', BigInt(ALICE))
        .execute();
    await closed(new Date());
    expect(await refusal({})).toMatchObject({ code: 'session_required' });
    await closed(null);
    expect(await alerts()).toEqual([]);
  });

  it("never mails a customer's own words", async () => {
    await exchange.queries
      .updateTable('users')
      .set({ email: 'alice@people.example' })
      .where('id', '=', BigInt(ALICE))
      .execute();
    await exchange.queries
      .insertInto('message_settings')
      .values({ user_id: BigInt(ALICE), topic: 'alerts', mail: true })
      .execute();
    await add({ note: 'Call us on evil.example' });
    await trade(60_100);
    await look();
    // The announcer has the wall clock, and mails nothing that is old.
    await exchange.queries.updateTable('notifications').set({ created_at: new Date() }).execute();
    await exchange.announcer.rounds.runOnce();
    await exchange.queries
      .updateTable('notifications')
      .set({ mail_due_at: new Date(0) })
      .execute();
    await exchange.announcer.rounds.runOnce();
    const mails = await exchange.queries.selectFrom('outbox').select('body').execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain('60,100 USDT');
    expect(mails[0]?.body).not.toContain('evil');
    await exchange.queries.deleteFrom('message_settings').execute();
  });
});
