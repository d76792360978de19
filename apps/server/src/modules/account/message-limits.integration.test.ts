import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../database/temporary-database.ts';
import { Secrets } from '../../secrets.ts';
import type { AccountName } from './account-name.ts';
import { MessageLimits, MESSAGE_CAPS, type Asked } from './message-limits.ts';
import { TextConversion } from './text-conversion.ts';
import { VerificationCodes } from './verification-codes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await openTemporaryDatabase();
});
afterAll(() => database.close());

let exchanges = 0;
const mail = (account: string): AccountName => ({ kind: 'email', account, countryCode: '' });
const phone = (account: string, countryCode = '44'): AccountName => ({
  kind: 'mobile',
  account,
  countryCode,
});

/** The limits of a new exchange, and of other processes of it. */
function newExchange() {
  const secrets = new Secrets(`exchange ${exchanges++}`);
  const clock = { nowMs: 1_800_000_000_000 };
  const process = () =>
    new MessageLimits(database.queries, secrets, { isOn: true, nowMs: () => clock.nowMs });
  const limits = process();
  const ask = (asked: Asked, by = limits): Promise<string> =>
    database.queries
      .transaction()
      .execute((transaction) => by.take(transaction, asked))
      .then(
        () => 'sent',
        ({ code }: { code: string }) => code,
      );
  /** Number of messages that went out of so many requests, one in each step of time. */
  const sent = async (
    tries: number,
    stepMs: number,
    asked: (at: number) => Asked,
  ): Promise<number> => {
    let count = 0;
    for (let at = 0; at < tries; at++, clock.nowMs += stepMs)
      if ((await ask(asked(at))) === 'sent') count++;
    return count;
  };
  return { clock, limits, process, ask, sent };
}

