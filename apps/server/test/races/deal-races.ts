/**
 * For tests: pairs of acts that meet on one deal of a real server. A small model of a deal gives
 * the outcomes of a pair that are allowed, in both orders.
 */
import { appealOpen, appealState, appealWithdraw } from '@meridian/contract/p2p/appeal-calls';
import {
  dealAnswerCancel,
  dealAskCancel,
  dealCancel,
  dealDetail,
  dealExtend,
  dealPay,
  dealRelease,
} from '@meridian/contract/p2p/calls';
import { chat } from '@meridian/contract/p2p/chat-calls';
import { officeP2pRule } from '@meridian/contract/p2p/office-appeals';
import type { Call } from '@meridian/contract/schema/call';
import { BIG, SMALL, type Person, type RealMarket, type Seller } from './real-market.ts';

type Who = 'buyer' | 'seller' | 'operator 1' | 'operator 2';

interface Act {
  readonly who: Who;
  readonly name: keyof typeof CALLS;
  /** Of a ruling: hundredths that the buyer gets. */
  readonly share?: number;
}

const CALLS = {
  pay: [dealPay, {}],
  cancel: [dealCancel, {}],
  extend: [dealExtend, { minutes: 15 }],
  release: [dealRelease, {}],
  askCancel: [dealAskCancel, {}],
  agree: [dealAnswerCancel, { accepts: '1' }],
  disagree: [dealAnswerCancel, { accepts: '0' }],
  appeal: [appealOpen, { reason: 'other', statement: 'Please look.' }],
  answer: [appealState, { statement: 'I say something else.' }],
  withdraw: [appealWithdraw, {}],
  rule: [officeP2pRule, { fault: 'nobody', reason: 'A race' }],
} as const satisfies Record<string, readonly [Call, object]>;

const ACTS = {
  pay: { who: 'buyer', name: 'pay' },
  cancel: { who: 'buyer', name: 'cancel' },
  extend: { who: 'seller', name: 'extend' },
  release: { who: 'seller', name: 'release' },
  ask: { who: 'seller', name: 'askCancel' },
  agree: { who: 'buyer', name: 'agree' },
  disagree: { who: 'buyer', name: 'disagree' },
  'appeal of the seller': { who: 'seller', name: 'appeal' },
  'appeal of the buyer': { who: 'buyer', name: 'appeal' },
  answer: { who: 'buyer', name: 'answer' },
  withdraw: { who: 'seller', name: 'withdraw' },
  'ruling of 1': { who: 'operator 1', name: 'rule', share: 50 },
  'other ruling of 1': { who: 'operator 1', name: 'rule', share: 0 },
  'ruling of 2': { who: 'operator 2', name: 'rule', share: 50 },
  'other ruling of 2': { who: 'operator 2', name: 'rule', share: 0 },
} as const satisfies Record<string, Act>;
type ActName = keyof typeof ACTS;

/** The way to a state, and the acts that meet in it. */
const SCENES: Readonly<
  Record<string, { readonly way: readonly ActName[]; readonly acts: readonly ActName[] }>
> = {
  unpaid: { way: [], acts: ['pay', 'cancel', 'extend', 'ask'] },
  asked: { way: ['ask'], acts: ['pay', 'cancel', 'extend', 'agree', 'disagree'] },
  paid: { way: ['pay'], acts: ['release', 'ask', 'appeal of the seller'] },
  'paid, asked': {
    way: ['pay', 'ask'],
    acts: ['release', 'agree', 'disagree', 'appeal of the seller'],
  },
  'in appeal': {
    way: ['pay', 'appeal of the seller'],
    acts: ['release', 'ask', 'withdraw', 'answer', 'ruling of 1'],
  },
  'in appeal, asked': {
    way: ['pay', 'ask', 'appeal of the seller'],
    acts: ['release', 'agree', 'disagree', 'withdraw', 'answer'],
  },
  answered: {
    way: ['pay', 'appeal of the seller', 'answer'],
    acts: ['release', 'ask', 'withdraw', 'ruling of 1', 'other ruling of 2'],
  },
  'answered, asked': {
    way: ['pay', 'ask', 'appeal of the seller', 'answer'],
    acts: ['release', 'agree', 'disagree', 'withdraw', 'ruling of 1'],
  },
  'big, answered': {
    way: ['pay', 'appeal of the seller', 'answer'],
    acts: ['ruling of 1', 'ruling of 2', 'other ruling of 2'],
  },
  'big, ruled once': {
    way: ['pay', 'appeal of the seller', 'answer', 'ruling of 1'],
    acts: ['release', 'ask', 'withdraw', 'ruling of 2', 'other ruling of 1', 'other ruling of 2'],
  },
  completed: { way: ['pay', 'release'], acts: ['appeal of the seller'] },
  cancelled: { way: ['cancel'], acts: ['appeal of the buyer'] },
  'completed, answered': {
    way: ['pay', 'release', 'appeal of the seller', 'answer'],
    acts: ['withdraw', 'ruling of 1', 'other ruling of 2'],
  },
};

