import { officeAudit } from '@meridian/contract/office/calls';
import {
  officeInsuranceOffers,
  officeInsuranceOfferSave,
  officeSecondsExposure,
  officeSecondsTerms,
  officeSecondsTermsSave,
  officeSecondsTickets,
  officeWinRates,
} from '@meridian/contract/seconds/office';
import { ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import { insuranceBuy, secondsSubmit } from '@meridian/contract/seconds/calls';
import { walletChange } from '@meridian/contract/wallet/calls';
import type { PriceTicks } from '@meridian/money/amount';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange, type WireRefusal } from '../../../test/test-exchange.ts';

const TERMS = {
  market: 1,
  currency: 3,
  fee_bps: 100,
  amounts: '20,40',
  durations: '60:8500:20:400, 30:7500:10:200.5',
  exposure_cap: '9000',
  open: '1',
} as const;
const OFFER = {
  id: 3,
  currency: 3,
  premium_bps: 1_000,
  cover_bps: 3_000,
  min_insured: '50',
  max_insured: '600',
  days: 2,
  open: '1',
} as const;

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
  for (const user of [ALICE, BOB])
    await exchange.call(
      walletChange,
      { number: '5000', currency_id: 3, from_field: 'change', to_field: 'micro' },
      { user },
    );
});

async function tick(afterMs: number, cents: number): Promise<number> {
  exchange.engine.advance(afterMs);
  const { seq } = await exchange.engine.submit({
    kind: 'index.set',
    source: 'test',
    prices: [[1, cents as PriceTicks]],
  });
  return seq;
}

async function open(user: number, type: '1' | '2'): Promise<number> {
  return (
    await exchange.call(
      secondsSubmit,
      { match_id: 1, currency_id: 3, type, seconds: 30, number: '100' },
      { user },
    )
  ).id;
}

const termsOfBitcoin = async () =>
  (await office.as('owner', officeSecondsTerms, {})).find(
    ({ market, currency }) => market === 1 && currency === 3,
  );

