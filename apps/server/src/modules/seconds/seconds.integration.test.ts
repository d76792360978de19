import { createHash } from 'node:crypto';
import {
  secondsTickets,
  secondsSubmit,
  secondsTicket,
  secondsTicks,
  payableCurrencies,
  secondsOptions,
  insuranceBuy,
  insuranceCancel,
  type MicroOrder,
} from '@meridian/contract/seconds/calls';
import { walletChange } from '@meridian/contract/wallet/calls';
import type { PriceTicks } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';
import { winRates } from './queries.ts';

let exchange: TestExchange;

beforeAll(async () => (exchange = await TestExchange.open()));
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

async function tick(afterMs: number, cents: number, sources = 1): Promise<number> {
  exchange.engine.advance(afterMs);
  const { seq } = await exchange.engine.submit({
    kind: 'index.set',
    source: 'test',
    sources,
    prices: [[1, cents as PriceTicks]],
  });
  return seq;
}

async function open(
  user: number,
  type: '1' | '2' = '1',
  seconds = 30,
  key?: string,
): Promise<number> {
  const { id } = await exchange.call(
    secondsSubmit,
    { match_id: 1, currency_id: 3, type, seconds, number: '100' },
    { user, ...(key === undefined ? {} : { key }) },
  );
  return id;
}

async function list(user: number, status: '1' | '3'): Promise<MicroOrder[]> {
  return (await exchange.call(secondsTickets, { status }, { user })).data;
}

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof WireRefusal ? error.answer['code'] : error;
}

