import { appealOpen } from '@meridian/contract/p2p/appeal-calls';
import {
  adSend,
  dealAnswerCancel,
  dealAskCancel,
  dealCancel,
  dealDetail,
  dealExtend,
  dealPay,
  dealPayAsOwner,
  dealRelease,
  dealTake,
  ownAds,
  p2pCoins,
} from '@meridian/contract/p2p/calls';
import type { Call } from '@meridian/contract/schema/call';
import { walletChange } from '@meridian/contract/wallet/calls';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paidTo } from '../../../test/people/payment-account.ts';
import { ALICE, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';

// Alice sells to many buyers: a buyer who cancels thrice a day buys nothing more.
const BUYERS = 220;
const STRANGER = ALICE + BUYERS + 1;
const FIRST_BUYER = ALICE + 1;
const MINUTE_MS = 60_000;
const RACES = 1_000;
const CNY = (yuan: number) => BigInt(yuan * 100) as Amount;

let exchange: TestExchange;
let ad = 0;
let buyer = FIRST_BUYER;
let cancelled = 0;

beforeAll(async () => {
  exchange = await TestExchange.open(BUYERS + 2);
  for (const user of exchange.users)
    await exchange.queries
      .insertInto('payment_methods')
      .values(paidTo(user, `62220000${user}`))
      .execute();
  await exchange.queries.updateTable('users').set({ review_status: 'approved' }).execute();
  await exchange.reset();
  await exchange.engine.submit({
    kind: 'p2p.terms',
    terms: {
      currency: 3,
      market: 0,
      minFiat: CNY(1),
      maxFiat: CNY(50_000),
      bandBps: 2_000,
      twoOperatorsFrom: CNY(10_000),
      merchantBond: 0n as Amount,
      isOpen: true,
    },
  });
  await exchange.engine.submit({ kind: 'p2p.rate', currency: 3, priceTicks: 7_0000_0000 });
  const user = ALICE;
  const transfer = { currency_id: 3, from_field: 'change', to_field: 'legal' } as const;
  await exchange.call(walletChange, { number: '50000', ...transfer }, { user });
  const terms = { total_number: '50000', way: 'bank', min_number: '1' } as const;
  await exchange.call(adSend, { type: 'sell', currency_id: 3, price: '7', ...terms }, { user });
  ad = (await exchange.call(ownAds, {}, { user })).data[0]?.id ?? 0;
}, 120_000);
afterAll(() => exchange.close());

type Side = 'buyer' | 'seller';
interface Act {
  readonly call: Call;
  readonly fields?: Readonly<Record<string, string | number>>;
}

const ACTS = {
  cancel: { call: dealCancel },
  pay: { call: dealPay },
  payAsOwner: { call: dealPayAsOwner },
  release: { call: dealRelease },
  extend: { call: dealExtend, fields: { minutes: 10 } },
  askCancel: { call: dealAskCancel },
  agree: { call: dealAnswerCancel, fields: { accepts: '1' } },
  disagree: { call: dealAnswerCancel, fields: { accepts: '0' } },
  appeal: { call: appealOpen, fields: { reason: 'other', statement: 'Please look.' } },
} as const satisfies Record<string, Act>;
type ActName = keyof typeof ACTS;

async function act(
  name: ActName,
  user: number,
  deal: { readonly id: number; readonly version: number },
): Promise<string> {
  const { call, fields = {} }: Act = ACTS[name];
  try {
    await exchange.call(call, { ...deal, ...fields } as never, { user });
    return 'done';
  } catch (error) {
    if (error instanceof WireRefusal) return String(error.answer['code']);
    throw error;
  }
}

/** A new deal of ten coins: its number and its buyer. */
async function opened(): Promise<{ readonly id: number; readonly user: number }> {
  if (cancelled === 2) {
    buyer++;
    cancelled = 0;
  }
  const { id } = await exchange.call(dealTake, { id: ad, number: '10' }, { user: buyer });
  return { id, user: buyer };
}

function seen(id: number): { readonly id: number; readonly version: number } {
  return { id, version: exchange.live.p2p.deal(id)?.version ?? 0 };
}

/** Brings a new deal into a state. */
const SCENES = {
  unpaid: [],
  asked: [['seller', 'askCancel']],
  paid: [['buyer', 'pay']],
  'paid, asked': [
    ['buyer', 'pay'],
    ['seller', 'askCancel'],
  ],
} as const satisfies Record<string, readonly (readonly [Side, ActName])[]>;
type Scene = keyof typeof SCENES;

async function brought(scene: Scene): Promise<{ readonly id: number; readonly user: number }> {
  const deal = await opened();
  for (const [side, name] of SCENES[scene]) {
    const user = side === 'buyer' ? deal.user : ALICE;
    expect(await act(name, user, seen(deal.id))).toBe('done');
  }
  return deal;
}

/** Completes a deal that is open, so that its seller may open more. */
async function ended({ id, user }: { id: number; user: number }): Promise<void> {
  const deal = exchange.live.p2p.deal(id);
  if (deal === undefined) return;
  if (deal.state === 'unpaid') await act('pay', user, seen(id));
  expect(await act('release', ALICE, seen(id))).toBe('done');
}

function coins(user: number): number {
  const { available, held } = exchange.live.balance(user, 'p2p', 3);
  return Number((available + held) / 10n ** 8n);
}

/** Acts that may meet, by state. */
const ALLOWED: Readonly<Record<Scene, Readonly<Record<Side, readonly ActName[]>>>> = {
  unpaid: { buyer: ['cancel', 'pay', 'payAsOwner'], seller: ['extend', 'askCancel'] },
  asked: {
    buyer: ['cancel', 'pay', 'payAsOwner', 'agree', 'disagree'],
    seller: ['extend'],
  },
  paid: { buyer: [], seller: ['release', 'askCancel', 'appeal'] },
  'paid, asked': { buyer: ['agree', 'disagree'], seller: ['release', 'appeal'] },
};

describe('item 26: a deal', () => {
  it('that does not exist is answered as that of somebody else', async () => {
    const absent = { id: 999_999, version: 1 };
    await exchange.stepUp(STRANGER);
    for (const name of Object.keys(ACTS) as ActName[])
      expect(await act(name, STRANGER, absent)).toBe('p2p_deal_not_found');
  });

  it('is won by one act of two that saw the same version, a thousand times; the other is told', async () => {
    const racing = (['unpaid', 'asked', 'paid', 'paid, asked'] as const).map((scene) => ({
      scene,
      acts: (['buyer', 'seller'] as const).flatMap((side) =>
        ALLOWED[scene][side].map((name) => [side, name] as const),
      ),
    }));
    const pairs = racing.flatMap(({ scene, acts }) =>
      acts.flatMap((one) => acts.map((other) => ({ scene, one, other }))),
    );
    const told = new Map<string, number>();
    const total =
      coins(ALICE) + exchange.users.slice(1).reduce((sum, user) => sum + coins(user), 0);
    for (let race = 0; race < RACES; race++) {
      if (race % 50 === 0) await exchange.stepUp(ALICE);
      const pair = pairs[race % pairs.length];
      if (pair === undefined) throw new Error('no pair');
      const deal = await brought(pair.scene);
      const version = seen(deal.id);
      const answers = await Promise.all(
        [pair.one, pair.other].map(([side, name]) =>
          act(name, side === 'buyer' ? deal.user : ALICE, version),
        ),
      );
      const label = `${pair.scene}: ${pair.one.join(' ')} and ${pair.other.join(' ')}`;
      expect([label, answers.filter((answer) => answer === 'done').length]).toEqual([label, 1]);
      const lost = answers.find((answer) => answer !== 'done') ?? '';
      told.set(lost, (told.get(lost) ?? 0) + 1);
      const winner = [pair.one, pair.other][answers.indexOf('done')]?.[1];
      if (winner === 'cancel' || winner === 'agree') cancelled++;
      await ended(deal);
    }
    expect([...told.keys()].sort()).toEqual([
      'deal_cancelled',
      'deal_changed',
      'deal_completed',
      'deal_in_appeal',
      'deal_paid',
    ]);
    expect(coins(ALICE) + exchange.users.slice(1).reduce((sum, user) => sum + coins(user), 0)).toBe(
      total,
    );
    const [coin] = await exchange.call(p2pCoins, {});
    expect([coin?.escrow, coin?.open_deals]).toEqual(['0', 0]);
  }, 300_000);

  it('pays once, however many release at once', async () => {
    await exchange.stepUp(ALICE);
    const deal = await brought('paid');
    const [own, others] = [coins(ALICE), coins(deal.user)];
    const version = seen(deal.id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => act('release', ALICE, version)),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect([coins(ALICE), coins(deal.user)]).toEqual([own - 10, others + 10]);
    expect((await exchange.call(dealDetail, { id: deal.id }, { user: deal.user })).is_sure).toBe(1);
  });

  it('expires or is paid: the order of the journal decides', async () => {
    const deal = await brought('unpaid');
    const dueMs = exchange.live.p2p.deal(deal.id)?.payDueMs ?? 0;
    expect(dueMs - exchange.live.timeMs).toBeGreaterThan(14 * MINUTE_MS);
    const version = seen(deal.id);
    exchange.engine.advance(dueMs - exchange.live.timeMs);
    const [paid] = await Promise.all([
      act('pay', deal.user, version),
      exchange.engine.submit({ kind: 'clock.tick' }),
    ]);
    const state = exchange.live.p2p.deal(deal.id)?.state;
    expect([paid, state]).toEqual(
      paid === 'done' ? ['done', 'paid'] : ['deal_cancelled', undefined],
    );
  });
});
