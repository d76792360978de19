import { appealOpen, appealState, appealWithdraw } from '@meridian/contract/p2p/appeal-calls';
import {
  adSend,
  dealAnswerCancel,
  dealAskCancel,
  dealCancel,
  dealExtend,
  dealPay,
  dealPayAsOwner,
  dealRelease,
  dealTake,
  ownAds,
} from '@meridian/contract/p2p/calls';
import { officeP2pRule } from '@meridian/contract/p2p/office-appeals';
import { ROLE_NAMES } from '@meridian/contract/office/permissions';
import type { Call } from '@meridian/contract/schema/call';
import { walletChange } from '@meridian/contract/wallet/calls';
import {
  DEAL_ACTORS,
  DEAL_ACTS,
  DEAL_SCENES,
  dealAnswer,
  type DealActName,
  type DealActor,
  type DealScene,
} from '@meridian/core/testing/deal-table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { openP2p, verifiedTraders } from '../../../test/people/p2p-traders.ts';
import { ALICE, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';

// Alice sells to many buyers: a buyer who cancels thrice a day buys nothing more.
const BUYERS = 60;
const STRANGER = ALICE + BUYERS + 1;
const MINUTE_MS = 60_000;
const MONTH_MS = 31 * 24 * 60 * MINUTE_MS;
const SMALL = 10;
const BIG = 1_600;

/**
 * The last two end appeals that a scene leaves open: an operator who has ruled on a deal does not
 * rule on it again.
 */
const DESKS = ['operator 1', 'operator 2', 'operator 3', 'operator 4'] as const;
type Desk = (typeof DESKS)[number];
let exchange: TestExchange;
let office: TestOffice<string>;
let ad = 0;
let taken = 0;

beforeAll(async () => {
  exchange = await TestExchange.open(BUYERS + 2);
  await verifiedTraders(exchange, exchange.users);
  await exchange.reset();
  await openP2p(exchange, []);
  office = await TestOffice.open<string>(exchange);
  for (const desk of DESKS) await office.add(desk, 'approver');
  const user = ALICE;
  const transfer = { currency_id: 3, from_field: 'change', to_field: 'legal' } as const;
  await exchange.call(walletChange, { number: '99000', ...transfer }, { user });
  const terms = { total_number: '99000', way: 'bank', min_number: '10' } as const;
  await exchange.call(adSend, { type: 'sell', currency_id: 3, price: '7', ...terms }, { user });
  ad = (await exchange.call(ownAds, {}, { user })).data[0]?.id ?? 0;
}, 120_000);
afterAll(() => exchange.close());

type Fields = Readonly<Record<string, string | number>>;
/** The calls of customers; two calls say that a deal is paid. */
const CALLS: Readonly<Record<Exclude<DealActName, 'rule'>, readonly (readonly [Call, Fields])[]>> =
  {
    pay: [
      [dealPay, {}],
      [dealPayAsOwner, {}],
    ],
    cancel: [[dealCancel, {}]],
    extend: [[dealExtend, { minutes: 15 }]],
    release: [[dealRelease, {}]],
    askCancel: [[dealAskCancel, {}]],
    agree: [[dealAnswerCancel, { accepts: '1' }]],
    disagree: [[dealAnswerCancel, { accepts: '0' }]],
    appeal: [[appealOpen, { reason: 'other', statement: 'Please look.' }]],
    answer: [[appealState, { statement: 'This is what I say.' }]],
    withdraw: [[appealWithdraw, {}]],
  };

/** One deal on its way through a scene, with a buyer of its own. */
class Played {
  readonly id: number;
  readonly buyer: number;
  readonly #coins: number;
  #actedMs = 0;

  private constructor(id: number, buyer: number, coins: number) {
    this.id = id;
    this.buyer = buyer;
    this.#coins = coins;
    this.#actedMs = exchange.live.timeMs;
  }

  static async through(scene: DealScene): Promise<Played> {
    // Appeals that were withdrawn count for 30 days, and there is one seller.
    exchange.engine.advance(MONTH_MS);
    await exchange.engine.submit({ kind: 'clock.tick' });
    const buyer = ALICE + 1 + (taken++ % BUYERS);
    const coins = scene.isBig ? BIG : SMALL;
    const { id } = await exchange.call(dealTake, { id: ad, number: `${coins}` }, { user: buyer });
    const played = new Played(id, buyer, coins);
    for (const step of scene.steps) {
      if ('minutes' in step) await played.#wait(step.minutes);
      else expect(await played.act(step.actor, step.act, { share: step.share })).toBe('done');
    }
    return played;
  }

  /** @param way the first or the second of the calls for the act */
  async act(
    actor: DealActor,
    act: DealActName,
    { share = 50, way = 0 }: { readonly share?: number; readonly way?: number } = {},
  ): Promise<string> {
    const answer = await (act === 'rule'
      ? this.#rule(actor as Desk, share)
      : this.#call(actor, act, way));
    this.#actedMs = exchange.live.timeMs;
    return answer;
  }

  /** Ends an open appeal and an open deal, so that the two sides can begin more. */
  async end(): Promise<void> {
    const { appeal: id } = exchange.live.p2p.deal(this.id) ?? {};
    const open = exchange.live.p2p.appeal(id ?? this.#lastAppeal());
    if (open !== undefined) {
      await this.act(open.by === 'buyer' ? 'seller' : 'buyer', 'answer');
      for (const desk of ['operator 3', 'operator 4'] as const) await this.#rule(desk, 0);
      expect(exchange.live.p2p.appeal(open.id)).toBeUndefined();
    }
    const { state } = exchange.live.p2p.deal(this.id) ?? {};
    if (state === 'unpaid') expect(await this.act('buyer', 'pay')).toBe('done');
    if (state === 'unpaid' || state === 'paid')
      expect(await this.act('seller', 'release')).toBe('done');
  }

  userOf(actor: DealActor): number {
    return actor === 'buyer' ? this.buyer : actor === 'seller' ? ALICE : STRANGER;
  }

  /** The input of a call on the deal or its appeal. */
  input(act: Exclude<DealActName, 'rule'>, fields: Fields): Fields {
    if (act === 'answer' || act === 'withdraw') return { id: this.#lastAppeal(), ...fields };
    const version = exchange.live.p2p.deal(this.id)?.version ?? 0;
    return { id: this.id, ...(version === 0 ? {} : { version }), ...fields };
  }

  ruling(share: number) {
    const to_buyer = `${(this.#coins * share) / 100}`;
    return { id: this.#lastAppeal(), to_buyer, fault: 'nobody', reason: 'A test' } as const;
  }

  /** So that the tick comes exactly so long after the last act. */
  async #wait(minutes: number): Promise<void> {
    exchange.engine.advance(this.#actedMs + minutes * MINUTE_MS - exchange.live.timeMs - 1);
    await exchange.engine.submit({ kind: 'clock.tick' });
    this.#actedMs = exchange.live.timeMs;
  }

  async #call(actor: DealActor, act: Exclude<DealActName, 'rule'>, way: number): Promise<string> {
    const [call, fields] = CALLS[act][way] ?? [dealPay, {}];
    const user = this.userOf(actor);
    if (['release', 'agree', 'withdraw'].includes(act)) await exchange.stepUp(user);
    return answerOf(exchange.call(call, this.input(act, fields) as never, { user }));
  }

  async #rule(desk: Desk, share: number): Promise<string> {
    const { type, code } = await office.send(desk, officeP2pRule, this.ruling(share));
    return type === 'ok' ? 'done' : (code ?? type);
  }

  #lastAppeal(): number {
    return Math.max(1, exchange.engine.exchange.snapshot().p2p.nextAppeal - 1);
  }
}

async function answerOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof WireRefusal) return String(error.answer['code']);
    throw error;
  }
}

