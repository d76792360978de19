import { userLogout } from '@meridian/contract/account/calls';
import {
  messageSettings,
  messageSettingSave,
  userMessages,
  type MessageKind,
} from '@meridian/contract/inbox/calls';
import { pushState, pushSubscribe, pushUnsubscribe } from '@meridian/contract/inbox/push-calls';
import { PUSH_RULES } from '@meridian/contract/inbox/push-rules';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimsOf, TestBrowser } from '../../../test/push/test-browser.ts';
import { TestPushService } from '../../../test/push/test-push-service.ts';
import {
  ALICE,
  BOB,
  TestExchange,
  type As,
  type WireRefusal,
} from '../../../test/test-exchange.ts';
import { PLAY_ID } from '../market/play-money.ts';
import type { Facts } from './inbox-tables.ts';
import { notify } from './notify.ts';
import type { PushPayload } from './push-payload.ts';

const alice: As = { user: ALICE };
const bob: As = { user: BOB };
const USDT = 3;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let exchange: TestExchange;
let service: TestPushService;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange?.close());
beforeEach(async () => {
  await service?.close();
  service = await TestPushService.open();
  exchange.pushService = service.origin;
  await exchange.reset();
  await exchange.queries.deleteFrom('outbox').execute();
  await exchange.queries.deleteFrom('message_settings').execute();
  await exchange.queries.updateTable('users').set({ language: 'en', email: null }).execute();
});
afterAll(() => service?.close());

const subscribe = (browser: TestBrowser, as: As = alice) =>
  exchange.call(pushSubscribe, browser.subscription, as);
async function subscribed(as?: As): Promise<TestBrowser> {
  const browser = new TestBrowser(service.origin);
  await subscribe(browser, as);
  // The message about the new device is none that these tests look at.
  await exchange.queries.deleteFrom('notifications').execute();
  return browser;
}
const devices = async (as: As = alice) => (await exchange.call(pushState, {}, as)).devices;
const code = (call: Promise<unknown>): Promise<unknown> =>
  call.then<unknown, unknown>(
    () => undefined,
    (error: WireRefusal) => error.answer['code'],
  );
let causes = 0;
async function tell(
  kind: MessageKind,
  { facts = {}, user = ALICE, count = 1 } = {},
): Promise<void> {
  const at = new Date();
  const rows = Array.from({ length: count }, () => ({
    ...{ user, kind, facts: facts as Facts, at },
    cause: `test-${++causes}`,
  }));
  await notify(exchange.queries, rows);
}
/** A round of the announcer and of the deliveries, with the attempts that these began. */
async function look(): Promise<void> {
  await exchange.announcer.rounds.runOnce();
  await send();
}
async function send(): Promise<void> {
  await exchange.pushDeliveries.rounds.runOnce();
  await exchange.pushDeliveries.idle();
}
const read = (browser: TestBrowser): PushPayload[] =>
  service.received
    .filter(({ path }) => browser.endpoint.endsWith(path))
    .map(({ body }) => JSON.parse(browser.decrypt(body)) as PushPayload);
const waiting = () =>
  exchange.queries.selectFrom('push_deliveries').selectAll().where('sent_at', 'is', null).execute();

