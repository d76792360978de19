import { marginSubmit } from '@meridian/contract/margin/calls';
import { officeAudit } from '@meridian/contract/office/calls';
import {
  officeMarginExposure,
  officeMarginPositions,
  officeMarginTerms,
  officeMarginTermsSave,
} from '@meridian/contract/margin/office';
import { ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import { walletChange } from '@meridian/contract/wallet/calls';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';

const PAIR = { legal_id: 3, currency_id: 1 };
const TERMS = {
  id: 1,
  leverages: '20, 10',
  lot_size: '0.002',
  min_lots: 2,
  max_lots: 500,
  spread_bps: 10,
  fee_bps: 20,
  overnight_bps: 7,
  maintenance_percent: 50,
  exposure_cap: '1000',
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
  await exchange.engine.submit({
    kind: 'ledger.deposit',
    user: SYSTEM.house,
    wallet: 'margin',
    currency: 3,
    amount: 1_000_000_0000_0000n as Amount,
    reference: 'test',
  });
  for (const user of [ALICE, BOB])
    await exchange.call(
      walletChange,
      { number: '5000', currency_id: 3, from_field: 'change', to_field: 'lever' },
      { user },
    );
});

async function open(user: number, type: '1' | '2', share: string): Promise<void> {
  await exchange.call(marginSubmit, { ...PAIR, multiple: 10, share, type, status: '1' }, { user });
  await index(60_000);
}

/** An index of three venues, five seconds later: the mark price is there too. */
async function index(price: number): Promise<void> {
  exchange.engine.advance(5_000);
  await exchange.engine.submit({
    kind: 'index.set',
    source: 'test',
    sources: 3,
    prices: [[1, (price * 100) as PriceTicks]],
  });
}

const termsOfBitcoin = async () =>
  (await office.as('owner', officeMarginTerms, {})).find(({ id }) => id === 1);

describe('the terms of leveraged contracts', () => {
  it('are changed by a journaled command, and the log says what was before and after', async () => {
    const before = await termsOfBitcoin();
    expect(before).toMatchObject({
      symbol: 'BTC/USDT',
      is_offered: true,
      leverages: [5, 10, 20, 50, 100],
      lot_size: '0.001',
      spread_bps: 2,
      exposure_cap: '20000000',
      is_open: true,
    });
    await office.as('owner', officeMarginTermsSave, { ...TERMS, slippage_bps: 80, min_sources: 3 });
    const after = {
      leverages: [10, 20],
      lot_size: '0.002',
      min_lots: 2,
      max_lots: 500,
      spread_bps: 10,
      fee_bps: 20,
      overnight_bps: 7,
      maintenance_percent: 50,
      exposure_cap: '1000',
      slippage_bps: 80,
      min_sources: 3,
      fill_delay_ms: 100,
      liquidation_fee_bps: 10,
    };
    expect(await termsOfBitcoin()).toMatchObject(after);
    expect(
      exchange.engine.exchange.snapshot().margin.terms.find(({ market }) => market === 1),
    ).toMatchObject({
      leverages: [10, 20],
      lotSize: '200000',
      exposureCap: '100000000000',
      slippageBps: 80,
      minSources: 3,
      liquidationFeeBps: 10,
    });
    const [entry] = (await office.as('owner', officeAudit, {})).list;
    expect(entry).toMatchObject({ action: 'margin.change', subject: 'market 1' });
    expect([JSON.parse(entry?.before ?? ''), JSON.parse(entry?.after ?? '')]).toMatchObject([
      before,
      after,
    ]);
  });

  it('are offered where there were none', async () => {
    expect(
      (await office.as('auditor', officeMarginTerms, {})).find(({ id }) => id === 11),
    ).toMatchObject({ symbol: 'ETH/BTC', is_offered: false, leverages: [], lot_size: '' });
    await office.as('owner', officeMarginTermsSave, { ...TERMS, id: 11, lot_size: '0.1' });
    expect(
      (await office.as('auditor', officeMarginTerms, {})).find(({ id }) => id === 11),
    ).toMatchObject({ is_offered: true, lot_size: '0.1', leverages: [10, 20] });
  });

  it('change nothing about a position that is open', async () => {
    await open(ALICE, '1', '10');
    const position = exchange.engine.exchange.snapshot().margin.positions;
    const [row] = (await office.as('finance', officeMarginPositions, {})).list;
    await office.as('owner', officeMarginTermsSave, TERMS);
    expect(exchange.engine.exchange.snapshot().margin.positions).toEqual(position);
    expect((await office.as('finance', officeMarginPositions, {})).list).toEqual([row]);
  });

  it.each([
    [{ leverages: '10,10' }, 'input_invalid'],
    [{ leverages: '10,x' }, 'input_invalid'],
    [{ leverages: '0' }, 'number_not_between'],
    [{ leverages: '1001' }, 'number_not_between'],
    [
      { leverages: Array.from({ length: 21 }, (_none, index) => index + 1).join(',') },
      'input_invalid',
    ],
    [{ lot_size: '0' }, 'number_not_positive'],
    [{ lot_size: '-1' }, 'number_not_positive'],
    [{ lot_size: '0.000000001' }, 'number_precision'],
    [{ lot_size: '0.00000001' }, 'market_grid_invalid'],
    [{ min_lots: '501' }, 'number_not_between'],
    [{ min_lots: '0' }, 'number_not_between'],
    [{ spread_bps: '1001' }, 'number_not_between'],
    [{ maintenance_percent: '0' }, 'number_not_between'],
    [{ maintenance_percent: '101' }, 'number_not_between'],
    [{ exposure_cap: '0' }, 'number_not_positive'],
    [{ slippage_bps: '0' }, 'number_not_between'],
    [{ fill_timeout_ms: '999' }, 'number_not_between'],
    [{ fill_delay_ms: '5000', fill_timeout_ms: '5999' }, 'input_invalid'],
    [{ min_sources: '101' }, 'number_not_between'],
    [{ id: '99' }, 'market_unknown'],
  ])('stay as they are when something is wrong: %o', async (wrong, code) => {
    const before = exchange.state();
    expect(await office.refused('owner', officeMarginTermsSave, { ...TERMS, ...wrong })).toBe(code);
    expect(exchange.state()).toEqual(before);
  });

  it("are nobody else's to change, and only some roles' to see", async () => {
    const before = exchange.state();
    for (const role of ROLE_NAMES) {
      const permissions: readonly string[] = ROLES[role];
      for (const call of [officeMarginTerms, officeMarginPositions, officeMarginExposure])
        expect((await office.send(role, call, {})).status, `${role} ${call.path}`).toBe(
          permissions.includes('contracts.read') ? 200 : 403,
        );
      if (!permissions.includes('contracts.write'))
        expect(await office.send(role, officeMarginTermsSave, TERMS)).toMatchObject({
          status: 403,
          code: 'permission_denied',
        });
    }
    expect(
      ROLE_NAMES.filter((role) => (ROLES[role] as readonly string[]).includes('contracts.write')),
    ).toEqual(['owner']);
    expect(exchange.state()).toEqual(before);
  });
});

