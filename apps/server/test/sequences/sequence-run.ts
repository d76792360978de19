import { setImmediate as nextTick } from 'node:timers/promises';
import type { Call } from '@meridian/contract/schema/call';
import {
  transactionComplete,
  transactionDel,
  transactionInList,
  transactionOutList,
} from '@meridian/contract/spot/calls';
import { walletListRows } from '@meridian/contract/wallet/calls';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { isDeepStrictEqual } from 'node:util';
import type { TestExchange } from '../test-exchange.ts';
import { curlLine, encodeRequest } from '../../src/gateway/hostile-input.ts';
import { fieldsOf, SeenValues, type PlannedCall } from './call-sequence.ts';
import { ExchangeModel, unitsOf } from './exchange-model.ts';
import { faultOf, isSuccess, type WireAnswer } from './judge-answer.ts';

const SLOWEST_MS = 10_000;
/** The next call is chosen among so many of the unsent ones, oldest first. */
const WINDOW = 3;
const COIN = 100_000_000n;
/** Commands that only restrain the account of the caller. */
const RESTRAINTS: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'custody.freeze',
  'custody.holdBack',
]);

interface Item {
  readonly plan: PlannedCall;
  readonly user: number;
  readonly key: string | undefined;
  /** Made when it is sent first: its double sends the same. */
  request?: { contentType: string; body: string };
}

interface Sent {
  readonly item: Item;
  readonly line: string;
  isAnswered: boolean;
  /** Whether one of its commands changed anything. */
  hasChanged: boolean;
  moved: PromiseWithResolvers<void>;
}

/**
 * Runs a sequence of calls against the exchange behind HTTP, and judges each step. One step at a
 * time: a call is sent until it is answered or waits with a command before the engine, or one of
 * the waiting commands goes on. The next step is drawn from `picks`, so that the same sequence and
 * picks give the same order; without picks, calls follow each other.
 */
export class SequenceRun {
  readonly #exchange: TestExchange;
  readonly #picks: Iterator<number> | undefined;
  readonly #model = new ExchangeModel();
  readonly #seen = new SeenValues();
  readonly #waiting: { readonly sent: Sent; readonly go: () => void }[] = [];
  /** Answers to calls with a key, by key and content; successes also by the key alone. */
  readonly #first = new Map<string, WireAnswer>();
  readonly #effective = new Set<string>();
  readonly #lines: string[] = [];
  #acting: Sent | undefined;
  #failure: unknown;
  successes = 0;

  constructor(exchange: TestExchange, picks: Iterator<number> | undefined) {
    this.#exchange = exchange;
    this.#picks = picks;
    for (const _user of exchange.users) {
      this.#model.pay(3, 100_000n * COIN);
      this.#model.pay(1, 10n * COIN);
    }
  }