describe('a message', () => {
  it('is pushed to each device of its owner, in their language, signed and encrypted', async () => {
    const [phone, tablet, stranger] = [
      await subscribed(),
      await subscribed(),
      await subscribed(bob),
    ];
    await exchange.queries
      .updateTable('users')
      .set({ language: 'es' })
      .where('id', '=', BigInt(ALICE))
      .execute();
    await tell('alert_rose', { facts: { market: 1, price: 6_010_000, note: 'Call evil.example' } });
    await look();
    for (const browser of [phone, tablet])
      expect(read(browser)).toEqual([
        {
          tag: expect.stringMatching(/^message-\d+$/) as string,
          title: 'Alerta de precio: ha subido',
          text: expect.stringContaining('60.100') as string,
          link: '/dealCenter/BTC_USDT',
          lang: 'es',
        },
      ]);
    expect(JSON.stringify(read(phone))).not.toContain('evil');
    expect(read(stranger)).toEqual([]);
    const { public_key } = await exchange.call(pushState, {}, alice);
    const [{ headers } = expect.fail()] = service.received;
    expect(claimsOf(headers.authorization ?? '', public_key)).toMatchObject({
      aud: service.origin.replace('http:', 'https:'),
      sub: 'https://exchange.example',
    });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      topic: expect.stringMatching(/^m\d+$/) as string,
    });
    expect(Number(headers['ttl'])).toBeGreaterThan(3_500);
    expect(Number(headers['ttl'])).toBeLessThanOrEqual(3_600);
    await look();
    expect(service.received).toHaveLength(2);
    expect((await devices())[0]?.told_time).not.toBe('');
  });

  it.each([
    ['margin_call', 'high', 86_400, '/leverdealCenter'],
    ['login_new_device', 'high', 86_400, '/accountMessage'],
    ['deposit_credited', 'normal', 86_400, '/accountMessage'],
  ] as const)('%s wakes the device as %s', async (kind, urgency, ttl, link) => {
    const phone = await subscribed();
    await tell(kind);
    await look();
    const [{ headers } = expect.fail()] = service.received;
    expect(headers['urgency']).toBe(urgency);
    expect(Math.abs(Number(headers['ttl']) - ttl)).toBeLessThan(60);
    expect(read(phone)).toMatchObject([{ link }]);
  });

  it('is not pushed while a page is open; where the page has just closed, a little later', async () => {
    const phone = await subscribed();
    exchange.here.add(ALICE);
    await tell('margin_call');
    await look();
    exchange.pushLaterMs = MINUTE_MS;
    await send();
    expect(service.received).toEqual([]);
    expect(await waiting()).toEqual([]);
    exchange.pushLaterMs = 0;
    await tell('margin_warning');
    await look();
    exchange.here.clear();
    exchange.pushLaterMs = MINUTE_MS;
    await send();
    expect(read(phone)).toMatchObject([{ title: expect.stringMatching(/liquidation/i) as string }]);
  });

  it('that was read, or is no news any more, is not pushed', async () => {
    await subscribed();
    service.answers.push({ status: 500 }, { status: 500 });
    await tell('deposit_credited');
    await tell('alert_rose', { facts: { market: 1, price: 6_010_000 } });
    await look();
    expect(service.received).toHaveLength(2);
    await exchange.queries
      .updateTable('notifications')
      .set({ read_at: new Date() })
      .where('kind', '=', 'deposit_credited')
      .execute();
    exchange.pushLaterMs = HOUR_MS;
    await send();
    expect(service.received).toHaveLength(2);
    expect(await waiting()).toEqual([]);
  });

  it('is pushed as its owner chose, beside the mails', async () => {
    const phone = await subscribed();
    const settings = await exchange.call(messageSettings, {}, alice);
    expect(settings.filter(({ push }) => !push).map(({ topic }) => topic)).toEqual([
      'seconds',
      'earn',
      'convert',
    ]);
    await exchange.call(messageSettingSave, { topic: 'alerts', push: '0' }, alice);
    const saved = await exchange.call(messageSettingSave, { topic: 'seconds', push: '1' }, alice);
    // Neither choice has touched the mails.
    expect(saved.map(({ mail }) => mail)).toEqual(settings.map(({ mail }) => mail));
    expect(await code(exchange.call(messageSettingSave, { topic: 'alerts' }, alice))).toBe(
      'field_missing',
    );
    await tell('alert_rose', { facts: { market: 1, price: 6_010_000 } });
    await tell('ticket_won');
    await look();
    expect(read(phone)).toHaveLength(1);
  });

  it('of a frequent kind is one of many where there are many, and no more than sixty come an hour', async () => {
    const phone = await subscribed();
    await tell('order_filled', { count: 5 });
    await tell('margin_call');
    await look();
    expect(
      read(phone)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['5 messages for you', expect.any(String)]);
    for (let at = 0; at < 70; at++) {
      await tell('order_filled');
      await exchange.announcer.rounds.runOnce();
    }
    const queued = await waiting();
    expect(queued.length).toBeGreaterThan(50);
    expect(queued.length).toBeLessThanOrEqual(60);
    await tell('position_liquidated');
    await exchange.announcer.rounds.runOnce();
    expect(await waiting()).toHaveLength(queued.length + 1);
  });
});