export interface Pair {
  readonly scene: string;
  readonly isBig: boolean;
  readonly way: readonly ActName[];
  readonly one: ActName;
  readonly other: ActName;
}

/** A deal that was paid so long ago that its buyer may appeal. */
const LATE: typeof SCENES = {
  'paid, late': {
    way: ['pay'],
    acts: ['release', 'ask', 'appeal of the buyer', 'appeal of the seller'],
  },
};

/** Each act with each that it meets, and with itself: twice the same is a double click. */
function pairsOf(scenes: typeof SCENES): Pair[] {
  return Object.entries(scenes).flatMap(([scene, { way, acts }]) =>
    acts.flatMap((one, place) =>
      acts
        .slice(place)
        .map((other) => ({ scene, isBig: scene.startsWith('big'), way, one, other })),
    ),
  );
}
export const PAIRS = pairsOf(SCENES);
export const LATE_PAIRS = pairsOf(LATE);

/** The state of a deal, as far as it decides the answer to an act. */
interface Model {
  readonly state: 'unpaid' | 'paid' | 'completed' | 'cancelled';
  readonly version: number;
  readonly isBig: boolean;
  readonly appeal: { readonly isAnswered: boolean; readonly ruled?: Act } | undefined;
}

const IS_SURE = { unpaid: 0, completed: 1, cancelled: 2, paid: 3 } as const;
const UNVERSIONED: ReadonlySet<string> = new Set(['answer', 'withdraw', 'rule']);

/** The answer to an act that saw a version, and the deal after it. Each act is its party's. */
function after(model: Model, act: Act, seen: number): readonly [string, Model] {
  const { state, version, appeal, isBig } = model;
  if (!UNVERSIONED.has(act.name) && seen !== version) {
    if (appeal !== undefined) return ['deal_in_appeal', model];
    return [state === 'unpaid' ? 'deal_changed' : `deal_${state}`, model];
  }
  const moved = (change: Partial<Model>): readonly [string, Model] => [
    'accepted',
    { ...model, version: version + 1, ...change },
  ];
  switch (act.name) {
    case 'pay':
      return moved({ state: 'paid' });
    case 'cancel':
      return moved({ state: 'cancelled' });
    case 'release':
      return moved({ state: 'completed', appeal: undefined });
    case 'agree':
      return moved({ state: 'cancelled', appeal: undefined });
    case 'appeal':
      return moved({ appeal: { isAnswered: false } });
    case 'extend':
    case 'askCancel':
    case 'disagree':
      return moved({});
    default:
      break;
  }
  if (appeal === undefined) return ['appeal_not_found', model];
  if (act.name === 'withdraw') return moved({ appeal: undefined });
  if (act.name === 'answer')
    return ['accepted', { ...model, appeal: { ...appeal, isAnswered: true } }];
  if (!appeal.isAnswered) return ['appeal_answer_pending', model];
  const isConfirmed = appeal.ruled?.share === act.share && appeal.ruled?.who !== act.who;
  if (isBig && !isConfirmed) return ['accepted', { ...model, appeal: { ...appeal, ruled: act } }];
  const isOpen = state === 'paid';
  const ruled = act.share === 0 ? 'cancelled' : 'completed';
  return moved({ appeal: undefined, ...(isOpen ? { state: ruled } : {}) });
}

/** A deal on which two acts are about to meet. */
export interface Meeting {
  readonly pair: Pair;
  readonly deal: RacedDeal;
  readonly model: Model;
}

/** The result of a meeting. */
export interface Met {
  readonly wrong: string | undefined;
  /** The answer to the loser, '' where both were accepted. */
  readonly lost: string;
  readonly isCancelled: boolean;
}