describe('the terms of seconds contracts', () => {
  it('are changed by a journaled command, and the log says what was before and after', async () => {
    const before = await termsOfBitcoin();
    expect(before).toMatchObject({
      symbol: 'BTC/USDT',
      currency_name: 'USDT',
      fee_bps: 200,
      exposure_cap: '500000',
      is_open: true,
      is_marked: true,
    });
    await office.as('owner', officeSecondsTermsSave, {
      ...TERMS,
      open_delay_ms: 750,
      min_sources: 3,
    });
    const durations = [
      { seconds: 30, payout_bps: 7_500, min_stake: '10', max_stake: '200.5' },
      { seconds: 60, payout_bps: 8_500, min_stake: '20', max_stake: '400' },
    ];
    const after = {
      fee_bps: 100,
      amounts: ['20', '40'],
      durations,
      exposure_cap: '9000',
      open_delay_ms: 750,
      min_sources: 3,
      is_open: true,
    };
    expect(await termsOfBitcoin()).toMatchObject(after);
    const [entry] = (await office.as('owner', officeAudit, {})).list;
    expect(entry).toMatchObject({ action: 'seconds.change', subject: 'market 1, currency 3' });
    expect([JSON.parse(entry?.before ?? ''), JSON.parse(entry?.after ?? '')]).toMatchObject([
      before,
      after,
    ]);
    // A form that does not know the delay and the venues leaves them.
    await office.as('owner', officeSecondsTermsSave, TERMS);
    expect(await termsOfBitcoin()).toMatchObject({ open_delay_ms: 750, min_sources: 3 });
    await tick(1_000, 6_000_100);
    expect(
      await open(ALICE, '1').catch((reason: unknown) => (reason as WireRefusal).answer['code']),
    ).toBe('index_thin');
  });

  it('are offered where there were none, and can be closed', async () => {
    await office.as('owner', officeSecondsTermsSave, {
      ...TERMS,
      currency: 2,
      amounts: '',
      open: '0',
    });
    expect(
      (await office.as('finance', officeSecondsTerms, {})).find(
        ({ market, currency }) => market === 1 && currency === 2,
      ),
    ).toMatchObject({ currency_name: 'ETH', amounts: [], is_open: false });
  });

  it('change nothing about a ticket that runs', async () => {
    const id = await open(ALICE, '1');
    const before = exchange.engine.exchange.snapshot().seconds.tickets;
    await office.as('owner', officeSecondsTermsSave, {
      ...TERMS,
      durations: '30:100:10:200',
      fee_bps: 900,
    });
    expect(exchange.engine.exchange.snapshot().seconds.tickets).toEqual(before);
    await tick(1_000, 6_000_100);
    await tick(28_000, 6_000_200);
    await tick(2_000, 6_000_200);
    expect((await office.as('auditor', officeSecondsTickets, {})).list).toMatchObject([
      { id, result: 'won', payout_bps: 8_000, profit: '78', fee: '2' },
    ]);
  });

  it.each([
    [{ durations: '' }, 'field_missing'],
    [{ durations: '30:8000:10' }, 'number_syntax'],
    [{ durations: '30:8000:10:20:30' }, 'input_invalid'],
    [{ durations: '30:8000:20:10' }, 'input_invalid'],
    [{ durations: '30:8000:10:20,30:7000:10:20' }, 'input_invalid'],
    [{ durations: '0:8000:10:20' }, 'number_not_between'],
    [{ durations: '30:0:10:20' }, 'number_not_between'],
    [{ durations: '30:100001:10:20' }, 'number_not_between'],
    [{ durations: '30:8000:0:20' }, 'number_not_positive'],
    [
      {
        durations: Array.from({ length: 13 }, (_none, index) => `${index + 30}:8000:10:20`).join(
          ',',
        ),
      },
      'input_invalid',
    ],
    [{ amounts: '10,,20' }, 'number_syntax'],
    [{ amounts: '-10' }, 'number_not_positive'],
    [{ amounts: Array.from({ length: 13 }, () => '1').join(',') }, 'input_invalid'],
    [{ fee_bps: '1001' }, 'number_not_between'],
    [{ min_sources: '0' }, 'number_not_between'],
    [{ min_sources: '101' }, 'number_not_between'],
    [{ exposure_cap: '0' }, 'number_not_positive'],
    [{ exposure_cap: '80000000000' }, 'malformed'],
    [{ market: '99' }, 'market_unknown'],
    [{ currency: '99' }, 'currency_unknown'],
  ])('stay as they are when something is wrong: %o', async (wrong, code) => {
    const before = exchange.state();
    expect(await office.refused('owner', officeSecondsTermsSave, { ...TERMS, ...wrong })).toBe(
      code,
    );
    expect(exchange.state()).toEqual(before);
  });

  it("are nobody else's to change, and only some roles' to see", async () => {
    const before = exchange.state();
    for (const role of ROLE_NAMES) {
      const permissions: readonly string[] = ROLES[role];
      for (const call of [
        officeSecondsTerms,
        officeSecondsTickets,
        officeSecondsExposure,
        officeInsuranceOffers,
        officeWinRates,
      ])
        expect((await office.send(role, call, {})).status, `${role} ${call.path}`).toBe(
          permissions.includes('contracts.read') ? 200 : 403,
        );
      if (permissions.includes('contracts.write')) continue;
      expect(await office.send(role, officeSecondsTermsSave, TERMS)).toMatchObject({
        status: 403,
        code: 'permission_denied',
      });
      expect(await office.send(role, officeInsuranceOfferSave, OFFER)).toMatchObject({
        status: 403,
        code: 'permission_denied',
      });
    }
    expect(exchange.state()).toEqual(before);
  });
});

describe('insurances', () => {
  it('are changed and added, logged with before and after', async () => {
    const before = (await office.as('owner', officeInsuranceOffers, {})).find(({ id }) => id === 3);
    expect(await office.as('owner', officeInsuranceOfferSave, OFFER)).toEqual({ id: 3 });
    const after = {
      premium_bps: 1_000,
      cover_bps: 3_000,
      min_insured: '50',
      max_insured: '600',
      days: 2,
      is_open: true,
    };
    expect(
      (await office.as('owner', officeInsuranceOffers, {})).find(({ id }) => id === 3),
    ).toMatchObject(after);
    const [entry] = (await office.as('owner', officeAudit, {})).list;
    expect(entry).toMatchObject({ action: 'insurance.change', subject: 'insurance 3' });
    expect([JSON.parse(entry?.before ?? ''), JSON.parse(entry?.after ?? '')]).toMatchObject([
      before,
      after,
    ]);
    const { id: _id, ...added } = OFFER;
    expect(await office.as('owner', officeInsuranceOfferSave, { ...added, currency: 2 })).toEqual({
      id: 4,
    });
  });

  it.each([
    [{ id: '77' }, 'insurance_not_found'],
    [{ currency: '1' }, 'insurance_fixed'],
    [{ premium_bps: '0' }, 'number_not_between'],
    [{ cover_bps: '10001' }, 'number_not_between'],
    [{ days: '91' }, 'number_not_between'],
    [{ min_insured: '601' }, 'input_invalid'],
    [{ min_insured: '0' }, 'number_not_positive'],
  ])('stay as they are when something is wrong: %o', async (wrong, code) => {
    const before = exchange.state();
    expect(await office.refused('owner', officeInsuranceOfferSave, { ...OFFER, ...wrong })).toBe(
      code,
    );
    expect(exchange.state()).toEqual(before);
  });
});