describe('a push service', () => {
  it('that fails is asked again, later and later, and given up', async () => {
    await subscribed();
    service.answers.push(...Array.from({ length: 9 }, () => ({ status: 503 })));
    await tell('deposit_credited');
    await look();
    await look();
    expect(service.received).toHaveLength(1);
    for (const seconds of [31, 121, 601, 3_600, 3_600]) {
      exchange.pushLaterMs += seconds * 1_000;
      await send();
    }
    expect(service.received).toHaveLength(4);
    expect(await waiting()).toEqual([]);
    expect(exchange.alarms.join()).toContain('is not told by 127.0.0.1');
    expect(await devices()).toHaveLength(1);
  });

  it('is asked again when it says so', async () => {
    await subscribed();
    service.answers.push({ status: 429, headers: { 'retry-after': '300' } });
    await tell('deposit_credited');
    await look();
    exchange.pushLaterMs = 4 * MINUTE_MS;
    await send();
    expect(service.received).toHaveLength(1);
    exchange.pushLaterMs = 6 * MINUTE_MS;
    await send();
    expect(service.received).toHaveLength(2);
  });

  it.each([404, 410])('that answers %i is told nothing more of the device', async (status) => {
    await subscribed();
    service.answers.push({ status });
    await tell('deposit_credited');
    await look();
    expect(await devices()).toEqual([]);
    await tell('deposit_credited');
    await look();
    expect(service.received).toHaveLength(1);
  });

  it('that sends elsewhere is not followed, and not asked again', async () => {
    const other = await TestPushService.open();
    await subscribed();
    service.answers.push({ status: 307, headers: { location: `${other.origin}/inside` } });
    await tell('deposit_credited');
    await look();
    expect(other.received).toEqual([]);
    expect(await waiting()).toEqual([]);
    await other.close();
  });

  it('that does not answer keeps neither mails nor other customers waiting', async () => {
    const gate = Promise.withResolvers<void>();
    await exchange.queries
      .updateTable('users')
      .set({ email: 'alice@people.example' })
      .where('id', '=', BigInt(ALICE))
      .execute();
    await subscribed();
    service.gate = gate.promise;
    await tell('deposit_credited', { count: 6 });
    await exchange.announcer.rounds.runOnce();
    await exchange.pushDeliveries.rounds.runOnce();
    expect(await exchange.queries.selectFrom('outbox').select('id').execute()).toHaveLength(1);
    await subscribed(bob);
    await tell('deposit_credited', { user: BOB });
    await exchange.announcer.rounds.runOnce();
    await exchange.pushDeliveries.rounds.runOnce();
    await expect.poll(() => service.received.length).toBe(3);
    gate.resolve();
    await exchange.pushDeliveries.idle();
  });

  it('gets no attempt that is not counted before: crashes repeat few', async () => {
    await subscribed();
    await tell('deposit_credited');
    await exchange.announcer.rounds.runOnce();
    await exchange.pushDeliveries.rounds.runOnce();
    expect(
      (await exchange.queries.selectFrom('push_deliveries').select('attempts').execute())[0],
    ).toMatchObject({ attempts: 1 });
    await exchange.pushDeliveries.idle();
  });
});

