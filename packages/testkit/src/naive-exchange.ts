import type { Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { Credit, Deposit } from '@meridian/core/ledger/ledger-commands';
import type { SetIndexPrices } from '@meridian/core/catalog/catalog-commands';
import type { Side } from '@meridian/core/catalog/side';
import type { Outcome } from '@meridian/core/outcome';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { NEWEST_RULES } from '@meridian/core/rules';
import type { KnownConversions } from './convert-stream.ts';
import type { KnownEarnings } from './earn-stream.ts';
import type { KnownPosition } from './margin-stream.ts';
import { NaiveBook } from './naive-book.ts';
import { NaiveConvert } from './naive-convert.ts';
import { NaiveCustody } from './naive-custody.ts';
import { NaiveEarn } from './naive-earn.ts';
import { NaiveFees } from './naive-fees.ts';
import { accountName, NaiveLedger } from './naive-ledger.ts';
import { NaiveKeys } from './naive-keys.ts';
import { NaiveLoan } from './naive-loan.ts';
import { NaiveMargin } from './naive-margin.ts';
import {
  broughtBy,
  isOf,
  type NaiveApplied,
  type NaiveMarket,
  type NaiveOrder,
  other,
  refused,
} from './naive-orders.ts';
import { NaiveP2p } from './naive-p2p.ts';
import { markAfter } from './naive-positions.ts';
import * as rules from './naive-rules.ts';
import { NaiveRebates } from './naive-rebates.ts';
import { NaiveSales } from './naive-sales.ts';
import { NaiveSeconds } from './naive-seconds.ts';
import { NaiveSpot } from './naive-spot.ts';
import { NaiveTransfers } from './naive-transfers.ts';
import { NaiveVotes } from './naive-votes.ts';

/** From these rules on a command that changes nothing has no number. */
const COUNTING_CHANGES = 3;

/**
 * An oracle for the whole core: the written rules, implemented a second time in the slowest and
 * most obvious way, with plain arrays and bigint. It shares no code with the core, only the shapes
 * of commands, outcomes and rejections. For tests only.
 */
export class NaiveExchange {
  readonly ledger = new NaiveLedger();
  readonly #scales = new Map<number, number>();
  readonly #markets = new Map<number, NaiveMarket>();
  readonly margin = new NaiveMargin(this.ledger, {
    scaleOf: (currency) => this.#scales.get(currency),
    wantsTimeToFill: () => true,
    marketOf: (id) => this.#priced(id),
    noteFee: (fee) => this.rebates.note(fee, this.#timeMs),
  });
  readonly #custody = new NaiveCustody(this.ledger, {
    scaleOf: (currency) => this.#scales.get(currency),
    mayMoveMargin: (user, currency) => this.margin.mayMove(user, currency),
    mayLeaveMargin: (user, currency, amount) =>
      this.margin.mayLeave(user, currency, amount, this.#timeMs),
    freeMargin: (user, currency) => this.margin.freeToTake(user, currency, this.#timeMs),
    cancelOrders: (user) => {
      this.#spot.cancelAll(user);
      this.margin.dropOrdersOf(user);
    },
    couldWin: (currency) => this.#seconds.couldWin(currency),
    countsOutflows: () => true,
    houseMargin: (currency) => this.margin.houseFree(currency),
    collectSavings: (user, currency, most) => this.earn.collect(user, currency, most, this.#timeMs),
    collectCommitments: (user, currency, most) => this.sales.collect(user, currency, most),
    marketOf: (id) => this.#priced(id),
  });
  readonly #seconds = new NaiveSeconds(this.ledger, {
    hasCurrency: (currency) => this.#scales.has(currency),
    marketOf: (id) => this.#markets.get(id)?.settings,
    noteFee: (fee) => this.rebates.note(fee, this.#timeMs),
  });
  readonly p2p = new NaiveP2p(this.ledger, {
    scaleOf: (currency) => this.#scales.get(currency),
    marketOf: (id) => this.#priced(id),
    restraintOf: (user, timeMs) => this.#custody.restraintOf(user, timeMs),
    isFrozen: (user) => this.#custody.frozen().includes(user),
    owes: (user) => this.#custody.owes(user),
  });
  readonly earn = new NaiveEarn(this.ledger, {
    hasCurrency: (id) => this.#scales.has(id),
    mayBegin: (user) => this.#mayBegin(user),
  });
  readonly convert: NaiveConvert = new NaiveConvert(this.ledger, {
    hasCurrency: (id) => this.#scales.has(id),
    mayBegin: (user) => this.#mayBegin(user),
    marketOf: (id) => this.#withMakers(id),
    collateralOf: (user, loan) => this.loan.collateralOf(user, loan),
  });
  readonly loan = new NaiveLoan(this.ledger, {
    marketOf: (id) => this.#withMakers(id),
    earn: this.earn,
    convert: this.convert,
    place: (order) => this.#spot.place(order),
    broughtBy: (order) => broughtBy(this.#spot.fills, order, (id) => this.#marketOf(id).unit),
  });
  readonly fees = new NaiveFees();
  readonly votes = new NaiveVotes();
  readonly rebates: NaiveRebates = new NaiveRebates(this.ledger, {
    hasCurrency: (id) => this.#scales.has(id),
    markets: () => [...this.#markets.values()],
    rateOf: (user, role, market) => this.fees.rateOf(user, role, market, this.#timeMs),
  });
  readonly sales = new NaiveSales(this.ledger, (id) => this.#scales.has(id));
  readonly #spot = new NaiveSpot(this.ledger, {
    markets: this.#markets,
    fees: this.fees,
    rebates: this.rebates,
    timeMs: () => this.#timeMs,
    noteRepetition: () => {
      this.#isRepetition = true;
    },
  });
  readonly #areas = {
    p2p: this.p2p,
    margin: this.margin,
    seconds: this.#seconds,
    earn: this.earn,
    convert: this.convert,
    loan: this.loan,
    vote: this.votes,
    rebate: this.rebates,
    sale: this.sales,
    custody: this.#custody,
  };
  readonly transfers = new NaiveTransfers();
  readonly #keys = new NaiveKeys();
  #timeMs = 0;
  #seq = 0;
  /** Whether the present command repeats one: by its key, its client order id, its transfer id. */
  #isRepetition = false;
  #version: number;

  /** @param version of the rules at its first command; it always decides by the newest ones */
  constructor(version: number = NEWEST_RULES) {
    this.#version = version;
  }

  apply(command: Command, timeMs: number): NaiveApplied {
    this.#timeMs = timeMs;
    const [seq, countsOnlyChanges] = [this.#seq, this.#version >= COUNTING_CHANGES];
    this.#seq++;
    this.#isRepetition = false;
    this.#seconds.ended = [];
    this.#spot.begin();
    this.ledger.touched.clear();
    this.#keys.forgetOld(timeMs);
    const outcome = this.#applyOnce(command);
    if (countsOnlyChanges && (!outcome.ok || this.#isRepetition)) this.#seq = seq;
    this.margin.payDebts();
    if (outcome.ok) {
      do this.#custody.collect();
      while (this.#seconds.settleClaims());
    }
    return {
      outcome,
      fills: this.#spot.fills,
      closes: this.#spot.closes,
      tickets: this.#seconds.ended,
      positions: this.margin.takeLog(),
      touched: new Set(this.ledger.touched),
    };
  }

  /** Number of the last command that changed something. */
  get seq(): number {
    return this.#seq;
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  get tradeCount(): number {
    return this.#spot.tradeCount;
  }

  market(id: number): { settings: Market; unit: bigint; book: NaiveBook<NaiveOrder> } | undefined {
    return this.#markets.get(id);
  }

  pricesOf(id: number): {
    lastTicks: number;
    indexTicks: number;
    indexTimeMs: number;
    indexQuotedAtMs: number;
    indexSources: number;
    markTicks: number;
  } {
    const { lastTicks, indexTicks, indexTimeMs, indexQuotedAtMs, indexSources, markTicks } =
      this.#marketOf(id);
    return { lastTicks, indexTicks, indexTimeMs, indexQuotedAtMs, indexSources, markTicks };
  }

  /** All resting orders: by market, buys first, in matching order. */
  openOrders(): NaiveOrder[] {
    return this.#spot.openOrders();
  }

  openWithdrawals(): number[] {
    return this.#custody.open();
  }

  openEscrows(): number[] {
    return this.#custody.openEscrows();
  }

  /** Users with frozen accounts. */
  frozen(): number[] {
    return this.#custody.frozen();
  }

  openPositions(): KnownPosition[] {
    return this.margin
      .positions()
      .map((position) => ({ ...position, side: position.isLong ? 'long' : 'short' }));
  }

  openEarnings(): KnownEarnings {
    return this.earn.open();
  }

  openConversions(): KnownConversions {
    return { ...this.convert.open(), loans: this.loan.open() };
  }

  openTickets(): number {
    return this.#seconds.openTickets();
  }

  openPolicies(): { id: number; user: number }[] {
    return this.#seconds.openPolicies();
  }

  /** The state has to be sound in itself too: a naive side that is wrong proves nothing. */
  verify(): void {
    this.ledger.recount();
    const holds = new Map<string, bigint>();
    const { margin, p2p, earn, convert, loan, sales } = this;
    for (const area of [
      this.#spot,
      this.#custody,
      this.#seconds,
      margin,
      p2p,
      earn,
      convert,
      loan,
      sales,
    ])
      for (const [account, amount] of area.holds())
        holds.set(account, (holds.get(account) ?? 0n) + amount);
    for (const [account, { held }] of this.ledger.balances()) {
      if (held !== (holds.get(account) ?? 0n))
        throw new Error(`held of ${account} is not the sum of its holds`);
    }
  }

  /** It always decides by the newest rules: no customer may have acted before the upgrade. */
  #upgrade(version: number): Outcome {
    if (!Number.isSafeInteger(version) || version <= this.#version || version > NEWEST_RULES)
      return refused('malformed');
    this.#version = version;
    return { ok: true };
  }

  #applyOnce(command: Command): Outcome {
    if (!rules.isWellFormed(command)) return refused('malformed');
    if (!('key' in command) || command.key === undefined) return this.#dispatch(command);
    const { user, key } = command;
    const content = rules.contentOf(command);
    const known = this.#keys.answer(user, key);
    if (known !== undefined && known.content === content) {
      this.#isRepetition = true;
      return known.outcome;
    }
    if (known !== undefined)
      return refused(this.#isMalformed(command) ? 'malformed' : 'idempotency_key_reused');
    const outcome = this.#dispatch(command);
    if (!outcome.ok || this.#isRepetition) return outcome;
    this.#keys.keep(user, key, { content, timeMs: this.#timeMs, outcome });
    return outcome;
  }

  #dispatch(command: Command): Outcome {
    const isMalformed = this.#isMalformed(command);
    if (!isMalformed && this.#custody.isStoppedByDebt(command)) return refused('debt_unpaid');
    if (!isMalformed && this.#custody.isStoppedByFreeze(command)) return refused('account_frozen');
    if (isMalformed) return this.#decide(command);
    const before = this.transfers.answer(command, (escrow) => this.#custody.isEscrowOpen(escrow));
    if (before !== undefined) {
      this.#isRepetition = true;
      return before;
    }
    const outcome = this.#decide(command);
    this.transfers.keep(command, outcome);
    return outcome;
  }

  /** Each area knows its own commands. */
  #isMalformed(command: Command): boolean {
    return [...Object.values(this.#areas), this.fees].some((area) => area.isMalformed(command));
  }

  #withMakers(id: number) {
    const market = this.#markets.get(id);
    const makersFor = (side: Side) => market?.book.orders(other(side)) ?? [];
    return market && { ...market, makersFor };
  }

  #mayBegin(user: number): boolean {
    return !this.#custody.owes(user) && !this.#custody.frozen().includes(user);
  }

  #decide(command: Command): Outcome {
    if (isOf('fee', command)) return this.fees.apply(command, (id) => this.#scales.has(id));
    const areas: Readonly<Record<string, { apply(own: never, timeMs: number): Outcome }>> =
      this.#areas;
    const area = areas[command.kind.split('.', 1)[0] ?? ''];
    if (area !== undefined) return area.apply(command as never, this.#timeMs);
    switch (command.kind) {
      case 'core.upgrade':
        return this.#upgrade(command.version);
      case 'core.checkpoint':
        return command.at < this.#seq ? { ok: true } : refused('malformed');
      case 'currency.list':
        return this.#listCurrency(command.currency.id, command.currency.scale);
      case 'market.list':
        return this.#listMarket(command.market);
      case 'index.set':
        return this.#setIndex(command);
      case 'ledger.deposit':
      case 'ledger.credit':
        return this.#bringMoney(command);
      case 'spot.place':
      case 'spot.cancel':
      case 'spot.cancelByOperator':
        return this.#spot.apply(command);
      case 'clock.tick':
        this.#seconds.pass(this.#timeMs);
        this.margin.onClock(this.#timeMs);
        this.p2p.pass(this.#timeMs);
        this.p2p.forget(this.#timeMs);
        for (const area of [this.earn, this.convert, this.loan, this.votes, this.rebates])
          area.pass(this.#timeMs);
        this.sales.pass(this.#timeMs);
        return { ok: true };
      default:
        // A kind that no area has.
        return this.#custody.apply(command as never, this.#timeMs);
    }
  }

  #listCurrency(id: number, scale: number): Outcome {
    if ((this.#scales.get(id) ?? scale) !== scale) return refused('currency_scale_fixed');
    this.#scales.set(id, scale);
    return { ok: true };
  }

  #listMarket(settings: Market): Outcome {
    const baseScale = this.#scales.get(settings.base);
    if (baseScale === undefined || !this.#scales.has(settings.quote))
      return refused('currency_unknown');
    const worth = settings.tickSize * settings.lotSize;
    const coin = 10n ** BigInt(baseScale);
    if (worth % coin !== 0n || settings.base === settings.quote)
      return refused('market_grid_invalid');
    const listed = this.#markets.get(settings.id);
    if (listed === undefined) {
      const prices = {
        indexTicks: 0,
        indexTimeMs: 0,
        indexQuotedAtMs: 0,
        indexSources: 0,
        markTicks: 0,
        lastTicks: 0,
      };
      this.#markets.set(settings.id, {
        settings: { ...settings },
        unit: worth / coin,
        book: new NaiveBook(),
        ...prices,
      });
      return { ok: true };
    }
    for (const field of ['base', 'quote', 'tickSize', 'lotSize'] as const) {
      if (listed.settings[field] !== settings[field]) return refused('market_grid_fixed');
    }
    listed.settings = { ...settings };
    return { ok: true };
  }

  #setIndex({ prices, sources }: SetIndexPrices): Outcome {
    if (prices.some(([id]) => !this.#markets.has(id))) return refused('market_unknown');
    this.#seconds.pass(this.#timeMs);
    this.#seconds.tick(prices, this.#timeMs, this.#seq, sources);
    for (const [id, ticks, quotedAtMs] of prices) {
      const market = this.#marketOf(id);
      market.markTicks = markAfter({
        markTicks: market.markTicks,
        indexTicks: ticks,
        sources: sources ?? 1,
        elapsedMs: this.#timeMs - market.indexTimeMs,
      });
      market.indexTicks = ticks;
      market.indexTimeMs = this.#timeMs;
      market.indexQuotedAtMs =
        quotedAtMs === undefined || quotedAtMs > this.#timeMs ? this.#timeMs : quotedAtMs;
      market.indexSources = sources ?? 1;
    }
    this.margin.onPrices(
      prices.map(([id]) => id),
      this.#timeMs,
    );
    for (const [id] of prices) this.loan.onPrice(id, this.#timeMs);
    return { ok: true };
  }

  #bringMoney({ kind, user, wallet, currency, amount }: Deposit | Credit): Outcome {
    if (!this.#scales.has(currency)) return refused('currency_unknown');
    const source = accountName(
      kind === 'ledger.credit' ? SYSTEM.house : SYSTEM.outside,
      'spot',
      currency,
    );
    const left = this.ledger.balance(source).available - amount;
    if (kind === 'ledger.credit' && left < 0n) return refused('house_insufficient');
    if (left <= -rules.LARGEST_BALANCE) return refused('amount_too_large');
    this.ledger.post(source, -amount);
    this.ledger.post(accountName(user, wallet, currency), amount);
    return { ok: true };
  }

  #priced(id: number): (NaiveMarket & Market) | undefined {
    const market = this.#markets.get(id);
    return market === undefined ? undefined : { ...market, ...market.settings };
  }

  #marketOf(id: number): NaiveMarket {
    const market = this.#markets.get(id);
    if (market === undefined) throw new Error(`market ${id} is not listed`);
    return market;
  }
}