/** Opens a deal and brings it to where the two acts meet. */
export async function bring(
  market: RealMarket,
  pair: Pair,
  { seller, buyer }: { readonly seller: Seller; readonly buyer: Person },
): Promise<Meeting> {
  const coins = pair.isBig ? BIG : SMALL;
  const id = await market.taken(seller, buyer, coins);
  const deal = new RacedDeal(market, { seller, buyer, id, coins });
  let model: Model = { state: 'unpaid', version: 1, isBig: pair.isBig, appeal: undefined };
  for (const name of pair.way) {
    const answer = await deal.act(ACTS[name], model.version);
    const [wanted, next] = after(model, ACTS[name], model.version);
    if (answer !== wanted) throw new Error(`${pair.scene}: ${name} was answered ${answer}`);
    model = next;
  }
  return { pair, deal, model };
}

/** Sends both acts at once, and compares the result with both orders. */
export async function meet({ pair, deal, model }: Meeting): Promise<Met> {
  const [one, other] = [ACTS[pair.one], ACTS[pair.other]];
  const answers = await Promise.all([one, other].map((act) => deal.act(act, model.version)));
  const orders = [
    [one, other],
    [other, one],
  ] as const;
  const seen = await deal.seen();
  const isExplained = orders.some(([first, second], order) => {
    const [firstAnswer, between] = after(model, first, model.version);
    const [secondAnswer, end] = after(between, second, model.version);
    const said = order === 0 ? [firstAnswer, secondAnswer] : [secondAnswer, firstAnswer];
    const isOpen = end.appeal !== undefined;
    return (
      said.join() === answers.join() &&
      IS_SURE[end.state] === seen.is_sure &&
      isOpen === (seen.appeal_id !== 0)
    );
  });
  await deal.end();
  const said = `${pair.scene}: ${pair.one} and ${pair.other} were answered ${answers.join(' and ')}`;
  return {
    wrong: isExplained
      ? undefined
      : `${said}; the deal is ${seen.is_sure}, its appeal ${seen.appeal_id}`,
    lost: answers.find((answer) => answer !== 'accepted') ?? '',
    isCancelled: seen.is_sure === 2,
  };
}

class RacedDeal {
  readonly #market: RealMarket;
  readonly #deal: {
    readonly id: number;
    readonly seller: Person;
    readonly buyer: Person;
    readonly coins: number;
  };
  #appeal = 0;

  constructor(
    market: RealMarket,
    deal: {
      readonly id: number;
      readonly seller: Person;
      readonly buyer: Person;
      readonly coins: number;
    },
  ) {
    this.#market = market;
    this.#deal = deal;
  }

  async act({ who, name, share = 0 }: Act, version: number): Promise<string> {
    const [call, fields] = CALLS[name];
    const { id, coins, buyer, seller } = this.#deal;
    const [first = buyer, second = buyer] = this.#market.operators;
    const person = { buyer, seller, 'operator 1': first, 'operator 2': second }[who];
    if (UNVERSIONED.has(name)) {
      const ruling = name === 'rule' ? { to_buyer: `${(coins * share) / 100}` } : {};
      return this.#market.verdict(call, { id: this.#appeal, ...fields, ...ruling }, person);
    }
    const answer = await this.#market.verdict(call, { id, version, ...fields }, person);
    if (name === 'appeal' && answer === 'accepted') this.#appeal = (await this.seen()).appeal_id;
    return answer;
  }

  seen(side: 'buyer' | 'seller' = 'buyer') {
    return this.#market.ask(dealDetail, { id: this.#deal.id }, this.#deal[side]);
  }

  /** The messages and notes that a side reads. */
  read(side: 'buyer' | 'seller') {
    return this.#market.ask(chat, { id: this.#deal.id, after: 0 }, this.#deal[side]);
  }

  /**
   * Ends an open deal: the buyer pays and the seller releases, which ends an appeal too. Two
   * operators rule on the appeal of a deal that had ended: a withdrawn appeal would count for a
   * month.
   */
  async end(): Promise<void> {
    const { is_sure, appeal_id: id } = await this.seen();
    const { buyer, seller, id: deal } = this.#deal;
    if (id !== 0 && (is_sure === 1 || is_sure === 2)) {
      this.#appeal = id;
      const [answer, fields] = CALLS.answer;
      for (const person of [buyer, seller])
        await this.#market.verdict(answer, { id, ...fields }, person);
      for (const who of ['operator 1', 'operator 2'] as const)
        await this.act({ who, name: 'rule', share: 0 }, 0);
    }
    if (is_sure === 0) await this.#market.ask(dealPay, { id: deal }, buyer);
    if (is_sure === 0 || is_sure === 3) await this.#market.ask(dealRelease, { id: deal }, seller);
  }
}
