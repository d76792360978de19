import { feeTerms, feeTiers } from '@meridian/contract/fee/calls';
import { officeFeeTiers, officeFeeTiersSave } from '@meridian/contract/fee/office';
import { dataExport, dataExportPart } from '@meridian/contract/personal/calls';
import { transactionComplete } from '@meridian/contract/spot/calls';
import { statementExport } from '@meridian/contract/wallet/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';
import { startingNetwork } from '../custody/chain-networks.ts';
import { openLiveView } from '../live-view.ts';
import { seedFees } from './seed.ts';

const DAY_MS = 86_400_000;
const [BTC, USDT] = [1, 3];
const COIN = 10n ** 8n;
/** Reached with one trade of `trade`. */
const TIERS = '500:6:8,5000:4:6';

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange.close());
beforeEach(() => exchange.reset());

const save = (tiers: string, currency = USDT) =>
  office.as('owner', officeFeeTiersSave, { currency, ...(tiers === '' ? {} : { tiers }) });
const standing = async (user: number) => (await exchange.call(feeTiers, {}, { user })).my;

/** Alice sells Bob 0.01 BTC at 60,000 USDT. Returns the rates in hundredths of a percent. */
async function trade() {
  const { engine, live } = exchange;
  const market = live.marketByPair(BTC, USDT);
  if (market === undefined) throw new Error('no market');
  await engine.submit({
    kind: 'index.set',
    source: 'test',
    prices: [[market.id, Number((60_000n * COIN) / market.tickSize) as never]],
  });
  for (const [user, currency] of [
    [ALICE, BTC],
    [BOB, USDT],
  ] as const)
    await engine.submit({
      kind: 'ledger.deposit',
      user,
      wallet: 'spot',
      currency,
      amount: (1_000n * COIN) as never,
      reference: 'test',
    });
  const order = {
    kind: 'spot.place',
    market: market.id,
    type: 'limit',
    priceTicks: Number((60_000n * COIN) / market.tickSize) as never,
    quantityLots: Number(COIN / 100n / market.lotSize) as never,
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireTaker',
  } as const;
  await engine.submit({ ...order, user: ALICE, side: 'sell' });
  const { events } = await engine.submit({ ...order, user: BOB, side: 'buy' });
  const traded = events.find((event) => event.type === 'traded');
  if (traded === undefined) throw new Error('no trade');
  return {
    maker: Number((traded.makerFee * 10_000n) / traded.notional),
    taker: Number((traded.takerFee * 10_000n) / (COIN / 100n)),
  };
}

describe('terms of the other products', () => {
  it('are those in force, and of what is open', async () => {
    const { engine, live } = exchange;
    const network = startingNetwork('erc20');
    await engine.submit({ kind: 'custody.network', network });
    const before = await exchange.call(feeTerms, {});
    expect(before.withdrawals).toMatchObject([{ network: 'erc20', currency_name: 'USDT' }]);
    expect(before.contracts.find(({ pair }) => pair === 'BTC/USDT')).toMatchObject({ fee: '0.05' });
    const [terms] = live.margin.allTerms();
    if (terms === undefined) throw new Error('nothing is listed');
    await engine.submit({ kind: 'margin.terms', terms: { ...terms, feeBps: 7, overnightBps: 11 } });
    const changed = await exchange.call(feeTerms, {});
    expect(changed.contracts[0]).toMatchObject({ fee: '0.07', overnight: '0.11' });
    await engine.submit({ kind: 'margin.terms', terms: { ...terms, isOpen: false } });
    await engine.submit({ kind: 'custody.network', network: { ...network, isOpen: false } });
    const closed = await exchange.call(feeTerms, {});
    expect(closed.contracts).toEqual(before.contracts.slice(1));
    expect(closed.withdrawals).toEqual([]);
  });
});