describe('a device', () => {
  it('that somebody else subscribes is theirs alone, with nothing of before', async () => {
    const shared = await subscribed();
    service.answers.push({ status: 503 });
    await tell('deposit_credited');
    await look();
    expect(service.received).toHaveLength(1);
    await subscribe(shared, bob);
    expect(await devices()).toEqual([]);
    expect(await devices(bob)).toMatchObject([{ id: shared.id }]);
    await exchange.queries.deleteFrom('notifications').where('user_id', '=', BigInt(BOB)).execute();
    exchange.pushLaterMs = MINUTE_MS;
    await tell('deposit_credited');
    await look();
    expect(service.received).toHaveLength(1);
    await tell('deposit_credited', { user: BOB });
    await look();
    expect(read(shared)).toHaveLength(2);
  });

  it('is told to its owner once it is new, by mail and to other devices', async () => {
    await exchange.queries
      .updateTable('users')
      .set({ email: 'alice@people.example' })
      .where('id', '=', BigInt(ALICE))
      .execute();
    const phone = await subscribed();
    const thief = new TestBrowser(service.origin);
    await subscribe(thief);
    await subscribe(thief);
    await look();
    expect(read(phone)).toMatchObject([{ title: 'Notifications were turned on for a device' }]);
    const mails = await exchange.queries.selectFrom('outbox').select(['subject', 'body']).execute();
    expect(mails).toMatchObject([
      { subject: 'Meridian: Notifications were turned on for a device' },
    ]);
    expect(mails[0]?.body).toContain('/freeze?');
  });

  it('is one of ten at most: the oldest goes', async () => {
    const browsers: TestBrowser[] = [];
    for (let at = 0; at <= PUSH_RULES.most; at++) {
      const browser = new TestBrowser(service.origin);
      await subscribe(browser);
      browsers.push(browser);
    }
    expect((await devices()).map(({ id }) => id)).toEqual(
      browsers
        .slice(1)
        .reverse()
        .map(({ id }) => id),
    );
  });

  it('goes with its session, however that ends', async () => {
    await subscribed();
    await tell('deposit_credited');
    await exchange.announcer.rounds.runOnce();
    await exchange.access.endAll(ALICE);
    await send();
    expect(service.received).toEqual([]);
    await exchange.logIn(ALICE);
    expect(await devices()).toEqual([]);
    exchange.pushLaterMs = 2 * MINUTE_MS;
    await send();
    expect(await exchange.queries.selectFrom('push_subscriptions').select('id').execute()).toEqual(
      [],
    );
    await subscribed();
    await exchange.call(userLogout, {}, alice);
    await exchange.logIn(ALICE);
    expect(await devices()).toEqual([]);
  });

  it('is taken back by its owner alone', async () => {
    const { id } = await subscribed();
    expect(await code(exchange.call(pushUnsubscribe, { id }, bob))).toBe('push_device_not_found');
    expect((await exchange.call(pushUnsubscribe, { id }, alice)).devices).toEqual([]);
    expect(await code(exchange.call(pushUnsubscribe, { id }, alice))).toBe('push_device_not_found');
  });

  it('is refused at an address that is no push service, or with a key that is none', async () => {
    const { endpoint, p256dh, auth } = new TestBrowser(service.origin);
    for (const other of [
      'http://127.0.0.1:1/',
      'https://169.254.169.254/latest',
      'https://fcm.googleapis.com.evil.example/',
    ])
      expect(
        await code(exchange.call(pushSubscribe, { endpoint: other, p256dh, auth }, alice)),
      ).toBe('push_service_unknown');
    const off = `B${'A'.repeat(86)}`;
    expect(await code(exchange.call(pushSubscribe, { endpoint, p256dh: off, auth }, alice))).toBe(
      'push_key_invalid',
    );
    expect(await devices()).toEqual([]);
  });

  it('rests sealed, and its key is made once', async () => {
    const { endpoint, auth } = await subscribed();
    const row = await exchange.queries
      .selectFrom('push_subscriptions')
      .selectAll()
      .executeTakeFirstOrThrow();
    for (const secret of [endpoint, auth])
      expect(JSON.stringify(row, asText)).not.toContain(secret);
    const before = await exchange.call(pushState, {}, alice);
    await exchange.reset();
    expect((await exchange.call(pushState, {}, bob)).public_key).toBe(before.public_key);
  });
});

it('play money is told to no device, as money is', async () => {
  const phone = await subscribed();
  const amount = 1_000_000_000n as Amount;
  const listed = { id: PLAY_ID, code: 'PAPER', scale: 8 };
  await exchange.engine.submit({ kind: 'currency.list', currency: listed });
  for (const currency of [PLAY_ID, USDT]) {
    const same = { wallet: 'spot', currency, amount } as const;
    for (const command of [
      { kind: 'ledger.deposit', user: SYSTEM.house, reference: 'funding', ...same },
      { kind: 'ledger.credit', user: ALICE, reference: 'contest-2-prize', ...same },
    ] as const)
      expect((await exchange.engine.submit(command)).outcome).toMatchObject({ ok: true });
  }
  // The projector has told by then.
  expect((await exchange.call(userMessages, {}, alice)).list).toHaveLength(1);
  // Devices have the wall clock, and are told nothing that is old.
  await exchange.queries.updateTable('notifications').set({ created_at: new Date() }).execute();
  await look();
  expect(read(phone)).toMatchObject([{ text: expect.stringContaining('10 USDT') as string }]);
});

function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
