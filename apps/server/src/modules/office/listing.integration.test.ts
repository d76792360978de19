import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { quotationNew } from '@meridian/contract/market/calls';
import { officeAudit } from '@meridian/contract/office/calls';
import {
  officeCurrencies,
  officeCurrencySave,
  officeMarketAdd,
  officeMarkets,
  officeMarketSave,
} from '@meridian/contract/market/office';
import type { Role } from '@meridian/contract/office/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestExchange } from '../../../test/test-exchange.ts';
import { TestOffice } from '../../../test/people/operators.ts';

let exchange: TestExchange;
let office: TestOffice<Role | 'second owner'>;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  await exchange.reset();
  office = await TestOffice.open<'second owner'>(exchange);
  await office.add('second owner', 'owner');
});
afterAll(() => exchange.close());

/** The rules of a market, from its row. */
function rulesOf({
  symbol: _symbol,
  base: _base,
  quote: _quote,
  tick_size: _tick,
  lot_size: _lot,
  is_display,
  open_microtrade,
  ...rules
}: CallOutput<typeof officeMarkets>[number]): CallInput<typeof officeMarketSave> {
  return {
    ...rules,
    is_display: is_display === 1 ? '1' : '0',
    open_microtrade: open_microtrade === 1 ? '1' : '0',
  };
}

async function newestEntry() {
  return (await office.as('auditor', officeAudit, {})).list[0];
}

