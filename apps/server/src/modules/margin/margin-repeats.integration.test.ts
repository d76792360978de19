/** Calls of contracts that are sent again under their key, after a lost answer. */
import type { CallInput } from '@meridian/contract/schema/call';
import {
  marginAdd,
  marginCancel,
  marginClose,
  marginCloseMany,
  marginRemove,
  marginReverse,
  marginSetStops,
  marginSubmit,
} from '@meridian/contract/margin/calls';
import type { Command } from '@meridian/core/commands';
import type { PriceTicks } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  enterOn,
  fundMargin,
  indexOf,
  listedOn,
  LONG,
  refusalOf,
} from '../../../test/margin-scene.ts';
import { ALICE, TestExchange, type As } from '../../../test/test-exchange.ts';

const IN_LIST = { type: 'ok', message: 'The list shows how it stands' };

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(async () => {
  await exchange?.close();
});
beforeEach(async () => {
  await exchange.reset();
  await fundMargin(exchange);
  exchange.submit = (command) => exchange.engine.submit(command);
});

const alice: As = { user: ALICE };
const keyed = (key: string): As => ({ ...alice, key });
const index = (price: number) => indexOf(exchange, price);
const enter = (input: CallInput<typeof marginSubmit>) => enterOn(exchange, input, alice);
const listed = (status: 0 | 1 | 3 | 4) => listedOn(exchange, status, alice);
/** Part of a position, or all of it, at the next price. */
const close = (id: number, share: string | undefined, as: As = alice, target?: string) =>
  exchange.call(
    marginClose,
    {
      id,
      ...(share !== undefined && { share }),
      ...(target !== undefined && { target_price: target }),
    },
    as,
  );
/** Lots of longs at a price of its own. */
const reduceAt = (target_price: string, as: As) =>
  exchange.call(
    marginSubmit,
    { ...LONG, type: 2, share: '10', status: 0, target_price, reduce_only: 1 },
    as,
  );

/** An index at once, with quotes that are two seconds old. */
const olderIndex = (price: number) =>
  exchange.engine.submit({
    kind: 'index.set',
    source: 'test',
    sources: 3,
    prices: [[1, (price * 100) as PriceTicks, exchange.engine.timeMs - 2_000]],
  });
/** Lets a price follow at once on each command of a kind. */
function follow(kind: Command['kind'], price: () => Promise<unknown>): void {
  exchange.submit = async (command) => {
    const applied = await exchange.engine.submit(command);
    if (command.kind === kind) await price();
    return applied;
  };
}

test('a close of a part that the price reached before its cancel is no cancelled order', async () => {
  const { id } = await enter(LONG);
  await exchange.call(marginClose, { id, share: '50', target_price: '61000' }, alice);
  exchange.engine.advance(5_000);
  follow('margin.cancel', () => olderIndex(61_500));
  expect(await refusalOf(exchange.call(marginCancel, { id }, alice))).toBe('position_not_waiting');
  expect((await listed(1)).data).toMatchObject([{ id, share: 50 }]);
});

test('a close is answered with its own lots where one price makes another close too', async () => {
  const { id } = await enter(LONG);
  await exchange.call(marginClose, { id, share: '30', target_price: '61000' }, alice);
  follow('margin.close', () => index(61_500));
  expect(await close(id, '40')).toMatchObject({
    message: 'Part of the position closed',
    closed: { share: 40 },
  });
  expect((await listed(1)).data).toMatchObject([{ id, share: 30 }]);
});

test('a close that waited at a start is waited for', async () => {
  const { id } = await enter({ ...LONG, isolated: 1 });
  await close(id, undefined);
  exchange.live.load(exchange.engine.exchange.snapshot());
  expect(await close(id, undefined)).toMatchObject({ message: 'Closing at the next price' });
  expect(await exchange.call(marginCloseMany, { type: 0 }, alice)).toMatchObject({
    message: 'Closing at the next price',
  });
  await index(61_500);
  expect((await listed(1)).data).toEqual([]);
});