  async run(plans: readonly PlannedCall[]): Promise<void> {
    const { users } = this.#exchange;
    const unsent = plans.flatMap((plan, index): Item[] => {
      const key =
        plan.key === 'none'
          ? undefined
          : plan.key === 'own'
            ? `own-${index}`
            : `shared-${plan.key}`;
      const item: Item = {
        plan,
        user: users[plan.user % users.length] ?? 0,
        key: plan.call.money === true ? key : undefined,
      };
      return plan.isDoubled ? [item, item] : [item];
    });
    this.#exchange.submit = (command) => this.#arrive(command);
    try {
      while (unsent.length + this.#waiting.length > 0) await this.#step(unsent);
      this.#exchange.submit = (command) => this.#exchange.engine.submit(command);
      await this.#settle();
    } catch (error) {
      const { message } = (this.#failure ?? error) as Error;
      throw new Error(`${message}\n${this.#lines.join('\n')}`, { cause: error });
    } finally {
      this.#exchange.submit = (command) => this.#exchange.engine.submit(command);
      for (const { go } of this.#waiting) go();
    }
  }

  async #step(unsent: Item[]): Promise<void> {
    const options = this.#waiting.length + Math.min(WINDOW, unsent.length);
    const pick = this.#picks === undefined ? 0 : Number(this.#picks.next().value) % options;
    if (pick < this.#waiting.length) await this.#goOn(pick);
    else await this.#send(unsent.splice(pick - this.#waiting.length, 1)[0] as Item);
    if (this.#failure !== undefined) throw this.#failure as Error;
  }

  async #goOn(index: number): Promise<void> {
    const [waiting] = this.#waiting.splice(index, 1);
    if (waiting === undefined) return;
    waiting.go();
    await this.#rest(waiting.sent);
  }

  async #send(item: Item): Promise<void> {
    const { plan, user, key } = item;
    item.request ??= encodeRequest({
      fields: fieldsOf(plan, this.#seen),
      encoding: plan.call.method === 'GET' ? 'form' : plan.encoding,
    });
    const shown = {
      authorization: `$USER${user}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const sent: Sent = {
      item,
      line: curlLine(plan.call, item.request, shown),
      isAnswered: false,
      hasChanged: false,
      moved: Promise.withResolvers(),
    };
    this.#lines.push(`${sent.line} # sent`);
    void this.#answerOf(sent)
      .then((answer) => this.#judge(sent, answer))
      .catch((error: unknown) => (this.#failure ??= error))
      .finally(() => {
        sent.isAnswered = true;
        sent.moved.resolve();
      });
    await this.#rest(sent);
    if (sent.isAnswered && this.#model.isLoggedOut(user) && plan.call.access === 'private')
      await this.#comeBack(user);
  }

  /** Until the call is answered or waits before the engine. */
  async #rest(sent: Sent): Promise<void> {
    this.#acting = sent;
    while (!sent.isAnswered && !this.#waiting.some((one) => one.sent === sent)) {
      await sent.moved.promise;
      sent.moved = Promise.withResolvers();
      await nextTick();
    }
  }

  async #answerOf({ item }: Sent): Promise<WireAnswer> {
    const { plan, user, key, request } = item;
    const { method, path } = plan.call;
    const isGet = method === 'GET';
    const response = await fetch(
      `${this.#exchange.address}${path}${isGet ? `?${request?.body}` : ''}`,
      {
        method,
        headers: {
          ...this.#exchange.headers({ user, ...(key === undefined ? {} : { key }) }),
          ...(isGet ? {} : { 'content-type': request?.contentType ?? '' }),
        },
        ...(isGet ? {} : { body: request?.body ?? '' }),
        signal: AbortSignal.timeout(SLOWEST_MS),
      },
    );
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** A logged-out user was refused, as expected: the next call comes with a new session. */
  async #comeBack(user: number): Promise<void> {
    if (!this.#model.isLoggedOut(user)) return;
    await this.#exchange.logIn(user);
    this.#model.loggedIn(user);
  }

  #arrive(command: Command): Promise<Applied> {
    const sent = this.#acting;
    if (sent === undefined) throw new Error('a command came from nowhere');
    return new Promise((resolve) => {
      this.#waiting.push({ sent, go: () => resolve(this.#apply(command, sent)) });
      sent.moved.resolve();
    });
  }

  async #apply(command: Command, sent: Sent): Promise<Applied> {
    const before = this.#stateText();
    const applied = await this.#exchange.engine.submit(command);
    try {
      this.#judgeCommand(command, { applied, sent, before });
    } catch (error) {
      this.#failure ??= error;
    }
    return applied;
  }

  #judgeCommand(
    command: Command,
    { applied, sent, before }: { applied: Applied; sent: Sent; before: string },
  ): void {
    const { call } = sent.item.plan;
    const { user, key } = command as { user?: number; key?: string };
    // A change of security holds withdrawals back in the core, which moves no money.
    const isAllowed = call.money === true || RESTRAINTS.has(command.kind);
    if (!isAllowed)
      throw new Error(`${call.path} gives ${command.kind}, but is not declared to move money`);
    if (user !== sent.item.user)
      throw new Error(`${call.path} of user ${sent.item.user} gives a command of user ${user}`);
    if (applied.events.length === 0) {
      if (this.#stateText() !== before)
        throw new Error(`${call.path} was refused or repeated, and yet the state is another`);
      return;
    }
    if (!applied.outcome.ok)
      throw new Error(`${call.path} was refused after it had done something`);
    sent.hasChanged = true;
    const once = `${user} ${key}`;
    if (key !== undefined && this.#effective.has(once))
      throw new Error(`the key ${key} was effective twice`);
    this.#effective.add(once);
    checkSums(this.#exchange.engine.exchange.snapshot());
  }

  #judge({ item, hasChanged }: Sent, answer: WireAnswer): void {
    const { plan, user, key, request } = item;
    const { call } = plan;
    const text = JSON.stringify(answer.body).slice(0, 200);
    this.#lines.push(`#   user ${user} ${call.path} -> ${answer.status} ${text}`);
    const fault = faultOf(call, answer);
    if (fault !== undefined) throw new Error(`${call.method} ${call.path}: ${fault}`);
    if (!isSuccess(answer)) {
      if (hasChanged) throw new Error(`${call.path} was refused and yet has changed something`);
      if (
        call.access === 'private' &&
        this.#model.isLoggedOut(user) !== (answer.body['type'] === '999')
      )
        throw new Error(
          `${call.path}: user ${user} is logged ${this.#model.isLoggedOut(user) ? 'out' : 'in'} and gets ${text}`,
        );
    }
    const isRepetition =
      key !== undefined &&
      answer.body['type'] !== '999' &&
      this.#isRepetition(
        `${user} ${key} ${call.path}`,
        `${request?.contentType} ${request?.body}`,
        answer,
      );
    if (!isSuccess(answer)) return;
    this.successes++;
    this.#model.note({ call, user, body: request?.body ?? '', answer: answer.body, isRepetition });
    this.#seen.note(plan, answer.body);
  }

  /**
   * Whether the call had succeeded with this key before. A repeated request gets its success again,
   * which is the only success under the key for any content. A refused request is decided anew,
   * since it had no effect.
   */
  #isRepetition(keyed: string, request: string, answer: WireAnswer): boolean {
    for (const what of [`${keyed} ${request}`, ...(isSuccess(answer) ? [keyed] : [])]) {
      const first = this.#first.get(what);
      if (first !== undefined && !isDeepStrictEqual(first, answer))
        throw new Error(
          `the repetition of ${what} was answered ${JSON.stringify(answer.body)} in place of ${JSON.stringify(first.body)}`,
        );
    }
    const isRepetition = isSuccess(answer) && this.#first.has(keyed);
    if (isSuccess(answer))
      for (const name of [`${keyed} ${request}`, keyed]) this.#first.set(name, answer);
    return isRepetition;
  }

  #known = { seq: -1, text: '' };
  /** The whole state as text. It can only have changed if a command was applied. */
  #stateText(): string {
    const { seq } = this.#exchange.engine.exchange;
    if (seq !== this.#known.seq)
      this.#known = { seq, text: JSON.stringify(this.#exchange.state()) };
    return this.#known.text;
  }

  /**
   * All users revoke their open orders. Then no hold remains, the histories have exactly the placed
   * orders, and the balances of all users are the deposits less the fees in their histories.
   */
  async #settle(): Promise<void> {
    const totals = new Map(this.#model.paidIn);
    const add = (currency: number, units: bigint): unknown =>
      totals.set(currency, (totals.get(currency) ?? 0n) + units);
    for (const user of this.#exchange.users) {
      await this.#comeBack(user);
      for (const call of [transactionInList, transactionOutList]) await this.#revokeAll(call, user);
    }
    for (const user of this.#exchange.users) {
      for (const { currency, balance, lock_balance: held } of await this.#exchange.call(
        walletListRows,
        {},
        { user },
      )) {
        if (held !== '0')
          throw new Error(`user ${user} has no order and yet ${held} of currency ${currency} held`);
        add(currency, -unitsOf(balance));
      }
      await this.#settleHistory(user, add);
    }
    for (const [currency, units] of totals)
      if (units !== 0n) throw new Error(`${units} units of currency ${currency} are missing`);
    this.#exchange.engine.exchange.verify();
  }

  async #revokeAll(
    call: typeof transactionInList | typeof transactionOutList,
    user: number,
  ): Promise<void> {
    for (;;) {
      const { list } = await this.#exchange.call(call, {}, { user });
      if (list.length === 0) return;
      this.#model.note({
        call: call as Call,
        user,
        body: '',
        answer: { message: { list } },
        isRepetition: false,
      });
      for (const { id } of list) await this.#exchange.call(transactionDel, { id }, { user });
    }
  }

