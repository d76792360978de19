import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import type { EventSink } from '../event-sink.ts';
import type { Posted, PostingReason } from './posting.ts';
import { AT, InvariantError, type InvariantChecks } from '../invariants.ts';
import { IntegerMap } from '../integer-map.ts';
import type { SnapshotAccount } from './ledger-snapshot.ts';
import { SYSTEM, WALLETS, type Wallet } from './accounts.ts';

/**
 * Index of an account in the ledger's columns. It is valid in this process only: snapshots name
 * owner, wallet and currency.
 */
export type AccountSlot = number;
/** Index in the table of holds. */
export type HoldSlot = number;
/**
 * Kind of a hold's owner. A hold's postings carry the kind as `reference`, but for an order's,
 * which have none.
 */
const HOLD_KINDS = [
  'order',
  'withdrawal',
  'position',
  'ticket',
  'escrow',
  'deal',
  'appeal',
  'bond',
  'lock',
  'lockInterest',
  'savingsInterest',
  'quote',
  'loan',
  'commitment',
  'saleSupply',
  'vesting',
] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];
/** The same kinds as references of postings. */
const HOLD_REFERENCES: readonly string[] = ['', ...HOLD_KINDS.slice(1)];

export const MAX_CURRENCY_ID = 1023;
const CURRENCIES = MAX_CURRENCY_ID + 1;
const START_CAPACITY = 1024;

/**
 * Owns every balance: accounts (owner, wallet, currency) with an available and a held part, and the
 * holds that name the owner of each held amount. Promises L1 to L6: the postings of a command sum
 * to zero in each currency, no account but the outside world goes below zero, and an account's held
 * part is the sum of its holds. It does not decide which movements are allowed.
 */
export class Ledger {
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<Posted>;
  readonly #slots = new IntegerMap();
  #count = 0;
  #owner = new Float64Array(START_CAPACITY);
  #wallet = new Uint8Array(START_CAPACITY);
  #currency = new Int32Array(START_CAPACITY);
  #available = new BigInt64Array(START_CAPACITY);
  #held = new BigInt64Array(START_CAPACITY);
  /** Sum of the account's holds, kept apart from `held` so that the two can be compared (L5). */
  #holdSum = new BigInt64Array(START_CAPACITY);

  #holdCount = 0;
  #freeHold = -1;
  #holdAccount = new Int32Array(START_CAPACITY);
  #holdAmount = new BigInt64Array(START_CAPACITY);
  #holdOwner = new Float64Array(START_CAPACITY);
  #holdKind = new Uint8Array(START_CAPACITY);

  /** Sums of the running command's postings so far, by currency (L1). */
  readonly #imbalance = new BigInt64Array(CURRENCIES);
  readonly #touched = new Int32Array(CURRENCIES);
  #touchedCount = 0;

  constructor(checks: InvariantChecks, events: EventSink<Posted>) {
    this.#checks = checks;
    this.#events = events;
  }

  /** The account's slot, -1 before its first posting. */
  find(user: UserId, wallet: Wallet, currency: CurrencyId): AccountSlot {
    return this.#slots.get(accountKey(user, WALLETS.indexOf(wallet), currency));
  }

