import { AMOUNT_LIMIT } from '@meridian/money/amount';
import type { AreaParts } from './area-parts.ts';
import { Listings } from './catalog/listings.ts';
import { encodeCommand } from './command-codec.ts';
import type { Checkpoint, Command, Upgrade } from './commands.ts';
import type { Credit, Deposit } from './ledger/ledger-commands.ts';
import type { SetIndexPrices } from './catalog/catalog-commands.ts';
import type { CustodyCommand } from './custody/custody-commands.ts';
import { Custody } from './custody/custody.ts';
import { DayLimits } from './custody/day-limits.ts';
import { Debts } from './custody/debts.ts';
import { Escrows } from './custody/escrows.ts';
import { OutflowHistory } from './custody/outflow-history.ts';
import { Restraints } from './custody/restraints.ts';
import {
  isCancel,
  isCost,
  isHold,
  isRequest,
  isTransfer,
} from './custody/custody-commands-check.ts';
import type { Applied, Event } from './events.ts';
import type { Outcome } from './outcome.ts';
import { IdempotencyKeys, isKey } from './idempotency.ts';
import { InvariantChecks, type InvariantId } from './invariants.ts';
import { SYSTEM, WALLETS } from './ledger/accounts.ts';
import { Ledger } from './ledger/ledger.ts';
import { CREDIT_TRANSFERS, isTransferOf, type TransferId } from './ledger/transfer-id.ts';
import { Transfers } from './ledger/transfers.ts';
import { isMarginUserCommand } from './margin/margin-commands-check.ts';
import { Margin } from './margin/margin.ts';
import type { Rejection } from './rejections.ts';
import { FIRST_RULES, isUpgrade, NEWEST_RULES, Rules } from './rules.ts';
import { isSecondsContent } from './seconds/seconds-commands-check.ts';
import { Seconds } from './seconds/seconds.ts';
import type { ExchangeSnapshot } from './snapshot.ts';
import { migrateSnapshot, SNAPSHOT_FORMAT, type StoredState } from './snapshot-migrations.ts';
import { isTradingUser, MAX_USER } from './ledger/trading-user.ts';
import { isWellFormed } from './spot/place-order.ts';
import { Spot } from './spot/spot.ts';
import { shanghaiDay } from './timers/shanghai-day.ts';

const MAX_REFERENCE_LENGTH = 200;

/**
 * What may free money of anybody without moving any: prices, nights, the age that a price may have.
 */
const CHANGE_WHAT_IS_FREE: ReadonlySet<Command['kind']> = new Set([
  'index.set',
  'clock.tick',
  'market.list',
  'core.upgrade',
] as const);

/**
 * What somebody who owes must not do. Withdrawals and escrows say so by themselves
 * (`withdrawals_frozen`).
 */
const STOPPED_BY_DEBT: ReadonlySet<Command['kind']> = new Set([
  'spot.place',
  'margin.open',
  'seconds.open',
  'seconds.insure',
  'custody.transfer',
] as const);

/**
 * What a frozen account does not do. It may be liquidated, and its stops close what is open: that
 * bounds its losses.
 */
const STOPPED_BY_FREEZE: ReadonlySet<Command['kind']> = new Set([
  ...STOPPED_BY_DEBT,
  'custody.hold',
  'custody.withdraw',
  'margin.close',
  'margin.closeAll',
  'margin.stops',
] as const);

/**
 * What has a name beside its key, under which it happens once: a client order id, a transfer id. It
 * says something whenever it happens.
 */
const NAMED_TWICE: ReadonlySet<Command['kind']> = new Set(['spot.place', 'custody.hold'] as const);

/** The commands that may carry an idempotency key. */
type UserCommand = Extract<Command, { key?: string }>;

/**
 * The exchange as a state machine: `(state, command) -> events | rejection`. Pure and synchronous:
 * no clock, randomness or I/O; time arrives with the command. Same commands and times, same state
 * and events, on any machine. An invariant that fails throws `InvariantError`: the state must not
 * be used any more.
 */