describe('messages that strangers cause', () => {
  it('are two a minute to a receiver, ten a day, five of them by one network', async () => {
    const { clock, sent } = newExchange();
    const from = (address: string) => (): Asked => ({ name: mail('a@example.com'), address });
    expect(await sent(5, 1, from('10.0.0.1'))).toBe(2);
    clock.nowMs += MINUTE_MS;
    expect(await sent(10, MINUTE_MS, from('10.0.0.200')), 'of the same /24').toBe(3);
    expect(await sent(10, MINUTE_MS, from('10.0.1.1'))).toBe(5);
    expect(await sent(10, MINUTE_MS, from('10.0.2.1'))).toBe(0);
    clock.nowMs += DAY_MS;
    expect(await sent(1, MINUTE_MS, from('10.0.2.1'))).toBe(1);
  });

  it('use up nothing of who is logged in, or known by the browser', async () => {
    const { sent } = newExchange();
    const asked = { name: mail('a@example.com'), address: '10.0.0.1' };
    await sent(20, MINUTE_MS, (at) => ({ ...asked, address: `10.0.${at}.1` }));
    expect(await sent(1, MINUTE_MS, () => asked)).toBe(0);
    expect(await sent(12, MINUTE_MS, () => ({ ...asked, device: 'phone' }))).toBe(10);
    expect(await sent(12, MINUTE_MS, () => ({ ...asked, session: { user: 7, session: '' } }))).toBe(
      10,
    );
    expect(
      await sent(30, MINUTE_MS, (at) => ({
        ...asked,
        name: mail(`${at}@example.com`),
        session: { user: 7, session: '' },
      })),
      'of one customer',
    ).toBe(MESSAGE_CAPS.customerDay - 10);
  });

  it('are so many of a network in a day, and texts so many of a calling code and in all', async () => {
    const exchange = newExchange();
    expect(
      await exchange.sent(60, 1, (at) => ({
        name: phone(`+4479000000${at}`),
        address: `10.0.0.${at}`,
      })),
    ).toBe(MESSAGE_CAPS.networkTexts);
    expect(
      await exchange.sent(3, 1, (at) => ({ name: mail(`${at}@example.com`), address: '10.0.0.1' })),
      'mails are counted apart',
    ).toBe(3);
    expect(
      await exchange.sent(60, 1, (at) => ({
        name: phone(`+4479100000${at}`),
        address: `2001:db8:1:${at}::1`,
      })),
      'of one /48',
    ).toBe(MESSAGE_CAPS.networkTexts);

    const two = newExchange();
    const flood = (countryCode: string, from: number) =>
      two.sent(MESSAGE_CAPS.prefixHour + 50, 1, (at) => ({
        name: phone(`+${countryCode}${from + at}`, countryCode),
        address: `10.${at}.0.1`,
      }));
    expect(await flood('44', 0)).toBe(MESSAGE_CAPS.prefixHour);
    expect(
      await two.sent(1, 1, () => ({ name: phone('+4912345', '49'), address: '10.255.9.1' })),
    ).toBe(1);
    two.clock.nowMs += HOUR_MS;
    await database.queries
      .insertInto('site_settings')
      .values({ key: 'sms_daily_limit', value: '230' })
      .execute();
    expect(await flood('44', 1_000), 'in all').toBe(29);
    await database.queries.deleteFrom('site_settings').execute();
  });

  it('count in every process and over a restart; what is refused counts nothing, also where many come at once', async () => {
    const { clock, process, ask, sent } = newExchange();
    const asked = { name: mail('a@example.com'), address: '10.0.0.1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(asked, process())));
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(2);
    clock.nowMs += MINUTE_MS;
    expect(await sent(9, MINUTE_MS, () => asked)).toBe(3);
    // The network has sent five of its two hundred.
    expect(await sent(200, 1, (at) => ({ ...asked, name: mail(`${at}@example.com`) }))).toBe(
      MESSAGE_CAPS.networkMails - 5,
    );
  });

  it('make no code where they are refused', async () => {
    const { clock, limits } = newExchange();
    const codes = new VerificationCodes(database.queries, new Secrets('of codes'), {
      nowMs: () => clock.nowMs,
    });
    const count = (transaction: Parameters<MessageLimits['take']>[0]) =>
      limits.take(transaction, { name: mail('codes@example.com'), address: '10.0.0.1' });
    const to = { receiver: 'codes@example.com', purpose: 'register', count } as const;
    for (let at = 0; at < 5; at++, clock.nowMs += MINUTE_MS) await codes.issue(to);
    await expect(codes.issue(to)).rejects.toMatchObject({ code: 'message_limit' });
    const rows = await database.queries
      .selectFrom('verification_codes')
      .select('id')
      .where('receiver', '=', 'codes@example.com')
      .execute();
    expect(rows).toHaveLength(5);
  });

  it('go to the countries of the list only, as texts', async () => {
    const { limits } = newExchange();
    await limits.checkArea(phone('+447911123456'));
    await database.queries
      .insertInto('site_settings')
      .values({ key: 'sms_area_codes', value: '86,49' })
      .execute();
    await expect(limits.checkArea(phone('+447911123456'))).rejects.toMatchObject({
      code: 'sms_area_refused',
    });
    await limits.checkArea(phone('13912345678', '86'));
    await limits.checkArea(mail('a@example.com'));
    await database.queries.deleteFrom('site_settings').execute();
  });
});

it('changes of security are thirty a day of each account', async () => {
  const { clock, limits } = newExchange();
  for (let at = 0; at < MESSAGE_CAPS.changes; at++) await limits.takeChange(1);
  await expect(limits.takeChange(1)).rejects.toMatchObject({ code: 'message_limit' });
  await limits.takeChange(2);
  clock.nowMs += DAY_MS;
  await limits.takeChange(1);
});

it('a calling code whose texts are hardly used is among the alarms and the figures', async () => {
  let nowMs = 1_950_000_000_000;
  const codes = new VerificationCodes(database.queries, new Secrets('of codes'), {
    nowMs: () => nowMs,
  });
  const texts = async (areaCode: string, sent: number, used: number) => {
    for (let at = 0; at < sent; at++) {
      const to = { receiver: `+${areaCode}${at}`, purpose: 'register', areaCode } as const;
      const code = await codes.issue(to);
      if (at < used) await codes.verify(to, code, true);
    }
  };
  await texts('44', 40, 3);
  await texts('49', 40, 20);
  await texts('1', 19, 0);
  const warned: string[] = [];
  const conversion = new TextConversion(database.queries, {
    warn: (text) => warned.push(text),
    nowMs: () => nowMs,
  });
  const registry = new Registry();
  conversion.measure(registry);
  await conversion.rounds.runOnce();
  expect(conversion.alarms, 'they may still be used').toEqual([]);
  nowMs += 10 * MINUTE_MS;
  await conversion.rounds.runOnce();
  expect(conversion.alarms).toEqual(['text_codes_44']);
  expect(await registry.metrics()).toContain('text_codes_used{area_code="44"} 3');
  nowMs += DAY_MS;
  await conversion.rounds.runOnce();
  expect([conversion.alarms, warned]).toEqual([[], []]);
});
