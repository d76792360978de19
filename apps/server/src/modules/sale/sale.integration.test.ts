import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userMessages } from '@meridian/contract/inbox/calls';
import {
  crowdCommit,
  crowdList,
  saleCommit,
  saleEntries,
  saleList,
  saleMy,
} from '@meridian/contract/sale/calls';
import { officeSaleAnnounce, officeSaleCancel, officeSales } from '@meridian/contract/sale/office';
import { saleSource, SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [BTC, USDT] = [1, 3];
const COIN = 10n ** 8n;
/** Entries that are given back in two ticks. */
const MORE_THAN_A_TICK = 1_001;
const FIRST_STRANGER = 1_000_000;

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await exchange.queries.deleteFrom('identity_applications').execute();
  for (const user of [ALICE, BOB]) await verify(user, `document of ${user}`);
  const money = { kind: 'ledger.deposit', wallet: 'spot', reference: 'test' } as const;
  const give = (user: number, currency: number, coins: bigint) =>
    exchange.engine.submit({ ...money, user, currency, amount: (coins * COIN) as Amount });
  await give(SYSTEM.house, BTC, 100n);
  for (const user of [ALICE, BOB]) await give(user, USDT, 10_000n);
});

async function verify(user: number, document: string): Promise<void> {
  const { queries } = exchange;
  const user_id = BigInt(user);
  await queries
    .updateTable('users')
    .set({ review_status: 'approved' })
    .where('id', '=', user_id)
    .execute();
  await queries
    .insertInto('identity_applications')
    .values({
      ...{ user_id, kind: 'identity', name: '', status: 'approved', pictures: [] },
      ...{ card_id: null, card_hash: document, submitted_at: new Date(0) },
    })
    .execute();
}

/** Ten lots of 0.1 BTC for 100 USDT each, half of them free at once. It opens in an hour. */
function terms(more: Record<string, unknown> = {}) {
  const opens_ms = exchange.engine.timeMs + HOUR_MS;
  const closes_ms = opens_ms + DAY_MS;
  return {
    ...{ title: 'Meridian coin', about: 'Ten lots.', paper: '/upstart', kind: 'sale' as const },
    ...{ currency: BTC, paid_in: USDT, lot_number: '0.1', lot_price: '100', lots: 10 },
    ...{ min_number: '100', max_number: '2000', cap_number: '700', opens_ms, closes_ms },
    ...{ free_bps: 5_000, cliff_ms: closes_ms + HOUR_MS, instalments: 2, instalment_ms: HOUR_MS },
    ...more,
  };
}

async function announce(more: Record<string, unknown> = {}): Promise<number> {
  const { id } = (await office.as('owner', officeSaleAnnounce, terms(more))) as { id: number };
  return id;
}

async function pass(ms: number): Promise<void> {
  exchange.engine.advance(ms);
  await exchange.engine.submit({ kind: 'clock.tick' });
}

const shown = async (id: number, user?: number) =>
  (await exchange.call(saleList, {}, user === undefined ? {} : { user })).find(
    (sale) => sale.id === id,
  );
const commit = (user: number, id: number, number: string) =>
  exchange.call(saleCommit, { id, number }, { user });
/** The newest first. */
const messages = async (user: number) =>
  (await exchange.call(userMessages, { topic: 'sales' }, { user })).list.map(({ text }) => text);
const code = (code: string) => ({ answer: { code } });

