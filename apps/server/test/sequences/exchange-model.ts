import { userLogout } from '@meridian/contract/account/calls';
import type { Call } from '@meridian/contract/schema/call';
import { demoFaucet } from '@meridian/contract/demo/calls';
import { sessionEnd, sessionList } from '@meridian/contract/security/calls';
import {
  transactionComplete,
  transactionDel,
  transactionIn,
  transactionInList,
  transactionOut,
  transactionOutList,
} from '@meridian/contract/spot/calls';
import { parseDecimal } from '@meridian/money/decimal';

const SCALE = 8;

/** Units of a wire decimal. */
export function unitsOf(text: unknown): bigint {
  const parsed = parseDecimal(String(text), SCALE);
  if (!parsed.ok) throw new Error(`${String(text)} is no amount`);
  return parsed.units;
}

/** A call that succeeded. */
export interface Succeeded {
  readonly call: Call;
  readonly user: number;
  /** The request's body as sent. */
  readonly body: string;
  readonly answer: Record<string, unknown>;
  /** Whether it had no effect, because the same call with the same key had succeeded before. */
  readonly isRepetition: boolean;
}

interface Row {
  readonly id: number;
  readonly type?: string;
  readonly credited?: readonly { currency: number; amount: string }[];
}

interface SessionRows {
  readonly message: readonly { readonly id: string; readonly is_current: boolean }[];
}

/** Occurs in no request. */
const NO_SESSION = '\u0000';

/**
 * A client's knowledge from answers alone: the owners of orders, ended orders, deposits, and
 * logouts. It knows nothing of prices, books or fees. Throws if an answer contradicts an earlier
 * one.
 */
export class ExchangeModel {
  readonly #owners = new Map<number, number>();
  /** Orders with a client order id, by user and id. */
  readonly #named = new Map<string, number>();
  readonly #ended = new Set<number>();
  readonly #paidIn = new Map<number, bigint>();
  readonly #loggedOut = new Set<number>();
  /** The session that a user was told to be the one in use. */
  readonly #sessions = new Map<number, string>();

  pay(currency: number, units: bigint): void {
    this.#paidIn.set(currency, (this.#paidIn.get(currency) ?? 0n) + units);
  }

  get paidIn(): ReadonlyMap<number, bigint> {
    return this.#paidIn;
  }

  ordersOf(user: number): number[] {
    return [...this.#owners].filter(([, owner]) => owner === user).map(([id]) => id);
  }

  isLoggedOut(user: number): boolean {
    return this.#loggedOut.has(user);
  }

  loggedIn(user: number): void {
    this.#loggedOut.delete(user);
    this.#sessions.delete(user);
  }

  note({ call, user, body, answer, isRepetition }: Succeeded): void {
    if (call.access === 'private' && this.#loggedOut.has(user))
      throw new Error(`user ${user} has logged out and is served`);
    const row = answer as unknown as Row;
    if (call === transactionIn || call === transactionOut)
      this.#placed(row.id, { user, body, isRepetition });
    else if (call === transactionDel) this.#revoked(row.id, user, isRepetition);
    else if (call === transactionInList) this.#listed(answer, { user, side: 'in', isOpen: true });
    else if (call === transactionOutList) this.#listed(answer, { user, side: 'out', isOpen: true });
    else if (call === transactionComplete)
      this.#listed(answer, { user, side: undefined, isOpen: false });
    else if (call === userLogout) this.#loggedOut.add(user);
    else if (call === sessionList)
      this.#sessions.set(
        user,
        (answer as unknown as SessionRows).message.find(({ is_current }) => is_current)?.id ??
          NO_SESSION,
      );
    else if (call === sessionEnd && body.includes(this.#sessions.get(user) ?? NO_SESSION))
      this.#loggedOut.add(user);
    else if (call === demoFaucet && !isRepetition)
      for (const { currency, amount } of row.credited ?? []) this.pay(currency, unitsOf(amount));
  }

  /** A call with the client order id of an order is answered with that order, under any key. */
  #placed(
    id: number,
    { user, body, isRepetition: hasKeyAgain }: Pick<Succeeded, 'user' | 'body' | 'isRepetition'>,
  ): void {
    const name = clientOrderIdOf(body);
    const isRepetition = hasKeyAgain || (name !== '' && this.#named.get(`${user} ${name}`) === id);
    if (name !== '') this.#named.set(`${user} ${name}`, id);
    if (isRepetition !== this.#owners.has(id))
      throw new Error(
        `order ${id} was ${isRepetition ? 'never placed, but repeated' : 'placed twice'}`,
      );
    if (isRepetition && this.#owners.get(id) !== user)
      throw new Error(`order ${id} of user ${this.#owners.get(id)} was given to ${user}`);
    this.#owners.set(id, user);
  }

  #revoked(id: number, user: number, isRepetition: boolean): void {
    if (this.#owners.get(id) !== user)
      throw new Error(`user ${user} revoked order ${id} of ${this.#owners.get(id)}`);
    if (!isRepetition && this.#ended.has(id))
      throw new Error(`order ${id} was revoked after its end`);
    this.#ended.add(id);
  }

  #listed(
    { message }: Record<string, unknown>,
    { user, side, isOpen }: { user: number; side: string | undefined; isOpen: boolean },
  ): void {
    for (const { id, type } of (message as { list: readonly Row[] }).list) {
      if (this.#owners.get(id) !== user)
        throw new Error(`user ${user} is shown order ${id} of ${this.#owners.get(id)}`);
      if (side !== undefined && type !== side)
        throw new Error(`order ${id} is listed on the wrong side`);
      if (isOpen && this.#ended.has(id))
        throw new Error(`order ${id} has ended and is listed as open`);
      if (!isOpen) this.#ended.add(id);
    }
  }
}

/** The client order id of a call, from a form, JSON or multipart body; '' without one. */
function clientOrderIdOf(body: string): string {
  const [, text = ''] = /client_order_id"?(?:=|\s*:\s*"?|\s+)([A-Za-z0-9._:/%-]*)/.exec(body) ?? [];
  return text.includes('%') ? decodeURIComponent(text) : text;
}