export class Exchange {
  readonly #rules = new Rules(FIRST_RULES);
  readonly #checks = new InvariantChecks();
  readonly #events: { list: Event[] } = { list: [] };
  readonly #ledger = new Ledger(this.#checks, this.#events);
  readonly #listings = new Listings(this.#events, this.#rules);
  readonly #parts: AreaParts<Event> & { readonly events: { list: Event[] } } = {
    ledger: this.#ledger,
    listings: this.#listings,
    checks: this.#checks,
    events: this.#events,
    rules: this.#rules,
  };
  readonly #spot = new Spot(this.#parts);
  readonly #margin = new Margin(this.#parts);
  readonly #seconds = new Seconds(this.#parts);
  readonly #dayLimits = new DayLimits(this.#checks);
  readonly #debts = new Debts({
    ...this.#parts,
    spot: this.#spot,
    margin: this.#margin,
    seconds: this.#seconds,
  });
  readonly #history = new OutflowHistory();
  readonly #restraints = new Restraints({ ...this.#parts, spot: this.#spot, margin: this.#margin });
  readonly #outflows = {
    dayLimits: this.#dayLimits,
    debts: this.#debts,
    history: this.#history,
    restraints: this.#restraints,
  };
  readonly #custody = new Custody({
    ...this.#parts,
    ...this.#outflows,
    margin: this.#margin,
    seconds: this.#seconds,
  });
  readonly #escrows = new Escrows({ ...this.#parts, ...this.#outflows, custody: this.#custody });
  readonly #transfers = new Transfers(this.#parts);
  readonly #keys = new IdempotencyKeys(this.#rules);
  #seq = 0;
  #timeMs = 0;
  /** Whether the present command repeats one under its key. */
  #isKeyKnown = false;

  /**
   * @param rules the version that decides from the first command on; a journal begins at 1 and is
   * raised by `core.upgrade`
   */
  constructor(rules: number = NEWEST_RULES) {
    this.#rules.raise(rules);
  }

  /** Version of the rules that decide now. */
  get rules(): number {
    return this.#rules.version;
  }

  /** Sequence number of the last command that changed the state, 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  /** Engine time of that command, milliseconds UTC; never decreases. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /**
   * Decides a command. One that changes the state is number `seq + 1`, and the one to journal. One
   * that changes nothing (refused, or a repetition) leaves everything as it was, `seq` too: nobody
   * needs to keep it. Under rules before 3 each command has a number.
   * @param timeMs engine time, not before the last one's
   */
  apply(command: Command, timeMs: number): Applied {
    if (!Number.isSafeInteger(timeMs) || timeMs < this.#timeMs)
      throw new RangeError(`engine time ${timeMs} is before ${this.#timeMs}`);
    const { countsOnlyChanges } = this.#rules;
    const lastSeq = this.#seq;
    const lastTimeMs = this.#timeMs;
    this.#seq++;
    this.#timeMs = timeMs;
    if (!countsOnlyChanges) this.#forgetOld(timeMs);
    this.#spot.begin(timeMs);
    this.#events.list = [];
    this.#isKeyKnown = false;
    const { key } = command as { key?: string };
    const outcome =
      key === undefined
        ? this.#dispatch(command, timeMs)
        : this.#applyOnce(command as UserCommand, key, timeMs);
    if (!countsOnlyChanges || this.#isChange(command, outcome)) {
      this.#margin.payDebts();
      if (outcome.ok) this.#collect(command, timeMs);
      if (countsOnlyChanges) this.#forgetOld(timeMs);
    } else {
      this.#checks.check(
        'J10',
        this.#events.list.length === 0,
        `${command.kind} changes nothing and says ${this.#events.list[0]?.type ?? ''}`,
      );
      this.#seq = lastSeq;
      this.#timeMs = lastTimeMs;
    }
    this.#ledger.balanceCommand();
    return { seq: this.#seq, timeMs, outcome, events: this.#events.list };
  }

  /** The whole state, in canonical order. */
  snapshot(): ExchangeSnapshot {
    return {
      format: SNAPSHOT_FORMAT,
      rules: this.#rules.version,
      seq: this.#seq,
      timeMs: this.#timeMs,
      ...this.#spot.counters,
      currencies: this.#listings.snapshotCurrencies(),
      markets: this.#listings.snapshotMarkets(),
      accounts: this.#ledger.snapshot(),
      orders: this.#spot.snapshot(),
      clientOrders: this.#spot.snapshotClientOrders(),
      custody: this.#custody.snapshot(),
      escrows: this.#escrows.snapshot(),
      transfers: this.#transfers.snapshot(),
      margin: this.#margin.snapshot(),
      seconds: this.#seconds.snapshot(),
      keys: this.#keys.snapshot(),
    };
  }

  /**
   * The exchange that a snapshot of any known format describes, fully verified. Throws where the
   * snapshot contradicts itself, or is of a build that is newer than this one.
   */
  static restore(stored: ExchangeSnapshot | StoredState): Exchange {
    const snapshot = migrateSnapshot(stored as StoredState);
    if (snapshot.rules > NEWEST_RULES)
      throw new Error(
        `the snapshot is of rules ${snapshot.rules}, and this build knows ${NEWEST_RULES}`,
      );
    const exchange = new Exchange(snapshot.rules);
    exchange.#seq = snapshot.seq;
    exchange.#timeMs = snapshot.timeMs;
    exchange.#listings.restore(snapshot.currencies, snapshot.markets);
    exchange.#ledger.restore(snapshot.accounts);
    exchange.#spot.restore(snapshot.orders, snapshot.clientOrders, snapshot);
    exchange.#custody.restore(snapshot.custody);
    exchange.#escrows.restore(snapshot.escrows);
    exchange.#transfers.restore(snapshot.transfers);
    exchange.#margin.restore(snapshot.margin);
    exchange.#seconds.restore(snapshot.seconds);
    exchange.#keys.restore(snapshot.keys);
    exchange.verify();
    return exchange;
  }

  /**
   * Runs every full-scan invariant (S in docs/INVARIANTS.md) and throws on the first that does not
   * hold.
   */
  verify(): void {
    this.#ledger.verify();
    this.#spot.verify();
    this.#custody.verify();
    this.#debts.verify();
    this.#escrows.verify();
    this.#transfers.verify(this.#escrows.deals());
    this.#dayLimits.verify([...this.#custody.outflows(), ...this.#escrows.outflows()]);
    this.#margin.verify();
    this.#seconds.verify();
  }

  /** How often each invariant was checked, by its number (`L1`, `B4` ...). */
  invariantChecks(): Record<InvariantId, number> {
    return this.#checks.byId();
  }

  #applyOnce(command: UserCommand, key: string, timeMs: number): Outcome {
    if (!isKey(key) || !Number.isSafeInteger(command.user)) return refused('malformed');
    const found = this.#keys.find({
      user: command.user,
      key,
      command,
      encode: encodeCommand,
      timeMs,
    });
    if (found === 'reused')
      return refused(isContentWellFormed(command) ? 'idempotency_key_reused' : 'malformed');
    this.#isKeyKnown = found !== undefined;
    if (found !== undefined) return found;
    const outcome = this.#dispatch(command, timeMs);
    const isKept = this.#rules.countsOnlyChanges
      ? this.#isChange(command, outcome)
      : outcome.ok || outcome.rejection !== 'malformed';
    if (isKept)
      this.#keys.remember({
        user: command.user,
        key,
        command,
        encode: encodeCommand,
        timeMs,
        outcome,
      });
    return outcome;
  }

  /**
   * Whether a command did anything. What it says decides where it may have repeated another one
   * under a name that is no key.
   */
  #isChange({ kind }: Command, outcome: Outcome): boolean {
    if (!outcome.ok || this.#isKeyKnown) return false;
    return this.#events.list.length > 0 || !NAMED_TWICE.has(kind);
  }

  /** Keys and client order ids whose day is over. A look-up passes them over before that. */
  #forgetOld(timeMs: number): void {
    this.#keys.expire(timeMs);
    this.#spot.forgetOld(timeMs);
  }

  /**
   * What the command freed pays debts, and what it brought the insurance pays owed claims, which
   * may pay debts in turn.
   */
  #collect({ kind }: Command, timeMs: number): void {
    do
      if (this.#debts.isAny)
        this.#debts.collect(CHANGE_WHAT_IS_FREE.has(kind) ? 'all' : 'moved', timeMs);
    while (this.#seconds.settleClaims());
  }

  #dispatch(command: Command, timeMs: number): Outcome {
    if (this.#debts.isAny && this.#isStoppedByDebt(command)) return refused('debt_unpaid');
    if (this.#restraints.isAny && this.#isFrozen(command)) return refused('account_frozen');
    const transfer = transferOf(command);
    if (transfer === undefined) return this.#decide(command, timeMs);
    if (this.#transfers.has(transfer))
      return (
        (command.kind === 'custody.hold' ? this.#escrows.repeated(command) : undefined) ??
        refused('transfer_exists')
      );
    const outcome = this.#decide(command, timeMs);
    // A refused transfer moved nothing: its id is free until it takes effect.
    if (outcome.ok) this.#transfers.keep(transfer);
    return outcome;
  }

  #decide(command: Command, timeMs: number): Outcome {
    switch (command.kind) {
      case 'spot.place':
        return this.#spot.place(command, timeMs);
      case 'spot.cancel':
        return this.#spot.cancel(command);
      case 'spot.cancelByOperator':
        return this.#spot.cancelByOperator(command);
      case 'index.set':
        return answer(this.#setIndexPrices(command, timeMs));
      case 'ledger.deposit':
        return answer(this.#move(SYSTEM.outside, command));
      case 'ledger.credit':
        return answer(this.#move(SYSTEM.house, command));
      case 'core.upgrade':
        return answer(this.#upgrade(command));
      case 'core.checkpoint':
        return answer(checkpointProblem(command, this.#seq));
      case 'currency.list':
        return answer(this.#listings.listCurrency(command));
      case 'market.list':
        return answer(this.#listings.listMarket(command));
      case 'clock.tick':
        this.#seconds.settleDue(timeMs);
        this.#margin.onTime(timeMs);
        return { ok: true };
      case 'margin.terms':
      case 'margin.open':
      case 'margin.cancel':
      case 'margin.close':
      case 'margin.closeAll':
      case 'margin.stops':
        return this.#margin.apply(command, timeMs);
      case 'seconds.terms':
      case 'seconds.open':
      case 'seconds.listInsurance':
      case 'seconds.insure':
      case 'seconds.endInsurance':
        return this.#seconds.apply(command, timeMs);
      default:
        return this.#dispatchCustody(command, timeMs);
    }
  }

  #dispatchCustody(command: CustodyCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'custody.network':
        return answer(this.#custody.list(command));
      case 'custody.transfer':
        return answer(this.#custody.transfer(command, timeMs));
      case 'custody.deposit':
        return answer(this.#custody.deposit(command));
      case 'custody.reverse':
        return answer(this.#custody.reverse(command, timeMs));
      case 'custody.withdraw':
        return this.#custody.request(command, timeMs);
      case 'custody.cancel':
        return answer(this.#custody.cancel(command));
      case 'custody.approve':
        return answer(this.#custody.approve(command, timeMs));
      case 'custody.reject':
        return answer(this.#custody.reject(command));
      case 'custody.sign':
        return answer(this.#custody.sign(command.withdrawal, timeMs));
      case 'custody.settle':
        return answer(this.#custody.settle(command, timeMs));
      case 'custody.fail':
        return answer(this.#custody.fail(command.withdrawal));
      case 'custody.cost':
        return answer(this.#custody.payCost(command));
      case 'custody.hold':
        return this.#escrows.hold(command, timeMs);
      case 'custody.payHold':
        return answer(this.#escrows.pay(command, timeMs));
      case 'custody.pause':
        return answer(this.#custody.pause(command));
      case 'custody.freeze':
        return answer(this.#custody.freeze(command));
      case 'custody.holdBack':
        return answer(this.#custody.holdBack(command, timeMs));
      default:
        return refused('malformed');
    }
  }

  #upgrade({ version }: Upgrade): Rejection | undefined {
    if (!isUpgrade(this.#rules.version, version)) return 'malformed';
    const { keepsClaims, collectsDebts, rollsOutflowLimits, countsOutflows } = this.#rules;
    this.#rules.raise(version);
    if (!keepsClaims && this.#rules.keepsClaims) this.#seconds.keepClaims();
    if (!collectsDebts && this.#rules.collectsDebts) this.#debts.cancelAllOrders();
    if (!rollsOutflowLimits && this.#rules.rollsOutflowLimits)
      this.#custody.rollOutflows(this.#timeMs);
    if (!countsOutflows && this.#rules.countsOutflows) this.#countOutflows();
    return undefined;
  }

  /**
   * What left today counts as if it had left now, for one sum of each user: when it was, older
   * rules do not know.
   */
  #countOutflows(): void {
    this.#custody.countOutflows(this.#timeMs);
    this.#escrows.countOutflows();
    const gone = this.#dayLimits.gone(shanghaiDay(this.#timeMs), [
      ...this.#custody.outflows(),
      ...this.#escrows.outflows(),
    ]);
    for (const { user, worth } of gone) {
      this.#history.add({ user, name: 'before', worth, approvals: 0 });
      this.#history.leave(user, 'before', this.#timeMs);
    }
  }

  /**
   * Who owes may cancel, close and pay, and begin nothing. The house's wallets are moved by
   * operators, who may need that to pay.
   */
  #isStoppedByDebt(command: Command): boolean {
    if (
      !this.#rules.collectsDebts ||
      !('user' in command) ||
      command.user === SYSTEM.house ||
      !this.#debts.has(command.user)
    )
      return false;
    return STOPPED_BY_DEBT.has(command.kind) && isContentWellFormed(command as UserCommand);
  }

  #isFrozen(command: Command): boolean {
    if (!('user' in command) || !this.#restraints.isFrozen(command.user)) return false;
    return STOPPED_BY_FREEZE.has(command.kind) && isContentWellFormed(command as UserCommand);
  }

  /** What fell due before these prices is settled without them; then they count. */
  #setIndexPrices(command: SetIndexPrices, timeMs: number): Rejection | undefined {
    const rejection = this.#listings.checkIndexPrices(command);
    if (rejection !== undefined) return rejection;
    this.#seconds.settleDue(timeMs);
    this.#listings.setIndexPrices(command, timeMs);
    this.#seconds.tick(command, timeMs, this.#seq);
    this.#margin.onPrices(command.prices, timeMs);
    return undefined;
  }

  /** Posts an amount from the outside world or the house to a user. */
  #move(
    from: typeof SYSTEM.outside | typeof SYSTEM.house,
    command: Deposit | Credit,
  ): Rejection | undefined {
    if (!isContentWellFormed(command)) return 'malformed';
    const { user, wallet, currency, amount, reference } = command;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const source = this.#ledger.open(from, 'spot', currency);
    const left = this.#ledger.available(source) - amount;
    if (from === SYSTEM.house && left < 0n) return 'house_insufficient';
    // The outside world owes the sum of all others: while it stays above -2^63, no balance can
    // leave 64 bits.
    if (left <= -AMOUNT_LIMIT) return 'amount_too_large';
    const reason = from === SYSTEM.house ? 'credit' : 'deposit';
    this.#ledger.post(source, -amount, reason, 0, reference);
    this.#ledger.post(this.#ledger.open(user, wallet, currency), amount, reason, 0, reference);
    return undefined;
  }
}

/**
 * What two exchanges are compared by: everything that decides what happens next. Sequence number
 * and time of the last command are left out, so that a refused command leaves it as it was.
 */
export function canonicalSnapshot(snapshot: ExchangeSnapshot): string {
  const { seq: _seq, timeMs: _timeMs, ...state } = snapshot;
  return JSON.stringify(state);
}

/**
 * Whether a command of a user is what its type says: the journal and the fuzzer may bring anything.
 */
function isContentWellFormed(command: UserCommand): boolean {
  if (command.kind === 'spot.place') return isWellFormed(command);
  if (command.kind === 'spot.cancel')
    return isTradingUser(command.user) && Number.isSafeInteger(command.order) && command.order >= 1;
  if (command.kind === 'custody.transfer') return isTransfer(command);
  if (command.kind === 'custody.withdraw') return isRequest(command);
  if (command.kind === 'custody.cancel') return isCancel(command);
  if (command.kind === 'custody.cost') return isCost(command);
  if (command.kind === 'custody.hold') return isHold(command);
  if (
    command.kind === 'margin.open' ||
    command.kind === 'margin.cancel' ||
    command.kind === 'margin.close' ||
    command.kind === 'margin.closeAll' ||
    command.kind === 'margin.stops'
  )
    return isMarginUserCommand(command);
  if (
    command.kind === 'seconds.open' ||
    command.kind === 'seconds.insure' ||
    command.kind === 'seconds.endInsurance'
  )
    return isSecondsContent(command);
  const { kind, user, wallet, amount, reference } = command;
  if (kind === 'ledger.credit' && !isTransferOf(command.transfer, CREDIT_TRANSFERS)) return false;
  const isPayer = user === SYSTEM.outside || (kind === 'ledger.credit' && user === SYSTEM.house);
  const isUser = Number.isSafeInteger(user) && user >= 1 && user < MAX_USER && !isPayer;
  if (!isUser || !WALLETS.includes(wallet) || typeof amount !== 'bigint' || amount <= 0n)
    return false;
  return typeof reference === 'string' && reference.length <= MAX_REFERENCE_LENGTH;
}

/** The transfer id of a command that is what its type says. */
function transferOf(command: Command): TransferId | undefined {
  const { kind } = command;
  if (kind !== 'ledger.credit' && kind !== 'custody.hold' && kind !== 'custody.cost')
    return undefined;
  return command.transfer !== undefined && isContentWellFormed(command)
    ? command.transfer
    : undefined;
}

/**
 * A checkpoint tells of a command before it. Whether its hash is right is compared by those who
 * read the journal: hashing is not the core's.
 */
function checkpointProblem(
  { at, format, stateHash }: Checkpoint,
  seq: number,
): Rejection | undefined {
  const isWellFormed =
    Number.isSafeInteger(at) &&
    at >= 0 &&
    at < seq &&
    Number.isSafeInteger(format) &&
    typeof stateHash === 'string' &&
    /^[0-9a-f]{64}$/.test(stateHash);
  return isWellFormed ? undefined : 'malformed';
}

function answer(rejection: Rejection | undefined): Outcome {
  return rejection === undefined ? { ok: true } : refused(rejection);
}

function refused(rejection: Rejection): Outcome {
  return { ok: false, rejection };
}