  /** The account's slot; opens an account with zero balances if there is none. */
  open(user: UserId, wallet: Wallet, currency: CurrencyId): AccountSlot {
    const walletIndex = WALLETS.indexOf(wallet);
    const key = accountKey(user, walletIndex, currency);
    const existing = this.#slots.get(key);
    if (existing >= 0) return existing;
    const slot = this.#count++;
    if (slot === this.#owner.length) this.#growAccounts();
    this.#owner[slot] = user;
    this.#wallet[slot] = walletIndex;
    this.#currency[slot] = currency;
    this.#slots.set(key, slot);
    return slot;
  }

  available(account: AccountSlot): bigint {
    return this.#available[account];
  }

  held(account: AccountSlot): bigint {
    return this.#held[account];
  }

  holdAmount(hold: HoldSlot): bigint {
    return this.#holdAmount[hold];
  }

  /** Sum of the running command's postings so far: a complete transfer leaves it unchanged. */
  imbalance(currency: CurrencyId): bigint {
    return this.#imbalance[currency];
  }

  /**
   * L5: a hold belongs to the object that refers to it.
   * @param owner id of the order, withdrawal or other object
   */
  checkOwner(hold: HoldSlot, owner: number, kind: HoldKind = 'order'): void {
    this.#checks.counts[AT.L5]++;
    if (this.#holdOwner[hold] === owner && this.#holdKind[hold] === indexOf(kind)) return;
    throw new InvariantError('L5', `${kind} ${owner} points to ${this.#ownerOf(hold)}`);
  }

  /**
   * Adds to (or takes from) the available part of an account. One leg of a double entry.
   * @param subject id of the trade, withdrawal or other object, else 0
   */
  post(
    account: AccountSlot,
    amount: bigint,
    reason: PostingReason,
    subject: number,
    reference: string,
  ): void {
    this.#write(account, amount, 0n, reason, subject, reference);
    this.#addImbalance(this.#currency[account], amount);
  }

  /**
   * Moves an amount above zero from available to held, in the name of an owner.
   * @param owner id of the order, withdrawal or other object
   */
  hold(account: AccountSlot, amount: bigint, owner: number, kind: HoldKind = 'order'): HoldSlot {
    const hold = this.restoreHold(account, amount, owner, kind);
    this.#write(account, 0n - amount, amount, 'hold', owner, HOLD_REFERENCES[this.#holdKind[hold]]);
    return hold;
  }

  /** Gives part of a hold back to available. Does nothing for zero. */
  release(hold: HoldSlot, amount: bigint): void {
    if (amount === 0n) return;
    this.#shrinkHold(hold, amount);
    this.#write(
      this.#holdAccount[hold],
      amount,
      0n - amount,
      'release',
      this.#holdOwner[hold],
      HOLD_REFERENCES[this.#holdKind[hold]],
    );
  }

  /** Pays part of a hold. One leg of a double entry. */
  spend(
    hold: HoldSlot,
    amount: bigint,
    reason: PostingReason,
    subject: number,
    reference = '',
  ): void {
    this.#shrinkHold(hold, amount);
    const account = this.#holdAccount[hold];
    const change = 0n - amount;
    this.#write(account, 0n, change, reason, subject, reference);
    this.#addImbalance(this.#currency[account], change);
  }

  /** Pays into a hold: its account has more, and all of it is held. One leg of a double entry. */
  payHeld(
    hold: HoldSlot,
    amount: bigint,
    reason: PostingReason,
    subject: number,
    reference = '',
  ): void {
    const account = this.#holdAccount[hold];
    this.#growHold(hold, amount);
    this.#write(account, 0n, amount, reason, subject, reference);
    this.#addImbalance(this.#currency[account], amount);
  }

  /** Moves more from available to an existing hold. */
  holdMore(hold: HoldSlot, amount: bigint): void {
    this.#growHold(hold, amount);
    this.#write(
      this.#holdAccount[hold],
      0n - amount,
      amount,
      'hold',
      this.#holdOwner[hold],
      HOLD_REFERENCES[this.#holdKind[hold]],
    );
  }

  /** Releases the rest of a hold and ends it (L6). */
  closeHold(hold: HoldSlot): void {
    this.release(hold, this.#holdAmount[hold]);
    this.#checks.counts[AT.L6]++;
    if (this.#holdAmount[hold] !== 0n)
      throw new InvariantError('L6', 'a closed owner keeps a hold');
    this.#holdOwner[hold] = 0;
    this.#holdAccount[hold] = this.#freeHold;
    this.#freeHold = hold;
  }

  /** Ends the postings of a command: they must sum to zero in each currency (L1, and so L4). */
  balanceCommand(): void {
    for (let index = 0; index < this.#touchedCount; index++) {
      const currency = this.#touched[index];
      this.#checks.counts[AT.L1]++;
      this.#checks.counts[AT.L4]++;
      if (this.#imbalance[currency] !== 0n)
        throw new InvariantError('L1', `postings of currency ${currency} do not sum to zero`);
    }
    this.#touchedCount = 0;
  }

  /** Full scan: sums per currency (L4), signs (L2), holds against held (L5). */
  verify(): void {
    const totals = new BigInt64Array(CURRENCIES);
    const holds = new BigInt64Array(this.#count);
    const free = new Set<number>();
    for (let hold = this.#freeHold; hold >= 0; hold = this.#holdAccount[hold]) free.add(hold);
    for (let hold = 0; hold < this.#holdCount; hold++) {
      if (!free.has(hold)) holds[this.#holdAccount[hold]] += this.#holdAmount[hold];
    }
    for (let account = 0; account < this.#count; account++) {
      totals[this.#currency[account]] += this.#available[account] + this.#held[account];
      this.#checkSigns(account, this.#available[account], this.#held[account]);
      this.#checks.check(
        'L5',
        this.#held[account] === holds[account],
        `held of account ${account} is not the sum of its holds`,
      );
    }
    for (let currency = 0; currency < CURRENCIES; currency++) {
      this.#checks.check(
        'L4',
        totals[currency] === 0n,
        `accounts of currency ${currency} do not sum to zero`,
      );
    }
  }

  /** All accounts that hold something, by owner, wallet and currency. */
  snapshot(): SnapshotAccount[] {
    const rows: SnapshotAccount[] = [];
    for (const account of this.#inOrder()) {
      rows.push({
        user: this.#owner[account],
        wallet: WALLETS[this.#wallet[account]],
        currency: this.#currency[account],
        available: this.#available[account].toString(),
        held: this.#held[account].toString(),
      });
    }
    return rows;
  }

  /**
   * Sets balances from a snapshot. The holds must follow by `restoreHold`, until held parts and
   * holds agree.
   */
  restore(rows: readonly SnapshotAccount[]): void {
    for (const row of rows) {
      const account = this.open(row.user, row.wallet, row.currency);
      this.#available[account] = BigInt(row.available);
      this.#held[account] = BigInt(row.held);
    }
  }

  /** Names the owner of an amount that the account already holds. */
  restoreHold(
    account: AccountSlot,
    amount: bigint,
    owner: number,
    kind: HoldKind = 'order',
  ): HoldSlot {
    const hold = this.#takeHoldSlot();
    this.#holdAccount[hold] = account;
    this.#holdAmount[hold] = amount;
    this.#holdOwner[hold] = owner;
    this.#holdKind[hold] = indexOf(kind);
    this.#holdSum[account] += amount;
    return hold;
  }

  /**
   * Positional on purpose: it runs for every posting, and an options object for each call costs
   * more than the addition.
   */
  #write(
    account: AccountSlot,
    available: bigint,
    held: bigint,
    reason: PostingReason,
    subject: number,
    reference: string,
  ): void {
    const availableAfter = this.#available[account] + available;
    const heldAfter = this.#held[account] + held;
    this.#checkSigns(account, availableAfter, heldAfter);
    this.#available[account] = availableAfter;
    this.#held[account] = heldAfter;
    this.#checks.counts[AT.L5]++;
    if (heldAfter !== this.#holdSum[account])
      throw new InvariantError('L5', `held of account ${account} is not the sum of its holds`);
    this.#events.list.push({
      type: 'posted',
      user: this.#owner[account],
      wallet: WALLETS[this.#wallet[account]],
      currency: this.#currency[account],
      reason,
      available: available as Amount,
      held: held as Amount,
      availableAfter: availableAfter as Amount,
      heldAfter: heldAfter as Amount,
      subject,
      reference,
    });
  }

  #ownerOf(hold: HoldSlot): string {
    return `a hold of ${HOLD_KINDS[this.#holdKind[hold]]} ${this.#holdOwner[hold]}`;
  }

  #checkSigns(account: AccountSlot, available: bigint, held: bigint): void {
    const { counts } = this.#checks;
    counts[AT.L2]++;
    counts[AT.L3]++;
    if (BigInt.asIntN(64, available) !== available || BigInt.asIntN(64, held) !== held) {
      throw new InvariantError('L3', `a balance of account ${account} leaves 64 bits`);
    }
    if (this.#owner[account] === SYSTEM.house) {
      counts[AT.L9]++;
      if (available < 0n) throw new InvariantError('L9', 'the house gives what it has not got');
    }
    if (held < 0n || (available < 0n && this.#owner[account] !== SYSTEM.outside)) {
      throw new InvariantError(
        'L2',
        `account ${account} of user ${this.#owner[account]} goes below zero`,
      );
    }
  }

  #shrinkHold(hold: HoldSlot, amount: bigint): void {
    const left = this.#holdAmount[hold] - amount;
    if (left < 0n) throw new InvariantError('L5', `${this.#ownerOf(hold)} is overdrawn`);
    this.#holdAmount[hold] = left;
    this.#holdSum[this.#holdAccount[hold]] -= amount;
  }

  #growHold(hold: HoldSlot, amount: bigint): void {
    this.#holdAmount[hold] += amount;
    this.#holdSum[this.#holdAccount[hold]] += amount;
  }

  #addImbalance(currency: CurrencyId, amount: bigint): void {
    if (this.#imbalance[currency] === 0n && !this.#isTouched(currency))
      this.#touched[this.#touchedCount++] = currency;
    this.#imbalance[currency] += amount;
  }

  #isTouched(currency: CurrencyId): boolean {
    for (let index = 0; index < this.#touchedCount; index++)
      if (this.#touched[index] === currency) return true;
    return false;
  }

  /** Slots of the accounts that are not empty, in canonical order. */
  #inOrder(): number[] {
    const slots: number[] = [];
    for (let account = 0; account < this.#count; account++) {
      if (this.#available[account] !== 0n || this.#held[account] !== 0n) slots.push(account);
    }
    return slots.sort(
      (a, b) =>
        this.#owner[a] - this.#owner[b] ||
        this.#wallet[a] - this.#wallet[b] ||
        this.#currency[a] - this.#currency[b],
    );
  }

  #takeHoldSlot(): HoldSlot {
    if (this.#freeHold >= 0) {
      const hold = this.#freeHold;
      this.#freeHold = this.#holdAccount[hold];
      return hold;
    }
    if (this.#holdCount === this.#holdAccount.length) {
      this.#holdAccount = grown(this.#holdAccount, new Int32Array(this.#holdCount * 2));
      this.#holdAmount = grown(this.#holdAmount, new BigInt64Array(this.#holdCount * 2));
      this.#holdOwner = grown(this.#holdOwner, new Float64Array(this.#holdCount * 2));
      this.#holdKind = grown(this.#holdKind, new Uint8Array(this.#holdCount * 2));
    }
    return this.#holdCount++;
  }

  #growAccounts(): void {
    const capacity = this.#owner.length * 2;
    this.#owner = grown(this.#owner, new Float64Array(capacity));
    this.#wallet = grown(this.#wallet, new Uint8Array(capacity));
    this.#currency = grown(this.#currency, new Int32Array(capacity));
    this.#available = grown(this.#available, new BigInt64Array(capacity));
    this.#held = grown(this.#held, new BigInt64Array(capacity));
    this.#holdSum = grown(this.#holdSum, new BigInt64Array(capacity));
  }
}

/** Copies a column into a larger one. */
export function grown<T extends Float64Array | Int32Array | Uint8Array | BigInt64Array>(
  old: T,
  larger: T,
): T {
  (larger as Float64Array).set(old as Float64Array);
  return larger;
}

/** Users stay below 2^40, so that the key is a safe integer. */
function accountKey(user: UserId, walletIndex: number, currency: CurrencyId): number {
  return (user * WALLETS.length + walletIndex) * CURRENCIES + currency;
}

/** Orders first: nearly all holds are orders', and a search would slow each of them. */
function indexOf(kind: HoldKind): number {
  return kind === 'order' ? 0 : HOLD_KINDS.indexOf(kind);
}
