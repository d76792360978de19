/**
 * The exchange recomputed from the commands of the journal: balances, orders, fills and fees. Plain
 * on purpose (big integers, maps, sorted arrays) and independent of the core: it may be slow, it
 * must be readable.
 */
import type { Market as ListedMarket } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { CustodyCommand } from '@meridian/core/custody/custody-commands';
import type { Outcome } from '@meridian/core/outcome';
import type { MarginCommand } from '@meridian/core/margin/margin-commands';
import { NEWEST_RULES } from '@meridian/core/rules';
import type { SecondsCommand } from '@meridian/core/seconds/seconds-commands';
import { NaiveCustody } from '../naive-custody.ts';
import { NaiveMargin } from '../naive-margin.ts';
import { markAfter } from '../naive-positions.ts';
import type { NaiveFee } from '../naive-rebates.ts';
import { NaiveSeconds } from '../naive-seconds.ts';
import { NaiveTransfers } from '../naive-transfers.ts';
import { Accounts } from './accounts.ts';
import { AreaLedger } from './area-ledger.ts';
import { BookSide, type Order } from './book.ts';
import { KeptAnswers, refuse, type Answer } from './kept-answers.ts';
import type { Market, Trade } from './market.ts';
import type { Areas } from './areas.ts';
import { Products } from './products.ts';
import { withAmounts } from './recorded-amounts.ts';
import { RecomputedSpot } from './recomputed-spot.ts';
import * as rules from './rules.ts';
import type { RecordedCommand } from './rules.ts';
import { FirstCustody } from './version-1/first-custody.ts';
import { FirstMargin } from './version-1/first-margin.ts';
import { FirstSeconds } from './version-1/first-seconds.ts';

const MOST_BALANCE = 2n ** 63n;
/** From this version on a command that changes nothing has no row. */
const COUNTING_CHANGES = 3;
/** From this version on outflows within a day add up. */
const COUNTING_RULES = 3;

/** The journal has a version of the rules that this judge does not know. */
export class UnknownRules extends Error {}

