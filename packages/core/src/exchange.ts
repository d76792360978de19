import type { AreaParts } from './area-parts.ts';
import { Listings } from './catalog/listings.ts';
import { knownCommand } from './command-areas.ts';
import { encodeCommand } from './command-codec.ts';
import type {
  AreaCommands,
  Checkpoint,
  Command,
  CommandArea,
  CoreCommand,
  Upgrade,
} from './commands.ts';
import { Convert } from './convert/convert.ts';
import { Custody } from './custody/custody.ts';
import type { SetIndexPrices } from './catalog/catalog-commands.ts';
import { Earn } from './earn/earn.ts';
import type { Applied, Event } from './events.ts';
import { FeeTiers } from './fee/fee-tiers.ts';
import type { UserId } from './ids.ts';
import { outcomeOf, refused, type Outcome } from './outcome.ts';
import { IdempotencyKeys, isKey } from './idempotency.ts';
import { InvariantChecks, type InvariantId } from './invariants.ts';
import { SYSTEM } from './ledger/accounts.ts';
import { Ledger } from './ledger/ledger.ts';
import { Payments } from './ledger/payments.ts';
import type { TransferId } from './ledger/transfer-id.ts';
import { Transfers } from './ledger/transfers.ts';
import { Loans } from './loan/loan.ts';
import { Margin } from './margin/margin.ts';
import { P2p } from './p2p/p2p.ts';
import type { Rejection } from './rejections.ts';
import { FIRST_RULES, isUpgrade, NEWEST_RULES, Rules } from './rules.ts';
import { Rebates } from './rebate/rebates.ts';
import { Sales } from './sale/sales.ts';
import { Seconds } from './seconds/seconds.ts';
import type { ExchangeSnapshot } from './snapshot.ts';
import { migrateSnapshot, SNAPSHOT_FORMAT, type StoredState } from './snapshot-migrations.ts';
import { Spot } from './spot/spot.ts';
import { Votes } from './vote/votes.ts';

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
  readonly #fees = new FeeTiers(this.#parts);
  readonly #rebates = new Rebates(this.#parts);
  readonly #spot = new Spot({ ...this.#parts, fees: this.#fees, rebates: this.#rebates });
  readonly #margin = new Margin({ ...this.#parts, rebates: this.#rebates });
  readonly #seconds = new Seconds({ ...this.#parts, rebates: this.#rebates });
  readonly #earn = new Earn({ ...this.#parts, mayBegin: (user) => this.#mayBegin(user) });
  readonly #sales = new Sales(this.#parts);
  readonly #custody = new Custody({
    ...this.#parts,
    earn: this.#earn,
    sales: this.#sales,
    spot: this.#spot,
    margin: this.#margin,
    seconds: this.#seconds,
  });
  readonly #p2p = new P2p({
    ...this.#parts,
    restraints: this.#custody.restraints,
    debts: this.#custody.debts,
  });
  readonly #convert = new Convert({
    ...this.#parts,
    spot: this.#spot,
    mayBegin: (user) => this.#mayBegin(user),
    quotedLoans: {
      collateralProblem: (user, loan, conversion) =>
        this.#loans.collateralProblem(user, loan, conversion),
      isWarned: (user, loan) => this.#loans.isWarned(user, loan),
    },
  });
  readonly #loans: Loans = new Loans({
    ...this.#parts,
    spot: this.#spot,
    earn: this.#earn,
    convert: this.#convert,
  });
  readonly #votes = new Votes(this.#parts);
  readonly #areas: {
    readonly [Area in CommandArea]: {
      apply(command: AreaCommands[Area], timeMs: number): Outcome;
    };
  } = {
    core: { apply: (command, timeMs) => this.#applyCore(command, timeMs) },
    catalog: this.#listings,
    ledger: new Payments(this.#parts),
    spot: this.#spot,
    custody: this.#custody,
    margin: this.#margin,
    seconds: this.#seconds,
    p2p: this.#p2p,
    earn: this.#earn,
    convert: this.#convert,
    loan: this.#loans,
    fee: this.#fees,
    vote: this.#votes,
    rebate: this.#rebates,
    sale: this.#sales,
  };
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
      ...this.#custody.snapshot(),
      transfers: this.#transfers.snapshot(),
      margin: this.#margin.snapshot(),
      seconds: this.#seconds.snapshot(),
      p2p: this.#p2p.snapshot(),
      earn: this.#earn.snapshot(),
      convert: this.#convert.snapshot(),
      loan: this.#loans.snapshot(),
      fee: this.#fees.snapshot(),
      vote: this.#votes.snapshot(),
      rebate: this.#rebates.snapshot(),
      sale: this.#sales.snapshot(),
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
    exchange.#custody.restore(snapshot);
    exchange.#transfers.restore(snapshot.transfers);
    exchange.#margin.restore(snapshot.margin);
    exchange.#seconds.restore(snapshot.seconds);
    exchange.#p2p.restore(snapshot.p2p);
    exchange.#earn.restore(snapshot.earn);
    exchange.#convert.restore(snapshot.convert);
    exchange.#loans.restore(snapshot.loan);
    exchange.#fees.restore(snapshot.fee);
    exchange.#votes.restore(snapshot.vote);
    exchange.#rebates.restore(snapshot.rebate);
    exchange.#sales.restore(snapshot.sale);
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
    this.#transfers.verify(this.#custody.escrows.deals());
    this.#margin.verify();
    this.#seconds.verify();
    this.#p2p.verify();
    this.#earn.verify();
    this.#convert.verify();
    this.#loans.verify();
    this.#fees.verify();
    this.#votes.verify();
    this.#rebates.verify();
    this.#sales.verify();
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
   * Whether a command changed anything. Its events decide for a command that may have repeated
   * another one under a name that is no key.
   */
  #isChange({ kind }: Command, outcome: Outcome): boolean {
    if (!outcome.ok || this.#isKeyKnown) return false;
    return this.#events.list.length > 0 || knownCommand(kind)?.isNamed !== true;
  }

  /** Keys and client order ids whose day is over. A look-up passes them over before that. */
  #forgetOld(timeMs: number): void {
    this.#keys.expire(timeMs);
    this.#spot.forgetOld(timeMs);
  }

  /**
   * Funds that the command freed pay debts. Funds that it brought the insurance pay owed claims,
   * and these payouts may pay debts in turn.
   */
  #collect({ kind }: Command, timeMs: number): void {
    do
      if (this.#custody.debts.isAny)
        this.#custody.debts.collect(
          knownCommand(kind)?.freesMoney === true ? 'all' : 'moved',
          timeMs,
        );
    while (this.#seconds.settleClaims());
  }

  #dispatch(command: Command, timeMs: number): Outcome {
    const known = knownCommand(command.kind);
    if (known === undefined) return refused('malformed');
    const { debts, escrows, restraints } = this.#custody;
    if (debts.isAny && this.#isStoppedByDebt(command)) return refused('debt_unpaid');
    if (restraints.isAny && this.#isFrozen(command)) return refused('account_frozen');
    const area: { apply(command: never, timeMs: number): Outcome } = this.#areas[known.area];
    const transfer = known.isTransfer === true ? transferOf(command) : undefined;
    if (transfer === undefined) return area.apply(command as never, timeMs);
    if (this.#transfers.has(transfer))
      return (
        (command.kind === 'custody.hold' ? escrows.repeated(command) : undefined) ??
        refused('transfer_exists')
      );
    const outcome = area.apply(command as never, timeMs);
    // A refused transfer moved nothing: its id is free until it takes effect.
    if (outcome.ok) this.#transfers.keep(transfer);
    return outcome;
  }

  #applyCore(command: CoreCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'core.upgrade':
        return outcomeOf(this.#upgrade(command));
      case 'core.checkpoint':
        return outcomeOf(checkpointProblem(command, this.#seq));
      case 'index.set':
        return outcomeOf(this.#setIndexPrices(command, timeMs));
      case 'clock.tick':
        this.#seconds.settleDue(timeMs);
        this.#margin.onTime(timeMs);
        this.#p2p.onTime(timeMs);
        this.#earn.onTime(timeMs);
        this.#convert.onTime(timeMs);
        this.#loans.onTime(timeMs);
        this.#votes.onTime(timeMs);
        this.#rebates.onTime(timeMs);
        this.#sales.onTime(timeMs);
        return { ok: true };
    }
  }

  #upgrade({ version }: Upgrade): Rejection | undefined {
    if (!isUpgrade(this.#rules.version, version)) return 'malformed';
    const { keepsClaims, collectsDebts, rollsOutflowLimits, countsOutflows } = this.#rules;
    this.#rules.raise(version);
    if (!keepsClaims && this.#rules.keepsClaims) this.#seconds.keepClaims();
    if (!collectsDebts && this.#rules.collectsDebts) this.#custody.debts.cancelAllOrders();
    if (!rollsOutflowLimits && this.#rules.rollsOutflowLimits)
      this.#custody.rollOutflows(this.#timeMs);
    if (!countsOutflows && this.#rules.countsOutflows) this.#custody.countOutflows(this.#timeMs);
    return undefined;
  }

  /**
   * A user in debt may cancel, close and pay, but begin nothing. Operators move the house's
   * wallets, and may need to do so in order to pay.
   */
  #isStoppedByDebt(command: Command): boolean {
    if (
      !this.#rules.collectsDebts ||
      !('user' in command) ||
      command.user === SYSTEM.house ||
      !this.#custody.debts.has(command.user)
    )
      return false;
    return isStopped(command, 'debt');
  }

  #isFrozen(command: Command): boolean {
    if (!('user' in command) || !this.#custody.restraints.isFrozen(command.user)) return false;
    return isStopped(command, 'freeze');
  }

  /**
   * Whether a user may begin something now. Acts that fall due by themselves ask this, as commands
   * do.
   */
  #mayBegin(user: UserId): boolean {
    return !this.#custody.debts.has(user) && !this.#custody.restraints.isFrozen(user);
  }

  /**
   * Tickets that fell due before these prices are settled without them; then the prices take
   * effect.
   */
  #setIndexPrices(command: SetIndexPrices, timeMs: number): Rejection | undefined {
    const rejection = this.#listings.checkIndexPrices(command);
    if (rejection !== undefined) return rejection;
    this.#seconds.settleDue(timeMs);
    this.#listings.setIndexPrices(command, timeMs);
    this.#seconds.tick(command, timeMs, this.#seq);
    this.#margin.onPrices(command.prices, timeMs);
    for (const [market] of command.prices) this.#loans.onPrice(market, timeMs);
    return undefined;
  }
}

/**
 * The text by which two exchanges are compared: all state that decides the outcome of later
 * commands. Sequence number and time of the last command are left out, so that a refused command
 * does not change the text.
 */
export function canonicalSnapshot(snapshot: ExchangeSnapshot): string {
  const { seq: _seq, timeMs: _timeMs, ...state } = snapshot;
  return JSON.stringify(state);
}

/** A malformed command is refused as malformed, even where its user is in debt or frozen. */
function isStopped(command: Command, by: 'debt' | 'freeze'): boolean {
  const isAffected = knownCommand(command.kind)?.stoppedBy?.includes(by) ?? false;
  return isAffected && isContentWellFormed(command);
}

/** Whether the content of a user's command has the form of its type. Takes any input. */
function isContentWellFormed(command: Command): boolean {
  return knownCommand(command.kind)?.isWellFormed?.(command as never) ?? false;
}

/** The transfer id of a command whose content has the form of its type. */
function transferOf(command: Command): TransferId | undefined {
  const { transfer } = command as { readonly transfer?: TransferId };
  return transfer !== undefined && isContentWellFormed(command) ? transfer : undefined;
}

/**
 * A checkpoint refers to a command before it. The readers of the journal compare its hash, because
 * the core does not hash.
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
