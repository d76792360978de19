import { describe, expect, it } from 'vitest';
import type { Applied } from '../events.ts';
import { Exchange } from '../exchange.ts';
import { FIRST_CUSTOMER } from '../ledger/accounts.ts';
import {
  DEAL_ACTORS,
  DEAL_ACTS,
  DEAL_SCENES,
  dealAnswer,
  type DealActName,
  type DealActor,
  type DealScene,
} from '../testing/deal-table.ts';
import { MINUTE_MS, P2pMarket } from '../testing/p2p-scenario.ts';
import { ALICE, BOB, CAROL, rejectionOf, Scenario } from '../testing/scenario.ts';

/** Alice sells; an operator has a number that no customer has. */
const USER: Readonly<Record<DealActor, number>> = {
  buyer: BOB,
  seller: ALICE,
  stranger: CAROL,
  'operator 1': 1,
  'operator 2': 2,
};
const SMALL = 100;
const BIG = 1_600;
/** An act of one side only, which asks for more than the deal's number. */
const FIELDS: Partial<Record<DealActName, object>> = {
  extend: { minutes: 15 },
  agree: { accepts: true },
  disagree: { accepts: false },
  appeal: { reason: 'other' },
};
const KIND: Partial<Record<DealActName, string>> = {
  agree: 'answerCancel',
  disagree: 'answerCancel',
  answer: 'answerAppeal',
  withdraw: 'withdrawAppeal',
};

/** One deal on its way through a scene. */
class Played {
  readonly market = new P2pMarket(new Scenario());
  readonly #coins: number;

  constructor({ isBig, steps }: DealScene) {
    this.#coins = isBig ? BIG : SMALL;
    this.market.ad(ALICE, {}, { total: (4_000n * 10n ** 8n) as never });
    this.market.deal(BOB, 1, this.#coins);
    for (const step of steps) {
      if ('minutes' in step)
        this.market.after(step.minutes * MINUTE_MS + (step.minutes === 16 ? 1 : 0));
      else expect(rejectionOf(this.act(step.actor, step.act, step.share))).toBeUndefined();
    }
  }

  act(actor: DealActor, act: DealActName, share = 50, version?: number): Applied {
    const { scenario } = this.market;
    const user = USER[actor];
    // Appeals of other deals do not exist here: the last one is this deal's.
    const appeal = Math.max(1, scenario.exchange.snapshot().p2p.nextAppeal - 1);
    if (act === 'rule')
      return this.market.rule((this.#coins * share) / 100, { appeal, operator: user });
    const kind = `p2p.${KIND[act] ?? act}`;
    const named =
      act === 'answer' || act === 'withdraw'
        ? { appeal }
        : { deal: 1, version: version ?? this.market.find(1)?.version ?? 1, ...FIELDS[act] };
    return scenario.apply({ kind, user, ...named } as never);
  }

  /** The state without time and number of the last command, which a refused command may change. */
  state(): string {
    const { seq: _seq, timeMs: _timeMs, keys: _keys, ...state } = this.#snapshot();
    return JSON.stringify(state, withText);
  }

  deal(): string {
    return JSON.stringify(this.market.find(1));
  }

  /** Coins of all users, in every wallet, and the deal's holds: none may come or go. */
  total(): bigint {
    return this.#snapshot()
      .accounts.filter(({ user }) => user >= FIRST_CUSTOMER)
      .reduce((sum, { available, held }) => sum + BigInt(available) + BigInt(held), 0n);
  }

  /** Goes on as the exchange that comes back from its snapshot. */
  restart(): void {
    const stored = JSON.stringify(this.#snapshot());
    const exchange = Exchange.restore(JSON.parse(stored) as never);
    expect(JSON.stringify(exchange.snapshot())).toBe(stored);
    (this.market.scenario as { exchange: Exchange }).exchange = exchange;
  }

  #snapshot() {
    return this.market.scenario.exchange.snapshot();
  }
}

function withText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

describe.each(DEAL_SCENES)('a deal that is $name', (scene) => {
  it.each(DEAL_ACTS)('is moved by %s as the table says, of each actor', (act) => {
    for (const actor of DEAL_ACTORS) {
      const wanted = dealAnswer(scene, actor, act);
      if (wanted === undefined && act === 'rule') continue;
      const played = new Played(scene);
      played.restart();
      const [state, deal, total] = [played.state(), played.deal(), played.total()];
      // An operator has no act of a customer: no operator's number is a customer's.
      const expected = wanted ?? 'malformed';
      const answer = rejectionOf(played.act(actor, act)) ?? 'accepted';
      const isAccepted = expected === 'done' || expected === 'unchanged';
      const label = `${actor} ${act}`;
      expect([label, answer]).toEqual([label, isAccepted ? 'accepted' : expected]);
      if (!isAccepted) expect([label, played.state()]).toEqual([label, state]);
      if (expected === 'unchanged') expect([label, played.deal()]).toEqual([label, deal]);
      if (expected === 'done') expect([label, played.state()]).not.toEqual([label, state]);
      expect(played.total()).toBe(total);
      played.market.scenario.exchange.verify();
      played.restart();
    }
  });

  it('is moved by nobody who saw an older version', () => {
    const played = new Played(scene);
    const { version = 0 } = played.market.find(1) ?? {};
    // A deal's first version has none before it.
    if (version < 2) return;
    const state = played.state();
    for (const act of [
      'pay',
      'cancel',
      'extend',
      'release',
      'askCancel',
      'agree',
      'appeal',
    ] as const)
      for (const actor of ['buyer', 'seller'] as const) {
        expect(rejectionOf(played.act(actor, act, 50, version - 1))).toBeDefined();
        expect(played.state()).toBe(state);
      }
  });
});