export class RecomputedExchange {
  readonly accounts = new Accounts();
  readonly keys = new KeptAnswers();
  readonly currencies = new Map<number, { code: string; scale: number }>();
  readonly markets = new Map<number, Market>();
  readonly #ledger = new AreaLedger(this.accounts);
  readonly #catalog = {
    scaleOf: (currency: number) => this.currencies.get(currency)?.scale,
    hasCurrency: (currency: number) => this.currencies.has(currency),
    mayMoveMargin: (user: number, currency: number) => this.#margin.mayMove(user, currency),
    mayLeaveMargin: (user: number, currency: number, amount: bigint) =>
      this.#areas.margin.mayLeave(user, currency, amount, this.timeMs),
    freeMargin: (user: number, currency: number): bigint =>
      this.#margin.freeToTake(user, currency, this.timeMs),
    cancelOrders: (user: number): void => {
      this.#spot.cancelAll(user);
      this.#margin.dropOrdersOf(user);
    },
    couldWin: (currency: number): bigint => this.#areas.seconds.couldWin(currency),
    restraintOf: (user: number, timeMs: number) => this.#custody.restraintOf(user, timeMs),
    isFrozen: (user: number): boolean => this.#custody.frozen().includes(user),
    owes: (user: number): boolean => this.#custody.owes(user),
    countsOutflows: (): boolean => this.rules >= COUNTING_RULES,
    wantsTimeToFill: (): boolean => this.rules >= COUNTING_RULES,
    houseMargin: (currency: number): bigint => this.#margin.houseFree(currency),
    rules: (): number => this.rules,
    collectSavings: (user: number, currency: number, most: bigint): boolean =>
      this.#products.collectSavings(user, currency, most, this.timeMs),
    collectCommitments: (user: number, currency: number, most: bigint): boolean =>
      this.#products.collectCommitments(user, currency, most),
    noteFee: (fee: NaiveFee): void => this.#products.rebates.note(fee, this.timeMs),
    marketOf: (id: number) => {
      const market = this.markets.get(id);
      // The settings in the oracles' shape: their words for a state are the record's.
      return market === undefined
        ? undefined
        : {
            ...(market.settings as unknown as ListedMarket),
            indexTicks: Number(market.index),
            indexTimeMs: market.indexMs,
            indexQuotedAtMs: market.quotedMs,
            indexSources: market.sources,
            markTicks: market.mark,
          };
    },
  };
  readonly #margin: NaiveMargin = new NaiveMargin(this.#ledger, this.#catalog);
  readonly #seconds: NaiveSeconds = new NaiveSeconds(this.#ledger, this.#catalog);
  readonly #custody = new NaiveCustody(this.#ledger, this.#catalog);
  readonly #products: Products = new Products(this.#ledger, {
    ...this.#catalog,
    timeMs: () => this.timeMs,
    listed: () => [...this.markets.keys()],
    bookOf: (id) => this.markets.get(id),
    place: (order) => this.#spot.place(order),
    traded: () => this.traded,
  });
  readonly #spot: RecomputedSpot = new RecomputedSpot(this, this.#ledger, this.#products);
  /** Oracles of the first rules; their state moves to those above with the upgrade. */
  readonly #first = {
    custody: new FirstCustody(this.#ledger, this.#catalog),
    margin: new FirstMargin(this.#ledger, this.#catalog),
    seconds: new FirstSeconds(this.#ledger, this.#catalog),
  };
  readonly #transfers = new NaiveTransfers();
  /** Version of the rules that decide the next command. */
  rules: number = rules.FIRST_RULES;
  seq = 0;
  /**
   * Whether the last command only repeated another one, by its key, its client order id or its
   * transfer id.
   */
  isRepetition = false;
  timeMs = 0;
  /** Prices that the running command set. */
  indexed: { market: number; price: bigint }[] = [];

  /**
   * Applies the next command, then the payments of house and debtors. By rules that count changes
   * only, a command that changes nothing gets no number.
   */
  apply(command: RecordedCommand, timeMs: number): Answer {
    const countsOnlyChanges = this.rules >= COUNTING_CHANGES;
    this.seq++;
    this.isRepetition = false;
    this.timeMs = timeMs;
    this.accounts.movements = [];
    this.#spot.begin();
    this.indexed = [];
    if (!countsOnlyChanges) this.keys.forgetOld(timeMs);
    const answer = this.#applyOnce(command, timeMs);
    if (countsOnlyChanges && (!answer.ok || this.isRepetition)) this.seq--;
    else if (countsOnlyChanges) this.keys.forgetOld(timeMs);
    this.#areas.margin.takeLog();
    if (this.#isFirst) return answer;
    this.#margin.payDebts();
    this.#margin.takeLog();
    if (answer.ok) {
      do this.#custody.collect();
      while (this.#seconds.settleClaims());
    }
    return answer;
  }

  get openOrders(): ReadonlyMap<number, Order> {
    return this.#spot.openOrders;
  }

  /** Number of all orders. */
  get orders(): number {
    return this.#spot.orders;
  }

  /** Number of all trades. */
  get trades(): number {
    return this.#spot.trades;
  }

  /** Trades of the running command. */
  get traded(): readonly Trade[] {
    return this.#spot.traded;
  }

  /** Orders that the running command ended. */
  get ended(): readonly Order[] {
    return this.#spot.ended;
  }

  get #isFirst(): boolean {
    return this.rules === rules.FIRST_RULES;
  }

  /** The oracles of the present rules. */
  get #areas(): Areas {
    return this.#isFirst
      ? this.#first
      : { custody: this.#custody, margin: this.#margin, seconds: this.#seconds };
  }

  #isShaped(command: RecordedCommand): boolean {
    const { custody, margin, seconds } = this.#areas;
    return isShaped(command, [custody, margin, seconds, ...this.#products.shapes]);
  }

  #applyOnce(command: RecordedCommand, timeMs: number): Answer {
    const { key, user } = command;
    if (key === undefined) return this.#decide(command);
    if (!rules.isKey(key) || typeof user !== 'number' || !Number.isSafeInteger(user))
      return refuse('malformed');
    const before = this.keys.find(user, key, { command, timeMs });
    if (before === 'other content')
      return refuse(this.#isShaped(command) ? 'idempotency_key_reused' : 'malformed');
    this.isRepetition = before !== undefined;
    if (before !== undefined) return before;
    const answer = this.#decide(command);
    const isKept =
      this.rules >= COUNTING_CHANGES
        ? answer.ok && !this.isRepetition
        : answer.ok || answer.rejection !== 'malformed';
    if (isKept)
      this.keys.keep(user, key, {
        command,
        timeMs,
        answer,
        isFirst: this.#isFirst,
        isBounded: this.rules >= COUNTING_CHANGES,
      });
    return answer;
  }

  #decide(command: RecordedCommand): Answer {
    const isStopped = this.#custody.isStoppedByDebt(command as unknown as Command);
    if (isStopped && this.#isShaped(command)) return refuse('debt_unpaid');
    if (this.#custody.isStoppedByFreeze(command as unknown as Command) && this.#isShaped(command))
      return refuse('account_frozen');
    if (command.transfer === undefined || !this.#isShaped(command)) return this.#apply(command);
    const before = this.#transfers.answer(command, (escrow) => this.#custody.isEscrowOpen(escrow));
    this.isRepetition ||= before !== undefined;
    if (before !== undefined) return before as Answer;
    const answer = this.#apply(command);
    this.#transfers.keep(command, answer as Outcome);
    return answer;
  }

  #apply(command: RecordedCommand): Answer {
    switch (command.kind) {
      case 'core.upgrade':
        return this.#upgrade(command);
      case 'core.checkpoint':
        return { ok: true };
      case 'spot.place':
      case 'spot.cancel':
      case 'spot.cancelByOperator':
        return this.#spot.apply(command);
      case 'ledger.deposit':
      case 'ledger.credit':
        return rules.isPaymentShaped(command) ? this.#pay(command) : refuse('malformed');
      case 'index.set':
        return this.#setIndex(command);
      case 'currency.list':
        return this.#listCurrency(command);
      case 'market.list':
        return this.#listMarket(command);
      case 'clock.tick':
        this.#areas.seconds.pass(this.timeMs);
        this.#areas.margin.onClock(this.timeMs);
        this.#products.pass(this.timeMs);
        return { ok: true };
      default:
        return this.#decideArea(command);
    }
  }

  /**
   * The areas beside the spot market have oracles of their own, which share no code with the core
   * either.
   */
  #decideArea(command: RecordedCommand): Answer {
    const read = withAmounts(command) as { readonly kind: string };
    switch (read.kind.split('.', 1)[0]) {
      case 'custody':
        return this.#areas.custody.apply(read as CustodyCommand, this.timeMs) as Answer;
      case 'margin':
        return this.#areas.margin.apply(read as MarginCommand, this.timeMs) as Answer;
      case 'seconds':
        return this.#areas.seconds.apply(read as SecondsCommand, this.timeMs) as Answer;
    }
    const answer = this.#products.apply(read, this.timeMs);
    if (answer !== undefined) return answer;
    throw new Error(`command ${this.seq} is of the unknown kind ${JSON.stringify(command.kind)}`);
  }

  #upgrade({ version }: RecordedCommand): Answer {
    if (!rules.isWhole(version, this.rules + 1)) return refuse('malformed');
    if (version > NEWEST_RULES)
      throw new UnknownRules(
        `command ${this.seq} raises the rules to ${version}, and the judge knows ${NEWEST_RULES}`,
      );
    const before = this.rules;
    this.rules = version;
    // Only the first rules have oracles of their own: at a later version the present ones already
    // have the state.
    if (before === rules.FIRST_RULES) {
      const { custody, margin, seconds } = this.#first;
      this.#seconds.takeOver(seconds.handOver());
      this.#margin.takeOver(margin.handOver());
      this.#custody.takeOver(custody.handOver(), this.timeMs);
    }
    if (before < COUNTING_RULES && version >= COUNTING_RULES)
      this.#custody.countOutflows(this.timeMs);
    return { ok: true };
  }

  #listCurrency({ currency }: RecordedCommand): Answer {
    const { id, code, scale } = (currency ?? {}) as {
      id?: unknown;
      code?: unknown;
      scale?: unknown;
    };
    if (!rules.isWhole(id, 1, 1023) || !rules.isWhole(scale, 0, 8)) return refuse('malformed');
    if (typeof code !== 'string' || !/^[A-Z0-9]{2,10}$/.test(code)) return refuse('malformed');
    const listed = this.currencies.get(id);
    if (listed !== undefined && listed.scale !== scale) return refuse('currency_scale_fixed');
    this.currencies.set(id, { code, scale });
    return { ok: true };
  }

  #listMarket(command: RecordedCommand): Answer {
    const settings = rules.marketSettings(command.market);
    if (settings === undefined) return refuse('malformed');
    const base = this.currencies.get(settings.base);
    if (base === undefined || !this.currencies.has(settings.quote))
      return refuse('currency_unknown');
    const oneCoin = 10n ** BigInt(base.scale);
    const worth = settings.tickSize * settings.lotSize;
    const unit = worth / oneCoin;
    if (worth % oneCoin !== 0n || unit > rules.HIGHEST_PRICE || settings.base === settings.quote)
      return refuse('market_grid_invalid');
    const listed = this.markets.get(settings.id);
    if (listed === undefined) {
      const book = { buy: new BookSide('buy'), sell: new BookSide('sell') };
      this.markets.set(settings.id, {
        settings,
        unit,
        index: 0n,
        indexMs: 0,
        quotedMs: 0,
        sources: 0,
        mark: 0,
        book,
        open: new Map(),
        newest: [],
      });
      return { ok: true };
    }
    for (const fixed of ['base', 'quote', 'tickSize', 'lotSize'] as const) {
      if (listed.settings[fixed] !== settings[fixed]) return refuse('market_grid_fixed');
    }
    listed.settings = settings;
    return { ok: true };
  }

  #setIndex({ source, sources, prices }: RecordedCommand): Answer {
    if (
      typeof source !== 'string' ||
      source.length > 200 ||
      !Array.isArray(prices) ||
      prices.length === 0
    )
      return refuse('malformed');
    const pairs = prices as readonly unknown[];
    if (sources !== undefined && !rules.isWhole(sources, 1, 1_000)) return refuse('malformed');
    if (!pairs.every(rules.isPriceShaped)) return refuse('malformed');
    if (!pairs.every(([id]) => this.markets.has(id))) return refuse('market_unknown');
    this.#areas.seconds.pass(this.timeMs);
    this.#areas.seconds.tick(pairs as never, this.timeMs, this.seq, sources);
    for (const [id, ticks, quotedMs = this.timeMs] of pairs) {
      const market = this.markets.get(id) as Market;
      market.mark = this.#isFirst
        ? ticks
        : markAfter({
            markTicks: market.mark,
            indexTicks: ticks,
            sources: sources ?? 1,
            elapsedMs: this.timeMs - market.indexMs,
          });
      market.index = BigInt(ticks);
      market.indexMs = this.timeMs;
      market.quotedMs = Math.min(quotedMs, this.timeMs);
      market.sources = sources ?? 1;
      this.indexed.push({ market: id, price: market.index });
    }
    this.#areas.margin.onPrices(
      pairs.map(([id]) => id),
      this.timeMs,
    );
    this.#areas.margin.takeLog();
    for (const [id] of pairs) this.#products.onPrice(id, this.timeMs);
    return { ok: true };
  }

  #pay(command: RecordedCommand): Answer {
    const { user, wallet, currency, reference } = command as {
      user: number;
      wallet: string;
      currency: number;
      reference: string;
    };
    const amount = rules.amountIn(command.amount) ?? 0n;
    if (!this.currencies.has(currency)) return refuse('currency_unknown');
    const isCredit = command.kind === 'ledger.credit';
    const payer = this.accounts.at(isCredit ? rules.HOUSE : rules.OUTSIDE, 'spot', currency);
    if (isCredit && payer.available < amount) return refuse('house_insufficient');
    if (payer.available - amount <= -MOST_BALANCE) return refuse('amount_too_large');
    const cause = { reason: isCredit ? 'credit' : 'deposit', subject: 0, reference };
    this.accounts.move(payer, -amount, cause);
    this.accounts.move(this.accounts.at(user, wallet, currency), amount, cause);
    return { ok: true };
  }
}

function isShaped(
  command: RecordedCommand,
  areas: readonly { isMalformed(command: Command): boolean }[],
): boolean {
  if (!/^(?:spot|ledger)\./.test(String(command.kind)))
    return areas.every((area) => !area.isMalformed(withAmounts(command) as unknown as Command));
  if (command.kind === 'spot.place') return rules.isOrderShaped(command);
  return command.kind === 'spot.cancel'
    ? rules.isCancelShaped(command)
    : rules.isPaymentShaped(command);
}