  async #settleHistory(
    user: number,
    add: (currency: number, units: bigint) => unknown,
  ): Promise<void> {
    const ids: number[] = [];
    for (let page = 1; ; page++) {
      const { list } = await this.#exchange.call(transactionComplete, { page }, { user });
      if (list.length === 0) break;
      for (const order of list) {
        ids.push(order.id);
        add(order.currency_id, -unitsOf(order.in_fee));
        add(order.legal_id, -unitsOf(order.out_fee));
        add(order.type === 'in' ? order.legal_id : order.currency_id, unitsOf(order.rebate));
      }
    }
    const placed = this.#model.ordersOf(user);
    const byNumber = (a: number, b: number): number => a - b;
    if (!isDeepStrictEqual(ids.sort(byNumber), placed.sort(byNumber)))
      throw new Error(
        `user ${user} has placed ${placed.join(' ')}, the history has ${ids.join(' ')}`,
      );
  }
}

/** Only the outside world is negative, and each currency sums to zero. */
function checkSums({ accounts }: ExchangeSnapshot): void {
  const sums = new Map<number, bigint>();
  for (const { user, currency, available, held } of accounts) {
    if (user !== SYSTEM.outside && (available.startsWith('-') || held.startsWith('-')))
      throw new Error(`user ${user} has ${available} and ${held} of currency ${currency}`);
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(available) + BigInt(held));
  }
  for (const [currency, sum] of sums)
    if (sum !== 0n) throw new Error(`currency ${currency} adds up to ${sum}`);
}