describe('a token sale', () => {
  it('is announced by two operators, with its coins set aside and its terms hashed', async () => {
    await office.send('owner', officeSaleAnnounce, terms());
    expect(await exchange.call(saleList, {})).toEqual([]);
    const id = await announce();
    const sale = await shown(id);
    expect(sale).toMatchObject({
      ...{ title: 'Meridian coin', paper: '/upstart', state: 'announced', my: null },
      ...{ currency_name: 'BTC', paid_name: 'USDT', lot_number: '0.1', lot_price: '100' },
      ...{
        supply: '1',
        cap_number: '700',
        free_rate: '50',
        entries: 0,
        committed: '0',
        demanded: '0',
      },
    });
    const { texts: hash } = JSON.parse(sale?.terms ?? '{}') as { texts?: string };
    expect(
      createHash('sha256')
        .update(sale?.texts ?? '')
        .digest('hex'),
    ).toBe(hash);
    expect(JSON.parse(sale?.texts ?? '{}')).toEqual({
      ...{ title: 'Meridian coin', about: 'Ten lots.', paper: '/upstart' },
      ...{ currency: 'BTC', paidIn: 'USDT' },
    });
    expect(exchange.live.balance(SYSTEM.house, 'spot', BTC).available).toBe(99n * COIN);
    await expect(commit(ALICE, id, '100')).rejects.toMatchObject(code('sale_not_open'));
    expect(
      await office.as('finance', officeSales, {}).catch((error: unknown) => error),
    ).toBeDefined();
  });

  it('holds what is committed, shares it out, and frees what was bought by its terms', async () => {
    const id = await announce();
    await pass(HOUR_MS);
    await exchange.queries
      .updateTable('users')
      .set({ review_status: 'none' })
      .where('id', '=', BigInt(BOB))
      .execute();
    await expect(commit(BOB, id, '100')).rejects.toMatchObject(code('sale_unverified'));
    await exchange.queries.updateTable('users').set({ review_status: 'approved' }).execute();
    await expect(commit(ALICE, id, '150')).rejects.toMatchObject(code('sale_amount_invalid'));
    await expect(commit(ALICE, id, '2100')).rejects.toMatchObject(code('sale_cap_reached'));
    await commit(ALICE, id, '1000');
    const { entry } = await commit(ALICE, id, '1000');
    await commit(BOB, id, '500');
    expect(await shown(id, ALICE)).toMatchObject({
      ...{ state: 'open', entries: 2, committed: '2500', demanded: '1200' },
      my: { entry, state: 'open', committed: '2000', allotted: '0' },
    });
    expect(exchange.live.balance(ALICE, 'spot', USDT).held).toBe(2_000n * COIN);
    await pass(DAY_MS);
    await exchange.engine.submit({ kind: 'clock.tick' });
    // Eight lots would be Alice's share, and seven are the most: Bob gets three.
    expect(await shown(id, ALICE)).toMatchObject({
      ...{
        state: 'vesting',
        entries: 2,
        committed: '2500',
        demanded: '1200',
        sold: '1',
        paid: '1000',
      },
      my: { state: 'settled', allotted: '0.7', paid: '700', refunded: '1300', bound: '0.35' },
    });
    await pass(HOUR_MS);
    const [mine] = await exchange.call(saleMy, {}, { user: ALICE });
    expect(mine).toMatchObject({ sale: id, entry, bound: '0.175', title: 'Meridian coin' });
    expect(mine?.next_ms).toBeGreaterThan(exchange.engine.timeMs);
    await pass(HOUR_MS);
    expect(await shown(id, BOB)).toMatchObject({ state: 'done', my: { bound: '0', next_ms: 0 } });
    exchange.engine.exchange.verify();
    expect(exchange.live.sale.sales()).toEqual([]);
    expect((await messages(ALICE)).slice(0, 3)).toEqual([
      '“Meridian coin”: 0.175 BTC are free now.',
      '“Meridian coin”: 0.175 BTC are free now. 0.175 BTC follow later.',
      '“Meridian coin” is decided: you bought 0.7 BTC for 700 USDT. 1,300 USDT of your commitment are free again. 0.35 BTC of the coins are not free yet.',
    ]);
  });

  it('is recomputed by the script from what is published of it', async () => {
    const id = await announce();
    await pass(HOUR_MS);
    await commit(ALICE, id, '2000');
    await commit(BOB, id, '500');
    await expect(exchange.call(saleEntries, { id })).rejects.toMatchObject(code('sale_no_result'));
    await pass(DAY_MS);
    await exchange.engine.submit({ kind: 'clock.tick' });
    const { hash, terms: text, entries } = await exchange.call(saleEntries, { id });
    expect(entries.map(({ allotted }) => allotted)).toEqual(['70000000', '30000000']);
    const folder = mkdtempSync(join(tmpdir(), 'meridian-sale-'));
    try {
      const file = join(folder, 'sale.json');
      const run = (list: typeof entries) => {
        writeFileSync(file, JSON.stringify({ hash, terms: JSON.parse(text), entries: list }));
        return spawnSync(process.execPath, ['scripts/recompute-sale.mjs', file]).status;
      };
      expect(run(entries)).toBe(0);
      expect(run(entries.map((each) => ({ ...each, allotted: '50000000' })))).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is not for a second account of the same person', async () => {
    await exchange.queries
      .updateTable('identity_applications')
      .set({ card_hash: `document of ${ALICE}` })
      .execute();
    const id = await announce();
    await pass(HOUR_MS);
    await commit(ALICE, id, '100');
    await expect(commit(BOB, id, '100')).rejects.toMatchObject(code('sale_person_committed'));
  });

  it('is cancelled by two operators before its end, and gives everything back', async () => {
    const id = await announce();
    await pass(HOUR_MS);
    await commit(ALICE, id, '300');
    expect(await office.refused('owner', officeSaleCancel, { id, why: ' ' })).toBe('field_missing');
    await office.as('owner', officeSaleCancel, { id, why: 'The project gave up.' });
    await exchange.engine.submit({ kind: 'clock.tick' });
    expect(await shown(id, ALICE)).toMatchObject({
      ...{ state: 'cancelled', cancelled: 'The project gave up.' },
      ...{ entries: 1, committed: '300', demanded: '300', sold: '0' },
      my: { state: 'settled', allotted: '0', refunded: '300' },
    });
    expect(await messages(ALICE)).toEqual([
      '“Meridian coin”: 300 USDT are free again. The sale was cancelled. Reason: The project gave up.',
      'You committed 300 USDT to “Meridian coin”, 300 USDT in all. It is held until the sale ends. If it was not you, change your password and write to us.',
    ]);
    expect(exchange.live.balance(SYSTEM.house, 'spot', BTC).available).toBe(100n * COIN);
    await expect(exchange.call(saleEntries, { id })).rejects.toMatchObject(code('sale_no_result'));
  });

  it.each([
    ['paid_in', BTC, 'input_invalid'],
    ['currency', 999, 'currency_unknown'],
    ['lots', 2_000, 'house_insufficient'],
    ['cap_number', '2100', 'input_invalid'],
    ['paper', 'javascript:x', 'link_invalid'],
  ])('with %s of %s is refused, and keeps no coins', async (field, value, refusal) => {
    expect(await office.refused('owner', officeSaleAnnounce, terms({ [field]: value }))).toBe(
      refusal,
    );
    expect(exchange.live.balance(SYSTEM.house, 'spot', BTC).available).toBe(100n * COIN);
  });
});

it('a supply whose announcement never came is back with the next sale', async () => {
  const { id } = await exchange.queries
    .insertInto('sale_texts')
    .values({ title: 'Stopped', about: '', paper: '', words: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const amount = (5n * COIN) as Amount;
  const sale = Number(id);
  await exchange.engine.submit({
    kind: 'sale.fund',
    ...{ sale, currency: BTC, direction: 'in', amount },
  });
  await announce();
  expect(exchange.live.balance(saleSource(sale), 'spot', BTC).available).toBe(0n);
  expect(exchange.live.balance(SYSTEM.house, 'spot', BTC).available).toBe(99n * COIN);
});

it('a sale of less than a day is none', async () => {
  const opens_ms = exchange.engine.timeMs + HOUR_MS;
  const short = terms({ opens_ms, closes_ms: opens_ms + DAY_MS - 1, free_bps: 10_000 });
  const { cliff_ms: _cliff, instalments: _count, instalment_ms: _gap, ...rest } = short;
  expect(await office.refused('owner', officeSaleAnnounce, rest)).toBe('input_invalid');
});

it('a sale cannot open in the past', async () => {
  const opens_ms = exchange.engine.timeMs - 1_000;
  expect(await office.refused('owner', officeSaleAnnounce, terms({ opens_ms }))).toBe('sale_late');
});

describe('a crowdfunding', () => {
  it('gives everything back where its target is missed, and is no token sale', async () => {
    const id = await announce({ kind: 'crowd', target: '800' });
    await pass(HOUR_MS);
    await expect(commit(ALICE, id, '100')).rejects.toMatchObject(code('sale_not_open'));
    await exchange.call(crowdCommit, { id, number: '700' }, { user: ALICE });
    expect(await exchange.call(saleList, {})).toEqual([]);
    await pass(DAY_MS);
    await exchange.engine.submit({ kind: 'clock.tick' });
    const [missed] = await exchange.call(crowdList, {}, { user: ALICE });
    expect(missed).toMatchObject({
      ...{
        id,
        state: 'missed',
        published: true,
        target: '800',
        committed: '700',
        demanded: '700',
        sold: '0',
      },
      my: { state: 'settled', allotted: '0', refunded: '700' },
    });
    expect(await messages(ALICE)).toContain(
      '“Meridian coin”: 700 USDT are free again. It missed its target.',
    );
    const told = await exchange.call(userMessages, { topic: 'sales' }, { user: ALICE });
    expect(new Set(told.list.map(({ sale }) => sale))).toEqual(new Set(['crowd']));
    const { available, held } = exchange.live.balance(ALICE, 'spot', USDT);
    expect([available % COIN, held]).toEqual([0n, 0n]);
  });

  it('is published once everything is given back, not as soon as its target is missed', async () => {
    const id = await announce({
      kind: 'crowd',
      target: '800000',
      lots: 10_000,
      lot_number: '0.0001',
    });
    await pass(HOUR_MS);
    await Promise.all(Array.from({ length: MORE_THAN_A_TICK }, (_, index) => enter(id, index)));
    await pass(DAY_MS);
    const state = async () => (await exchange.call(crowdList, {}))[0];
    expect(await state()).toMatchObject({ state: 'missed', published: false });
    await expect(exchange.call(saleEntries, { id })).rejects.toMatchObject(code('sale_no_result'));
    await exchange.engine.submit({ kind: 'clock.tick' });
    expect(await state()).toMatchObject({ state: 'missed', published: true });
    const { entries } = await exchange.call(saleEntries, { id });
    expect(entries).toHaveLength(MORE_THAN_A_TICK);
  });
});

/** A user who is in no table commits the price of a lot. */
async function enter(sale: number, index: number): Promise<void> {
  const user = FIRST_STRANGER + index;
  const amount = (100n * COIN) as Amount;
  const money = { kind: 'ledger.deposit', wallet: 'spot', reference: 'test' } as const;
  await exchange.engine.submit({ ...money, user, currency: USDT, amount });
  const person = index.toString(16).padStart(32, '0');
  const commitment = { kind: 'sale.commit', user, sale, amount, level: 1, person } as const;
  const { outcome } = await exchange.engine.submit(commitment);
  expect(outcome).toMatchObject({ ok: true });
}