test('a limit close whose loss others pay ends with the close that takes its place', async () => {
  const { id } = await enter(LONG);
  await index(53_000);
  const limit = () => close(id, '100', keyed('limit'), '53500');
  expect(await limit()).toMatchObject({ type: 'ok' });
  await index(53_500);
  expect((await listed(1)).data).toMatchObject([{ id, is_closing: 1 }]);
  const joined = () => close(id, '100', keyed('joined'));
  expect(await joined()).toMatchObject({ message: 'Closing at the next price' });
  await index(53_400);
  expect((await listed(1)).data).toEqual([]);
  expect(await limit()).toMatchObject({ closed: { share: 100, price: '53400' } });
  expect(await joined()).toEqual({ type: 'ok', message: 'Position closed' });
});

describe('a repeated call', () => {
  test('tells how its request has ended, which took effect once', async () => {
    const { id } = await enter({ ...LONG, isolated: 1 });
    const part = () => close(id, '40', keyed('close-40'));
    expect(await part()).toMatchObject({ type: 'ok' });
    await index(60_000);
    expect(await part()).toEqual({
      ...{ type: 'ok', message: 'Part of the position closed' },
      closed: { share: 40, price: '60000', profits: '-0.48' },
    });
    expect((await listed(1)).data).toMatchObject([{ id, share: 60, is_closing: 0 }]);

    await exchange.call(marginAdd, { id, number: '100' }, alice);
    const remove = () => exchange.call(marginRemove, { id, number: '40' }, keyed('out-40'));
    expect(await remove()).toMatchObject({ type: 'ok' });
    await index(60_000);
    expect(await remove()).toEqual({ type: 'ok', message: 'Margin taken back' });
    expect((await listed(1)).data).toMatchObject([{ added_caution_money: '60' }]);

    const turn = (key: string) => exchange.call(marginReverse, { id }, keyed(key));
    expect(await turn('late')).toMatchObject({ id: 0, status: 0 });
    // More than half a per cent lower, a short is not opened.
    await index(59_000);
    expect(await refusalOf(turn('late'))).toBe('fill_slipped');
    expect(await turn('in-time')).toMatchObject({ id: 0, status: 0 });
    await index(59_000);
    const [other] = (await listed(1)).data;
    expect(await turn('in-time')).toMatchObject({
      ...{ id: other?.id, status: 1 },
      closed: { share: 60, price: '59000', profits: '-60.72' },
    });
    expect((await listed(1)).data).toMatchObject([{ type: 2, share: 60 }]);
    // The position is over by now, and another call has ended it.
    expect(await turn('late')).toEqual({
      ...{ type: 'ok', message: 'Position closed' },
      ...{ id: 0, status: 1 },
    });
    expect(await part()).toEqual({ type: 'ok', message: 'Position closed' });
    expect(await remove()).toEqual(IN_LIST);
  });

  test('whose request waits is answered as the first one', async () => {
    const { id } = await enter({ ...LONG, isolated: 1 });
    await exchange.call(marginAdd, { id, number: '100' }, alice);
    const twice = async (call: () => Promise<object>) => {
      const first = await call();
      expect(first).not.toMatchObject(IN_LIST);
      expect(await call()).toEqual(first);
    };
    const reduce = () => reduceAt('62000', keyed('reduce'));
    await twice(reduce);
    await exchange.call(marginCancel, { id }, alice);
    await index(60_000);
    await twice(() => close(id, '10', keyed('limit'), '61000'));
    // The later limit is not its own.
    expect(await reduce()).toMatchObject(IN_LIST);
    await twice(() => close(id, '40', keyed('part')));
    await index(60_000);
    await twice(() => exchange.call(marginRemove, { id, number: '20' }, keyed('out')));
    await index(60_000);
    await twice(() => exchange.call(marginCloseMany, { type: 0 }, keyed('all')));
    await index(60_000);
    const other = await enter(LONG);
    await twice(() => exchange.call(marginReverse, { id: other.id }, keyed('turn')));
  });

  test('that comes while the first one waits ends with it', async () => {
    const { id } = await enter(LONG);
    exchange.fillWaitMs = 3_000;
    const address = await exchange.serveBeside({});
    exchange.fillWaitMs = 0;
    const part = async () => {
      const response = await fetch(`${address}${marginClose.path}`, {
        method: 'POST',
        headers: exchange.headers(keyed('part')),
        body: new URLSearchParams({ id: `${id}`, share: '40' }),
      });
      return await response.json();
    };
    let taken = 0;
    exchange.submit = async (command) => {
      const answer = await exchange.engine.submit(command);
      taken++;
      return answer;
    };
    const answers = [part(), part(), part()];
    await vi.waitUntil(() => taken === 3);
    await index(61_500);
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({
        message: 'Part of the position closed',
        closed: { share: 40 },
      });
  });

  test('says nothing of requests that came after its own', async () => {
    const { id } = await enter(LONG);
    const part = () => close(id, '40', keyed('once'));
    await part();
    await index(60_000);
    await close(id, '10');
    // The other one waits.
    expect(await part()).toEqual(IN_LIST);
    await exchange.call(marginCancel, { id }, alice);
    await index(60_000);
    expect(await part()).toEqual(IN_LIST);
    expect((await listed(1)).data).toMatchObject([{ share: 60, is_closing: 0 }]);

    // No price in time: none of the closes comes about, nor the order.
    const all = () => exchange.call(marginCloseMany, { type: 0 }, { ...alice, key: 'all' });
    const order = () => exchange.call(marginSubmit, LONG, { ...alice, key: 'late' });
    expect(await all()).toMatchObject({ message: 'Closing at the next price' });
    expect(await order()).toMatchObject({ status: 0 });
    exchange.engine.advance(11_000);
    await exchange.engine.submit({ kind: 'clock.tick' });
    for (const call of [all, order]) expect(await refusalOf(call())).toBe('fill_timed_out');
    expect((await listed(1)).data).toMatchObject([{ share: 60, is_closing: 0 }]);
  });

  test('a reversal that a stop came before tells of no other order', async () => {
    const { id } = await enter(LONG);
    await exchange.call(
      marginSetStops,
      { id, target_profit_price: '0', stop_loss_price: '59900' },
      alice,
    );
    await index(60_000);
    await exchange.call(
      marginSubmit,
      { ...LONG, type: 2, share: '7', status: 0, target_price: '66000' },
      alice,
    );
    const turn = () => exchange.call(marginReverse, { id }, { ...alice, key: 'turn' });
    expect(await turn()).toMatchObject({ id: 0, status: 0 });
    await index(59_000);
    expect((await listed(1)).data).toEqual([]);
    expect(await turn()).toMatchObject({ message: 'Position closed', id: 0, status: 1 });
  });

  test('a close that waits does not tell of the part that was closed before', async () => {
    const { id } = await enter(LONG);
    await close(id, '40');
    await index(61_000);
    const rest = () => close(id, undefined, keyed('rest'));
    expect(await rest()).toEqual({ type: 'ok', message: 'Closing at the next price' });
    await index(59_000);
    expect(await rest()).toMatchObject({ message: 'Position closed', closed: { share: 60 } });
  });

  test('of a close of all lots has its figures', async () => {
    const { id } = await enter(LONG);
    const all = () => close(id, '100', keyed('all'));
    await all();
    await index(59_000);
    expect(await all()).toEqual({
      ...{ type: 'ok', message: 'Position closed' },
      closed: { share: 100, price: '59000', profits: '-101.2' },
    });
  });

  test('of a cancel tells what became of its own order', async () => {
    const waiting = { ...LONG, status: 0, target_price: '59500' } as const;
    const cancel = (id: number, key: string) => exchange.call(marginCancel, { id }, keyed(key));
    const first = await exchange.call(marginSubmit, waiting, alice);
    exchange.engine.advance(5_000);
    expect(await cancel(first.id, 'late')).toMatchObject({
      message: 'It is cancelled with the next price',
    });
    await olderIndex(59_500);
    expect((await listed(1)).data).toMatchObject([{ id: first.id }]);
    expect(await refusalOf(cancel(first.id, 'late'))).toBe('position_not_waiting');

    const second = await exchange.call(marginSubmit, { ...waiting, target_price: '59000' }, alice);
    await cancel(second.id, 'in-time');
    await index(59_600);
    expect((await listed(4)).data).toMatchObject([{ id: second.id }]);
    expect(await cancel(second.id, 'in-time')).toEqual({ type: 'ok', message: 'Order cancelled' });
  });

  test('of a cancel, a close or a reduction tells nothing of one that came after it', async () => {
    const { id } = await enter(LONG);
    const limit = (key: string) => close(id, '40', keyed(key), '61000');
    const cancel = () => exchange.call(marginCancel, { id }, keyed('cancel'));
    await limit('first');
    expect(await cancel()).toMatchObject({ message: 'It is cancelled with the next price' });
    await index(60_000);
    expect(await cancel()).toEqual({ type: 'ok', message: 'Order cancelled' });
    await limit('second');
    expect(await cancel()).toEqual(IN_LIST);
    expect(await limit('first')).toEqual(IN_LIST);

    const reduce = () => reduceAt('62000', keyed('reduce'));
    const other = await enter(LONG);
    await reduce();
    await exchange.call(marginCancel, { id: other.id }, alice);
    await index(60_000);
    for (const position of [id, other.id]) await close(position, undefined);
    await index(59_000);
    expect((await listed(1)).data).toEqual([]);
    expect(await reduce()).toMatchObject(IN_LIST);
  });

  test('of a cancel that no price followed tells nothing of the next close', async () => {
    const { id } = await enter(LONG);
    const cancel = () => exchange.call(marginCancel, { id }, keyed('cancel'));
    await close(id, '40');
    expect(await cancel()).toMatchObject({ message: 'It is cancelled with the next price' });
    exchange.engine.advance(11_000);
    await exchange.engine.submit({ kind: 'clock.tick' });
    await index(60_000);
    await close(id, '40');
    expect(await cancel()).toEqual(IN_LIST);
  });

  test('of a close that came to nothing has no figures of the one that came after it', async () => {
    const { id } = await enter(LONG);
    const all = () => close(id, '100', keyed('void'));
    await all();
    exchange.engine.advance(11_000);
    await exchange.engine.submit({ kind: 'clock.tick' });
    expect(await refusalOf(all())).toBe('fill_timed_out');
    await index(60_000);
    await close(id, '100', keyed('done'));
    await index(59_000);
    expect(await all()).toEqual({ type: 'ok', message: 'Position closed' });
    expect(await close(id, '100', keyed('done'))).toMatchObject({ closed: { price: '59000' } });
  });

  test('of a limit order or of stops tells what became of them', async () => {
    const waiting = { ...LONG, status: 0, target_price: '59500' } as const;
    const place = (key: string) => exchange.call(marginSubmit, waiting, keyed(key));
    const { id } = await place('filled');
    expect(await place('filled')).toMatchObject({ id, status: 0, message: 'Order placed' });
    await index(59_500);
    expect(await place('filled')).toMatchObject({ id, status: 1, message: 'Position opened' });
    const stops = { id, target_profit_price: '66000', stop_loss_price: '55000' };
    const set = () => exchange.call(marginSetStops, stops, keyed('stops'));
    await set();
    await close(id, undefined);
    await index(59_500);
    expect(await set()).toMatchObject({ message: 'Take-profit and stop-loss set' });
    expect(await refusalOf(exchange.call(marginSetStops, stops, alice))).toBe('position_not_found');

    await index(60_000);
    const other = await place('cancelled');
    await exchange.call(marginCancel, { id: other.id }, alice);
    await index(60_000);
    expect(await place('cancelled')).toMatchObject({ ...IN_LIST, id: other.id, status: 1 });
  });

  test('of a close or a reversal has neither figures nor ids of another', async () => {
    const { id } = await enter(LONG);
    const turn = () => exchange.call(marginReverse, { id }, keyed('turn'));
    await turn();
    await index(60_000);
    const [turned] = (await listed(1)).data;
    const later = await enter({ ...LONG, type: 2, share: '7' });
    expect(await turn()).toMatchObject({ id: turned?.id, message: 'Position reversed' });
    await close(turned?.id ?? 0, undefined);
    await index(60_000);
    expect(await turn()).toMatchObject({ id: 0, message: 'Position reversed' });
    expect((await listed(1)).data).toMatchObject([{ id: later.id }]);
  });

  test('of a batch looks at the side that it closed', async () => {
    const long = await enter(LONG);
    const short = await enter({ ...LONG, type: 2 });
    const longs = () => exchange.call(marginCloseMany, { type: 1 }, keyed('longs'));
    expect(await longs()).toMatchObject({ message: 'Closing at the next price' });
    await index(60_000);
    expect((await listed(3)).data).toMatchObject([{ id: long.id }]);
    await close(short.id, undefined);
    expect(await longs()).toMatchObject({ message: 'Positions closed' });
    await enter(LONG);
    expect(await longs()).toMatchObject({ message: 'The list shows how it stands' });
  });
});