/**
 * The server's answer to an act. It takes statements of both sides: the first one is the answer.
 */
function wireAnswer(scene: DealScene, actor: DealActor, act: DealActName) {
  const answer = dealAnswer(scene, actor, act);
  return act === 'answer' && answer === 'deal_other_party' ? 'unchanged' : answer;
}

const text = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}` : each));

describe('item 26: a deal', () => {
  it.each(DEAL_SCENES)(
    'that is $name is moved as the table says, over HTTP',
    async (scene) => {
      let played = await Played.through(scene);
      for (const act of DEAL_ACTS)
        for (const actor of DEAL_ACTORS) {
          const wanted = wireAnswer(scene, actor, act);
          if (wanted === undefined) continue;
          const ways = act === 'rule' ? 1 : CALLS[act].length;
          for (let way = 0; way < ways; way++) {
            const before = text(exchange.state());
            const label = `${actor} ${act}`;
            const isAccepted = wanted === 'done' || wanted === 'unchanged';
            const answer = await played.act(actor, act, { way });
            expect([label, answer]).toEqual([label, isAccepted ? 'done' : wanted]);
            const isSame = text(exchange.state()) === before;
            // A first ruling of two is written down, and moves nothing.
            if (wanted !== 'unchanged' || act !== 'rule')
              expect([label, isSame]).toEqual([label, wanted !== 'done']);
            if (wanted === 'done' || (wanted === 'unchanged' && act === 'rule')) {
              await played.end();
              played = await Played.through(scene);
            }
          }
        }
      await played.end();
    },
    120_000,
  );

  it('is no matter of other roles, nor of customers in the office, nor of operators as customers', async () => {
    const scene = DEAL_SCENES.find(({ name }) => name === 'answered');
    if (scene === undefined) throw new Error('no scene');
    const played = await Played.through(scene);
    const before = text(exchange.state());
    for (const role of ROLE_NAMES.filter((name) => name !== 'approver'))
      expect(await office.refused(role, officeP2pRule, played.ruling(50))).toBe(
        'permission_denied',
      );
    for (const actor of ['buyer', 'seller', 'stranger'] as const) {
      const { authorization = '' } = exchange.headers({ user: played.userOf(actor) });
      const { code } = await office.sendWith(authorization, officeP2pRule, played.ruling(50));
      expect(code).toBe('operator_required');
    }
    for (const act of DEAL_ACTS) {
      if (act === 'rule') continue;
      for (const [call, fields] of CALLS[act]) {
        const { code } = await office.send('operator 1', call, played.input(act, fields));
        expect(code).toBe('session_expired');
      }
    }
    expect(text(exchange.state())).toBe(before);
    await played.end();
  });
});