describe('tickets and exposure', () => {
  it('tell both ticks with their prices, and are found by state, market and customer', async () => {
    const first = await open(ALICE, '1');
    const openTick = await tick(1_000, 6_000_100);
    const second = await open(BOB, '2');
    expect(
      (await office.as('auditor', officeSecondsTickets, { status: 'running' })).list,
    ).toMatchObject([
      {
        id: second,
        user: BOB,
        direction: 'down',
        result: 'running',
        open_tick: 0,
        open_price: '',
        profit: '',
      },
      {
        id: first,
        account: `${ALICE}@test`,
        open_tick: openTick,
        open_price: '60001',
        settle_tick: 0,
        closed_time: '',
      },
    ]);
    const settleTick = await tick(28_000, 6_000_200);
    await tick(1_500, 5_999_900);
    const [closed] = (await office.as('auditor', officeSecondsTickets, { status: 'closed' })).list;
    expect(closed).toMatchObject({
      id: first,
      result: 'won',
      open_tick: openTick,
      open_price: '60001',
      settle_tick: settleTick,
      settle_price: '60002',
      stake: '100',
      profit: '78',
      fee: '2',
    });
    expect(
      (await office.as('auditor', officeSecondsTickets, { q: String(BOB) })).list.map(
        ({ id }) => id,
      ),
    ).toEqual([second]);
    expect(await office.as('auditor', officeSecondsTickets, { market: 2 })).toMatchObject({
      list: [],
      total: 0,
    });
    expect(await office.as('auditor', officeSecondsTickets, { q: 'nobody' })).toMatchObject({
      list: [],
      total: 0,
    });
  });

  it('are summed by direction beside the cap, with the accounts that pay', async () => {
    await open(ALICE, '1');
    await open(BOB, '2');
    await exchange.call(insuranceBuy, { insurance_type: 3, number: '1000' }, { user: ALICE });
    const { markets, accounts } = await office.as('finance', officeSecondsExposure, {});
    expect(
      markets.find(({ market, currency_name }) => market === 1 && currency_name === 'USDT'),
    ).toEqual({
      market: 1,
      symbol: 'BTC/USDT',
      currency_name: 'USDT',
      up: '80',
      down: '80',
      total: '160',
      cap: '500000',
      tickets: 2,
      is_open: true,
    });
    expect(accounts.filter(({ currency_name }) => currency_name === 'USDT')).toEqual([
      {
        owner: 'house',
        wallet: 'seconds',
        currency_name: 'USDT',
        available: '20000000',
        owed: '160',
      },
      {
        owner: 'insurance',
        wallet: 'seconds',
        currency_name: 'USDT',
        available: '400',
        owed: '400',
      },
    ]);
  });
});

describe('win rates', () => {
  it('stand beside what a fair price gives, by market and hour', async () => {
    await open(ALICE, '1');
    await open(BOB, '1');
    await open(BOB, '2');
    await tick(1_000, 6_000_000);
    await tick(28_500, 5_999_900);
    await tick(1_000, 6_000_000);
    // As many rises are seen by both directions: none.
    expect(await office.as('finance', officeWinRates, {})).toMatchObject([
      {
        market: 1,
        symbol: 'BTC/USDT',
        tickets: 3,
        outcomes: 2,
        won: 1,
        expected: '1',
        sigma: '0',
        is_suspicious: false,
      },
    ]);
  });

  it('are flagged where both directions lose too often', async () => {
    // No exchange of ours comes to this, so it is written into the read model: forty lost outcomes
    // each way.
    await sql`
      insert into tickets (id, user_id, market, currency, direction, seconds, stake, fee, fee_bps, payout, payout_bps, opened_ms, due_ms, max_tick_age_ms, policy, result, open_tick, settle_tick, closed_ms)
      select 1000 + n, ${ALICE}, 2, 3, case n % 2 when 0 then 'up' else 'down' end, 30, 1, 0, 0, 1, 8000, 0, 0, 0, 0, 'lost', n, n, ${exchange.engine.timeMs}::bigint
      from generate_series(1, 80) as n`.execute(exchange.queries);
    expect(await office.as('auditor', officeWinRates, {})).toMatchObject([
      { market: 2, outcomes: 80, won: 0, expected: '40', is_suspicious: true },
    ]);
  });
});