describe('a seconds contract', () => {
  it('is offered, opened, runs, and is won, with both ticks on it', async () => {
    const [usdt] = await exchange.call(payableCurrencies, { match_id: 1 }, { user: ALICE });
    expect(usdt).toMatchObject({
      id: 3,
      name: 'USDT',
      micro_trade_fee: '2',
      user_wallet: { balance: '5000', lock_balance: '0' },
    });
    expect(await exchange.call(secondsOptions, { match_id: 1 })).toContainEqual({
      seconds: 30,
      profit_ratio: '80',
      minnum: '10',
      maxnum: '5000',
    });
    const id = await open(ALICE);
    const [waiting] = await list(ALICE, '1');
    expect(waiting).toMatchObject({
      id,
      symbol_name: 'BTC/USDT',
      status: 1,
      open_price: '',
      fee: '2',
      fact_profits: '80',
      net_profits: '78',
      remain_milli_seconds: 30_000,
    });
    const openTick = await tick(1_000, 6_000_100);
    expect((await list(ALICE, '1'))[0]).toMatchObject({
      open_price: '60001',
      open_tick: openTick,
      remain_milli_seconds: 28_999,
    });
    const endTick = await tick(28_000, 6_000_200);
    await tick(2_000, 5_000_000);
    expect(await list(ALICE, '1')).toEqual([]);
    const [closed] = await list(ALICE, '3');
    expect(closed).toMatchObject({
      id,
      status: 3,
      result: 'won',
      open_price: '60001',
      end_price: '60002',
      open_tick: openTick,
      end_tick: endTick,
      fact_profits: '80',
      net_profits: '78',
      fee: '2',
    });
    expect(await list(BOB, '3')).toEqual([]);
  });

  it('can be recomputed from the public ticks, whose file is chained', async () => {
    const first = exchange.engine.timeMs;
    await open(ALICE, '2');
    await tick(1_000, 6_000_100);
    await tick(28_500, 6_000_000);
    await tick(1_000, 6_000_300);
    const [ticket] = await list(ALICE, '3');
    const { ticks, is_complete } = await exchange.call(secondsTicks, {
      match_id: 1,
      from_ms: first,
      to_ms: exchange.engine.timeMs,
    });
    expect(is_complete).toBe(true);
    const { create_time_ms, end_time_ms, open_delay_ms } = ticket as MicroOrder;
    const opening = ticks.find(
      ([, , , quotedMs]) => quotedMs > create_time_ms + (open_delay_ms ?? 0),
    );
    const settling = ticks.findLast(([, timeMs]) => timeMs <= end_time_ms);
    expect([opening?.[0], settling?.[0]]).toEqual([ticket?.open_tick, ticket?.end_tick]);
    expect(ticket?.result).toBe('won');
    const day = new Date(first + 8 * 3_600_000).toISOString().slice(0, 10);
    const file = await (
      await fetch(`${exchange.address}/api/microtrade/ticks?market=1&day=${day}`)
    ).text();
    const [head, ...lines] = file.trimEnd().split('\n');
    expect(head).toBe('tick,time_ms,price,quoted_ms,sources,hash');
    let hash = createHash('sha256').update(`meridian ticks BTC/USDT ${day}`).digest('hex');
    for (const line of lines) {
      const stated = line.slice(line.lastIndexOf(',') + 1);
      hash = createHash('sha256')
        .update(`${hash}\n${line.slice(0, line.lastIndexOf(',')).replace(/,+$/, '')}`)
        .digest('hex');
      expect(stated).toBe(hash);
    }
    expect(lines).toHaveLength(4);
  });

  it('that asks for venues is recomputed with prices of fewer passed over, and says both', async () => {
    const terms = exchange.live.seconds
      .allTerms()
      .find(({ market, currency }) => market === 1 && currency === 3);
    if (terms === undefined) throw new Error('no terms');
    await exchange.engine.submit({ kind: 'seconds.terms', terms: { ...terms, minSources: 3 } });
    await tick(1_000, 6_000_000, 3);
    const first = exchange.engine.timeMs;
    const id = await open(ALICE);
    expect(await list(ALICE, '1')).toMatchObject([{ id, min_sources: 3 }]);
    await tick(1_000, 6_000_100, 2);
    const openTick = await tick(1_000, 6_000_200, 3);
    const endTick = await tick(27_500, 6_000_300);
    await tick(1_000, 6_000_000);
    expect(await exchange.call(secondsTicket, { id })).toMatchObject({
      min_sources: 3,
      open_tick: openTick,
      end_tick: endTick,
      result: 'won',
    });
    const { ticks } = await exchange.call(secondsTicks, {
      match_id: 1,
      from_ms: first,
      to_ms: exchange.engine.timeMs,
    });
    expect(ticks.map(([, , , , sources]) => sources)).toEqual([3, 2, 3, 1, 1]);
    const day = new Date(first + 8 * 3_600_000).toISOString().slice(0, 10);
    const file = await (
      await fetch(`${exchange.address}/api/microtrade/ticks?market=1&day=${day}`)
    ).text();
    expect(
      file
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[4]),
    ).toEqual(['', '3', '2', '3', '', '']);
  });

  it('is open to anybody by its number once it is closed, but not whose it is or how much it was about', async () => {
    const id = await open(ALICE);
    await tick(1_000, 6_000_100);
    // One that runs is answered like one that never was.
    const [running, unknown] = [
      await refusal(exchange.call(secondsTicket, { id })),
      await refusal(exchange.call(secondsTicket, { id: id + 1_000 })),
    ];
    expect([running, unknown]).toEqual(['ticket_not_found', 'ticket_not_found']);
    await tick(28_500, 6_000_200);
    await tick(1_000, 6_000_300);
    const [own] = await list(ALICE, '3');
    const {
      currency_id: _currency,
      currency_name: _name,
      number: _stake,
      fee: _fee,
      fact_profits: _profit,
      net_profits: _net,
      status: _status,
      remain_milli_seconds: _left,
      ...rest
    } = own as MicroOrder;
    expect(await exchange.call(secondsTicket, { id })).toEqual(rest);
    expect(rest).toMatchObject({ id, result: 'won', symbol_name: 'BTC/USDT', profit_ratio: '80' });
    expect(JSON.stringify(rest)).not.toContain(String(ALICE));
  });

  it('item 27: cannot be opened on a stale price, at foreign odds or with a price, and is settled once', async () => {
    const outcome = async (input: Record<string, string>): Promise<unknown> => {
      const base = { match_id: '1', currency_id: '3', type: '1', seconds: '30', number: '100' };
      return refusal(exchange.call(secondsSubmit, { ...base, ...input } as never, { user: ALICE }));
    };
    expect(await outcome({ seconds: '31' })).toBe('duration_not_offered');
    expect(await outcome({ number: '9.99' })).toBe('stake_too_small');
    expect(await outcome({ match_id: '11' })).toBe('seconds_closed');
    expect(await outcome({ number: '-100' })).toBe('number_not_positive');
    // Prices, ratios and outcomes that a client adds change nothing.
    await outcome({
      profit_ratio: '900',
      open_price: '1',
      end_price: '999999',
      result: 'won',
      fee: '0',
      user_id: String(BOB),
    });
    await tick(1_000, 6_000_000);
    await tick(28_500, 5_999_900);
    await tick(1_000, 6_000_000);
    expect(await list(ALICE, '3')).toMatchObject([
      { result: 'lost', profit_ratio: '80', fact_profits: '-100', net_profits: '-102' },
    ]);
    await tick(60_000, 7_000_000);
    expect(await list(ALICE, '3')).toHaveLength(1);
    exchange.engine.advance(11_000);
    expect(await outcome({})).toBe('index_stale');
  });

  it('terms that are not those that were seen open none, and are told', async () => {
    const submitSeen = async (seen: Record<string, string>): Promise<unknown> => {
      const input = { match_id: 1, currency_id: 3, type: '1', seconds: 30, number: '100' } as const;
      return exchange.call(secondsSubmit, { ...input, ...seen }, { user: ALICE });
    };
    await submitSeen({ seen_payout: '80', seen_fee: '2' });
    for (const seen of [{ seen_payout: '79.99' }, { seen_payout: '80', seen_fee: '0' }])
      await expect(submitSeen(seen)).rejects.toMatchObject({
        answer: {
          code: 'seconds_terms_changed',
          message: expect.stringContaining('the payout is 80% now, the fee 2%') as string,
        },
      });
    const bad = [
      { seen_payout: '0' },
      { seen_fee: '-1' },
      { seen_fee: '10.01' },
      { seen_payout: '80.001' },
    ];
    expect(await Promise.all(bad.map((seen) => refusal(submitSeen(seen))))).toEqual([
      'input_invalid',
      'input_invalid',
      'input_invalid',
      'number_precision',
    ]);
    expect(await list(ALICE, '1')).toHaveLength(1);
  });

  it('the same key opens one', async () => {
    const [first, again] = [await open(ALICE, '1', 30, 'once'), await open(ALICE, '1', 30, 'once')];
    expect(again).toBe(first);
    expect(await list(ALICE, '1')).toHaveLength(1);
  });

  it('an insurance is bought, shown, pays, and is ended by its owner alone', async () => {
    const { id } = await exchange.call(
      insuranceBuy,
      { insurance_type: 3, number: '100' },
      { user: ALICE },
    );
    const [before] = await exchange.call(payableCurrencies, { match_id: 1 }, { user: ALICE });
    expect(before).toMatchObject({
      user_wallet: { balance: '4985', insurance_balance: '40', micro_with_insurance: '5025' },
      user_insurance: { id, amount: '100', net: '0' },
    });
    await open(ALICE);
    await tick(1_000, 6_000_000);
    await tick(28_500, 5_999_900);
    await tick(1_000, 6_000_000);
    const [after] = await exchange.call(payableCurrencies, { match_id: 1 }, { user: ALICE });
    expect(after).toMatchObject({
      user_wallet: { balance: '4903', insurance_balance: '20' },
      user_insurance: { claims_today: 1 },
    });
    expect(await refusal(exchange.call(insuranceCancel, { id }, { user: BOB }))).toBe(
      'insurance_not_found',
    );
    await exchange.call(insuranceCancel, { id }, { user: ALICE });
    expect(
      (await exchange.call(payableCurrencies, { match_id: 1 }, { user: ALICE }))[0],
    ).toMatchObject({ user_insurance: null });
  });

  it('win rates count one outcome for tickets with the same two ticks', async () => {
    await open(ALICE);
    await open(BOB);
    await open(BOB, '2');
    await tick(1_000, 6_000_000);
    await tick(28_500, 5_999_900);
    await tick(1_000, 6_000_000);
    await list(ALICE, '3');
    expect(await winRates(exchange.queries, { sinceMs: 0, limit: 10 })).toMatchObject([
      { market: 1, tickets: 3, up: 1, upWon: 0, down: 1, downWon: 1 },
    ]);
  });
});