describe('tiers of fees', () => {
  it('are set by two operators, and shown to everybody', async () => {
    const nothing = { currency_id: 0, currency_name: '', list: [], my: null };
    expect(await exchange.call(feeTiers, {})).toMatchObject(nothing);
    const proposed = await office.send('owner', officeFeeTiersSave, {
      currency: USDT,
      tiers: TIERS,
    });
    expect(proposed.message).toMatchObject({ proposal: expect.any(Number) as number });
    expect(await exchange.call(feeTiers, {})).toMatchObject(nothing);
    await save(TIERS);
    expect(await exchange.call(feeTiers, {})).toEqual({
      currency_id: USDT,
      currency_name: 'USDT',
      days: 30,
      list: [
        { level: 1, volume: '500', maker_fee: '0.06', taker_fee: '0.08' },
        { level: 2, volume: '5000', maker_fee: '0.04', taker_fee: '0.06' },
      ],
      my: null,
    });
  });

  it('change the fee of the first trade of the next day, and the level that is shown', async () => {
    await save(TIERS);
    const market = exchange.live.marketByPair(BTC, USDT);
    const rates = { maker: market?.makerFeeBps, taker: market?.takerFeeBps };
    expect(await trade()).toEqual(rates);
    expect(await standing(BOB)).toEqual({
      level: 0,
      volume: '0',
      today: '600',
      tomorrow: '600',
    });
    expect(await trade()).toEqual(rates);
    exchange.engine.advance(DAY_MS);
    expect(await standing(BOB)).toEqual({
      level: 1,
      volume: '1200',
      today: '0',
      tomorrow: '1200',
    });
    expect(await trade()).toEqual({ maker: 6, taker: 8 });
    expect((await office.as('owner', officeFeeTiers, {})).tiers).toMatchObject([
      { volume: '500', maker_fee_bps: 6, taker_fee_bps: 8, customers: 2 },
      { customers: 0 },
    ]);
    await save('500:5:7');
    expect((await office.as('owner', officeFeeTiers, {})).tiers).toMatchObject([{ customers: 2 }]);
    await save(TIERS);
    // The two trades of the first day count for the last time on the thirtieth day after it.
    exchange.engine.advance(29 * DAY_MS);
    expect(await standing(BOB)).toMatchObject({ level: 1, volume: '1800', tomorrow: '600' });
    exchange.engine.advance(2 * DAY_MS);
    expect(await standing(BOB)).toEqual({ level: 0, volume: '0', today: '0', tomorrow: '0' });
    expect(await trade()).toEqual(rates);
  });

  it('give makers below zero a part of the fee, in history, statement and export', async () => {
    await save('500:-2:8');
    await trade();
    exchange.engine.advance(DAY_MS);
    expect(await trade()).toEqual({ maker: 0, taker: 8 });
    expect((await exchange.call(feeTiers, {})).list).toMatchObject([{ maker_fee: '-0.02' }]);
    const { list } = await exchange.call(transactionComplete, {}, { user: ALICE });
    // 0.01 BTC at 2 hundredths of a percent.
    expect(list[0]).toMatchObject({
      ...{ type: 'out', in_fee: '0', out_fee: '0', rebate: '0.000002' },
      fills: [{ fee: '0', rebate: '0.000002', role: 'maker' }],
    });
    const taken = await exchange.call(transactionComplete, {}, { user: BOB });
    expect(taken.list[0]).toMatchObject({ in_fee: '0.000008', rebate: '0' });
    const { csv } = await exchange.call(statementExport, { currency: BTC }, { user: ALICE });
    expect(csv).toContain(',Maker rebate,0.000002,BTC,');
    expect(csv.split('\r\n').find((row) => row.includes('Maker rebate'))).toMatch(
      new RegExp(`,BTC/USDT,${list[0]?.id},${list[0]?.fills[0]?.id},`),
    );
    await exchange.stepUp(ALICE);
    await exchange.call(dataExport, {}, { user: ALICE });
    for (const part of ['orders', 'trades'] as const) {
      const { head, rows } = await exchange.call(dataExportPart, { part }, { user: ALICE });
      expect(rows.map((row) => row[head.indexOf('rebate')])).toEqual(['0', '0.000002']);
    }
  });

  it('are what a live view that begins from a snapshot shows', async () => {
    await save(TIERS);
    await trade();
    exchange.engine.advance(DAY_MS);
    await trade();
    const { live, engine } = exchange;
    const other = openLiveView(() => engine.timeMs);
    other.load(engine.exchange.snapshot());
    for (const view of [live, other]) {
      expect(view.fee.volumeOf(BOB, engine.timeMs)).toBe(600n * COIN);
      expect(view.fee.todayOf(BOB, engine.timeMs)).toBe(600n * COIN);
    }
    await save('', USDT);
    expect(await exchange.call(feeTiers, {}, { user: BOB })).toMatchObject({
      list: [],
      my: { level: 0, volume: '0', today: '0', tomorrow: '0' },
    });
  });

  it.each([
    ['500:6', 'input_invalid'],
    ['500:6:8:1', 'input_invalid'],
    ['500:x:8', 'input_invalid'],
    ['500:6:1001', 'number_not_between'],
    ['500:-101:200', 'number_not_between'],
    ['500:6:-1', 'input_invalid'],
    ['500:-0.5:8', 'input_invalid'],
    ['500:-8:8', 'fee_rebate_too_large'],
    ['500:-6:8,900:-6:6', 'fee_rebate_too_large'],
    ['0:6:8', 'number_not_positive'],
    ['1.000000001:6:8', 'number_precision'],
    ['500:6:8,500:5:7', 'fee_tiers_disordered'],
    ['500:6:8,900:7:7', 'fee_tiers_disordered'],
    ['500:6:8,900:6:9', 'fee_tiers_disordered'],
    [Array.from({ length: 21 }, (_, index) => `${index + 1}:1:1`).join(','), 'input_invalid'],
  ])('%s are refused', async (tiers, code) => {
    const { code: answer } = await office.send('owner', officeFeeTiersSave, {
      currency: USDT,
      tiers,
    });
    expect(answer).toBe(code);
    expect((await exchange.call(feeTiers, {})).list).toEqual([]);
  });

  it('count in a listed currency', async () => {
    const { code } = await office.send('owner', officeFeeTiersSave, { currency: 77, tiers: TIERS });
    expect(code).toBe('currency_unknown');
  });

  it('are in the demo once, and stay as an operator set them', async () => {
    await seedFees(exchange.engine, exchange.live);
    const { list } = await exchange.call(feeTiers, {});
    expect(list).toHaveLength(6);
    await save(TIERS);
    await seedFees(exchange.engine, exchange.live);
    expect((await exchange.call(feeTiers, {})).list).toHaveLength(2);
  });
});
