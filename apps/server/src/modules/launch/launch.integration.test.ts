import { upstart } from '@meridian/contract/launch/calls';
import { officeLaunchCoins, officeLaunchCoinSave } from '@meridian/contract/launch/office';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, TestExchange } from '../../../test/test-exchange.ts';
import { seedLaunch } from './seed.ts';

const DAY_MS = 86_400_000;
const COIN = 10n ** 8n;
/** A coin of the starting catalogue that nobody has: it stands for a new one. */
const EOS = 11;

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
  await sql`truncate launch_coins`.execute(exchange.queries);
});

const planFrom = (more: object = {}) => ({
  name: 'Harbour coin',
  index: 1,
  planned: '21000000',
  start_price: '1.2',
  start_ms: exchange.engine.timeMs + DAY_MS,
  end_ms: exchange.engine.timeMs + 30 * DAY_MS,
  paper: 'https://harbour.example/paper.pdf',
  is_shown: '1' as const,
  ...more,
});
const shown = async () => (await exchange.call(upstart, {})).data;
const save = (more: object = {}) => office.as('owner', officeLaunchCoinSave, planFrom(more));
const refused = async (more: object) =>
  (await office.send('owner', officeLaunchCoinSave, planFrom(more))).code;

describe('a new coin', () => {
  it('is announced by two operators, and shown to everybody under both names', async () => {
    const proposed = await office.send('owner', officeLaunchCoinSave, planFrom());
    expect(proposed.message).toMatchObject({ proposal: expect.any(Number) as number });
    expect(await shown()).toEqual([]);
    await save();
    const answer = await exchange.call(upstart, {});
    expect(answer).toMatchObject({ type: 'ok', message: answer.data });
    expect(answer.data).toMatchObject([
      {
        name: 'Harbour coin',
        cid: 0,
        currency_name: '',
        currency_match: 0,
        type: 1,
        faxing: '0',
        start_planned: '21000000',
        start_price: '1.2',
        pdf_path: 'https://harbour.example/paper.pdf',
      },
    ]);
  });

  it('is upcoming, runs, and is over; one that is hidden is there for operators alone', async () => {
    const { id } = await save();
    await save({ name: 'Hidden', index: 2, is_shown: '0' });
    expect(await shown()).toHaveLength(1);
    expect(await office.as('owner', officeLaunchCoins, {})).toHaveLength(2);
    for (const [days, type] of [
      [2, 2],
      [29, 3],
    ] as const) {
      exchange.engine.advance(days * DAY_MS);
      expect((await shown()).find((coin) => coin.id === id)).toMatchObject({ type });
    }
  });

  it('shows what the ledger has of it, and its market', async () => {
    await save({ currency: EOS });
    const fund = { kind: 'ledger.deposit', wallet: 'spot', reference: 'test' } as const;
    const deposit = (user: number, coins: bigint) =>
      exchange.engine.submit({
        ...fund,
        user,
        currency: EOS,
        amount: (coins * COIN) as never,
      });
    await deposit(ALICE, 40_000n);
    await deposit(3, 60_000n);
    const [coin] = await shown();
    const market = exchange.live.marketByPair(EOS, 3);
    expect(coin).toMatchObject({
      cid: EOS,
      currency_name: 'EOS',
      faxing: '100000',
      currency_match: market?.id,
    });
  });
});

describe('a plan', () => {
  it('is fixed from its start on; a coin is listed once, for good', async () => {
    const { id } = await save();
    const start = exchange.engine.timeMs + DAY_MS;
    const plan = planFrom({ id, start_ms: start, end_ms: start + DAY_MS });
    await office.as('owner', officeLaunchCoinSave, { ...plan, planned: '22000000' });
    exchange.engine.advance(2 * DAY_MS);
    for (const change of [
      { planned: '23000000' },
      { start_price: '1' },
      { start_ms: start + 1 },
      { end_ms: start + 2 * DAY_MS },
    ])
      expect(await refused({ ...plan, planned: '22000000', ...change })).toBe('launch_plan_fixed');
    const listed = { ...plan, planned: '22000000.00', currency: EOS, name: 'Harbour' };
    await office.as('owner', officeLaunchCoinSave, listed);
    expect(await shown()).toMatchObject([{ name: 'Harbour', cid: EOS }]);
    expect(await refused({ ...listed, currency: 1 })).toBe('launch_coin_listed');
    expect(await refused({ currency: EOS })).toBe('launch_coin_listed');
  });

  it.each([
    [{ id: 99 }, 'launch_coin_not_found'],
    [{ name: ' ' }, 'field_missing'],
    [{ planned: '0' }, 'number_not_positive'],
    [{ planned: '0.000000001' }, 'number_precision'],
    [{ start_price: '-1' }, 'number_not_positive'],
    [{ start_ms: 1 }, 'launch_dates_invalid'],
    [{ end_ms: 1 }, 'launch_dates_invalid'],
    [{ end_ms: 999_999_999_999_999 }, 'launch_dates_invalid'],
    [{ currency: 77 }, 'currency_unknown'],
    [{ index: 0 }, 'number_not_between'],
    [{ paper: 'javascript:alert(1)' }, 'link_invalid'],
    [{ paper: '//evil.example' }, 'link_invalid'],
  ])('%o is refused', async (more, code) => {
    expect(await refused(more)).toBe(code);
    expect(await shown()).toEqual([]);
  });
});

it('the demo introduces its own coin, once, with what is issued', async () => {
  const { engine, live, queries } = exchange;
  const parts = { engine, live, queries, now: () => exchange.engine.timeMs };
  await seedLaunch(parts);
  await seedLaunch(parts);
  expect(await shown()).toMatchObject([
    { name: 'Meridian coin', currency_name: 'MRD', faxing: '40000000', type: 2 },
    { name: 'Harbour coin', cid: 0, faxing: '0', type: 1 },
  ]);
});