describe('currencies and markets', () => {
  it('have rules that an operator changes, logged as they were and as they are', async () => {
    const [market] = await office.as('owner', officeMarkets, {});
    if (market === undefined) throw new Error('there is no market');
    const rules = rulesOf(market);
    const had = market.open_microtrade === 1;
    await office.as('owner', officeMarketSave, {
      ...rules,
      taker_fee_bps: 25,
      is_display: '0',
      open_microtrade: had ? '0' : '1',
      max_quantity: '150',
    });
    expect(exchange.live.market(1)).toMatchObject({
      takerFeeBps: 25,
      isDisplayed: false,
      hasSeconds: !had,
      maxQuantityLots: 15_000_000,
    });
    const entry = await newestEntry();
    expect(entry).toMatchObject({ action: 'market.change', subject: 'market 1' });
    expect(JSON.parse(entry?.before ?? '')).toMatchObject({
      taker_fee_bps: 10,
      is_display: 1,
      open_microtrade: had ? 1 : 0,
      max_quantity: '200',
    });
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({
      taker_fee_bps: 25,
      is_display: 0,
      open_microtrade: had ? 0 : 1,
      max_quantity: '150',
    });
    const groups = await exchange.call(quotationNew, {});
    expect(groups.flatMap((group) => group.quotation).find(({ id }) => id === 1)).toMatchObject({
      is_display: 0,
      open_microtrade: had ? 0 : 1,
      taker_fee: '0.25',
    });
  });

  it.each([
    [{ taker_fee_bps: 1001 }, 'number_not_between'],
    [{ band_bps: 10_000 }, 'number_not_between'],
    [{ max_open_orders: 0 }, 'number_not_between'],
    [{ min_total: '-1' }, 'number_not_positive'],
    [{ min_total: '0.000000001' }, 'number_precision'],
    [{ max_quantity: '0' }, 'number_not_positive'],
    [{ max_quantity: '0.000000001' }, 'number_precision'],
    [{ max_quantity: '0.000001' }, 'quantity_off_lot'],
    [{ max_quantity: '99999999' }, 'number_range'],
    [{ id: 99 }, 'market_unknown'],
  ])('stay as they are where a rule cannot be: %j', async (change, code) => {
    const before = await office.as('owner', officeMarkets, {});
    const [market] = before;
    if (market === undefined) throw new Error('there is no market');
    expect(await office.refused('owner', officeMarketSave, { ...rulesOf(market), ...change })).toBe(
      code,
    );
    expect(await office.as('owner', officeMarkets, {})).toEqual(before);
  });

  it('are listed, each code and each pair once, also by two at the same time', async () => {
    const answers = await Promise.all(
      ['owner', 'second owner', 'owner'].map((name) =>
        office.refused(name as Role, officeCurrencySave, { code: 'SOL' }),
      ),
    );
    expect(answers.toSorted()).toEqual(['accepted', 'currency_listed', 'currency_listed']);
    const sol = (await office.as('finance', officeCurrencies, {})).find(
      ({ code }) => code === 'SOL',
    );
    expect(sol).toEqual({ id: 12, code: 'SOL', scale: 8, markets: 0 });
    const [market] = await office.as('owner', officeMarkets, {});
    if (market === undefined) throw new Error('there is no market');
    const { id: _id, ...rules } = rulesOf(market);
    const form = {
      ...rules,
      base: 12,
      quote: 3,
      tick_size: '0.01',
      lot_size: '0.001',
      max_quantity: '10000',
      status: 'closed',
    } as const;
    expect(
      await office.refused('owner', officeMarketAdd, {
        ...form,
        lot_size: '0.0000001',
        max_quantity: '1',
      }),
    ).toBe('market_grid_invalid');
    expect(await newestEntry()).toMatchObject({
      action: 'market.add_refused',
      after: expect.stringContaining('"value":"market_grid_invalid"') as string,
    });
    const added = await Promise.all(
      ['owner', 'second owner'].map((name) => office.refused(name as Role, officeMarketAdd, form)),
    );
    expect(added.toSorted()).toEqual(['accepted', 'market_listed']);
    expect((await office.as('owner', officeMarkets, {})).at(-1)).toMatchObject({
      id: 15,
      symbol: 'SOL/USDT',
      tick_size: '0.01',
      lot_size: '0.001',
      max_quantity: '10000',
      status: 'closed',
    });
    expect(await office.refused('owner', officeMarketAdd, { ...form, base: 99 })).toBe(
      'currency_unknown',
    );
    expect(await office.refused('owner', officeMarketAdd, { ...form, base: 3 })).toBe(
      'market_grid_invalid',
    );
    await office.as('owner', officeCurrencySave, { id: 12, code: 'SOLX' });
    expect(await newestEntry()).toMatchObject({
      action: 'currency.change',
      before: '{"id":12,"code":"SOL","scale":8}',
      after: expect.stringContaining('{"scale":8,"id":12,"code":"SOLX"') as string,
    });
    expect((await office.as('owner', officeMarkets, {})).at(-1)?.symbol).toBe('SOLX/USDT');
    expect(await office.refused('owner', officeCurrencySave, { id: 12, code: 'BTC' })).toBe(
      'currency_listed',
    );
    expect(await office.refused('owner', officeCurrencySave, { code: 'btc' })).toBe(
      'currency_code_invalid',
    );
    const { id: shib } = await office.as('owner', officeCurrencySave, { code: 'SHIB', scale: '4' });
    expect(
      (await office.as('owner', officeCurrencies, {})).find(({ id }) => id === shib),
    ).toMatchObject({ code: 'SHIB', scale: 4 });
    expect(
      await office.refused('owner', officeCurrencySave, { id: shib, code: 'SHIB', scale: '8' }),
    ).toBe('currency_scale_fixed');
    expect(await office.refused('owner', officeCurrencySave, { code: 'PEPE', scale: '9' })).toBe(
      'input_invalid',
    );
    expect(await office.refused('owner', officeCurrencySave, { id: 99, code: 'NEW' })).toBe(
      'currency_unknown',
    );
  });
});

describe('changes of what is listed', () => {
  it('regression: more at once than there are connections all come to an end', async () => {
    const saved = await Promise.all(
      Array.from({ length: 24 }, (_none, index) =>
        office.as('owner', officeCurrencySave, { code: `AT${index}ONCE` }),
      ),
    );
    expect(new Set(saved.map(({ id }) => id)).size).toBe(24);
  }, 20_000);
});