describe('positions and exposure', () => {
  it('are shown with entry, mark, profit and margin ratio, and found by market and customer', async () => {
    await open(ALICE, '1', '10');
    await open(BOB, '2', '20');
    await index(60_600);
    const all = await office.as('auditor', officeMarginPositions, {});
    expect(all).toMatchObject({
      total: 2,
      list: [
        { user: BOB, side: 'short' },
        {
          user: ALICE,
          account: `${ALICE}@test`,
          side: 'long',
          entry_price: '60012',
          mark_price: '60600',
          number: '0.01',
          value: '600.12',
          margin: '60.012',
          profit: '5.88',
          leverage: 10,
          maintenance_percent: 30,
        },
      ],
    });
    expect(Number(all.list[1]?.margin_ratio)).toBeGreaterThan(8_000);
    expect(
      (await office.as('auditor', officeMarginPositions, { q: `${ALICE}@` })).list.map(
        ({ user }) => user,
      ),
    ).toEqual([ALICE]);
    expect(
      (await office.as('auditor', officeMarginPositions, { q: String(BOB), market: 1 })).list.map(
        ({ user }) => user,
      ),
    ).toEqual([BOB]);
    expect(await office.as('auditor', officeMarginPositions, { market: 2 })).toMatchObject({
      list: [],
      total: 0,
    });
    expect(await office.as('auditor', officeMarginPositions, { q: 'nobody' })).toMatchObject({
      list: [],
      total: 0,
    });
    expect(await office.as('auditor', officeMarginPositions, { page: 2 })).toMatchObject({
      list: [],
      total: 2,
    });
  });

  it('are summed by side beside the cap, with the accounts that pay', async () => {
    await open(ALICE, '1', '10');
    await open(BOB, '2', '20');
    await index(59_400);
    const { markets, accounts } = await office.as('finance', officeMarginExposure, {});
    // Short 20 lots at 59,988, long 10 at 60,012: 11.76 and -6.12 of profit.
    expect(markets.find(({ market }) => market === 1)).toEqual({
      market: 1,
      symbol: 'BTC/USDT',
      quote_name: 'USDT',
      long: '600.12',
      short: '1199.76',
      cap: '20000000',
      positions: 2,
      profits: '5.64',
      is_open: true,
    });
    expect(accounts).toMatchObject([
      { owner: 'house', wallet: 'margin', currency_name: 'USDT', owed: '5.64' },
      { owner: 'insurance', wallet: 'spot', currency_name: 'USDT', owed: '0' },
    ]);
  });
});
