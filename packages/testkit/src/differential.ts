import { isDeepStrictEqual } from 'node:util';
import type { Applied, Event } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import type { SnapshotConvert } from '@meridian/core/convert/convert-snapshot';
import type { SnapshotEarn } from '@meridian/core/earn/earn-snapshot';
import type { SnapshotLoans } from '@meridian/core/loan/loan-snapshot';
import type { SnapshotP2p } from '@meridian/core/p2p/p2p-snapshot';
import { NEWEST_RULES } from '@meridian/core/rules';
import { CommandStream, type Timed } from './command-stream.ts';
import { NaiveExchange } from './naive-exchange.ts';
import { accountName, type Balance } from './naive-ledger.ts';
import type { NaiveApplied } from './naive-orders.ts';

export interface DifferentialRun {
  readonly seed: number;
  readonly commands: number;
  /** Compares both states in full after so many commands. */
  readonly compareEvery: number;
}

/** Coverage of a run, so that a test can demand that nothing went unvisited. */
export interface DifferentialReport {
  commands: number;
  fills: number;
  /**
   * Counts of each rejection, each reason of closing and each result of a ticket, and of raised
   * approvals.
   */
  readonly rejections: Map<string, number>;
  readonly closes: Map<string, number>;
  readonly invariantChecks: Map<string, number>;
}

export function emptyReport(): DifferentialReport {
  return {
    commands: 0,
    fills: 0,
    rejections: new Map(),
    closes: new Map(),
    invariantChecks: new Map(),
  };
}

/**
 * Applies one seeded stream to the core and to the naive exchange and throws on the first
 * difference, with seed and command.
 */
export function runDifferential(run: DifferentialRun, report: DifferentialReport): void {
  const stream = new CommandStream(run.seed);
  const pair = new ComparedPair();
  let count = 0;
  const step = (timed: Timed): void => {
    count++;
    try {
      tally(report, pair.apply(timed));
      for (const { type } of pair.lastApplied?.events ?? [])
        if (type === 'approvalsRaised') bump(report.closes, type, 1);
      if (count % run.compareEvery === 0) pair.compareStates();
    } catch (error) {
      const command = JSON.stringify(timed, (_name, value: unknown) =>
        typeof value === 'bigint' ? `${value}n` : value,
      );
      throw new Error(`seed ${run.seed}, command ${count}: ${command}`, { cause: error });
    }
  };
  for (const timed of stream.opening()) step(timed);
  while (count < run.commands) step(stream.next(pair.naive));
  pair.compareStates();
  for (const [id, checks] of Object.entries(pair.core.invariantChecks()))
    bump(report.invariantChecks, id, checks);
}

/** The core and the naive exchange side by side. */
export class ComparedPair {
  readonly naive: NaiveExchange;
  readonly core: Exchange;
  /** The core's result of the last command. */
  lastApplied: Applied | undefined;
  /** The core's balances, folded from its events alone. */
  readonly #folded = new Map<string, Balance>();

  /**
   * @param rules version of the rules at the first command: a journal begins at 1 and raises it
   *   before anything else
   */
  constructor(rules: number = NEWEST_RULES) {
    this.naive = new NaiveExchange(rules);
    this.core = new Exchange(rules);
  }

  /** Applies a command to both and throws if outcome, fills, closings or balances differ. */
  apply({ command, timeMs }: Timed): NaiveApplied {
    const expected = this.naive.apply(command, timeMs);
    const applied = this.core.apply(command, timeMs);
    this.lastApplied = applied;
    mustEqual('outcome', applied.outcome, expected.outcome);
    mustEqual('number', applied.seq, this.naive.seq);
    mustEqual('fills', fillsOf(applied), expected.fills);
    mustEqual('closes', closesOf(applied), expected.closes);
    mustEqual('tickets', ticketsOf(applied), expected.tickets);
    mustEqual('positions', positionsOf(applied), expected.positions);
    mustEqual('plans', plansOf(applied), this.naive.convert.takeRuns());
    this.#compareBalances(applied, expected);
    return expected;
  }

  /** Compares the whole states, and lets each side verify itself. */
  compareStates(): void {
    this.core.verify();
    this.naive.verify();
    const { accounts, orders, markets, margin, transfers, p2p, ...rest } = this.core.snapshot();
    mustEqual('earning products', earnOf(rest.earn), this.naive.earn.snapshot());
    mustEqual('conversions', conversionsOf(rest.convert), this.naive.convert.snapshot());
    mustEqual('loans', loansOf(rest.loan), this.naive.loan.snapshot());
    mustEqual('fees', rest.fee, this.naive.fees.snapshot());
    mustEqual('votes', rest.vote, this.naive.votes.snapshot());
    mustEqual('rebates', rest.rebate, this.naive.rebates.snapshot());
    mustEqual('sales', rest.sale, this.naive.sales.snapshot());
    mustEqual('marketplace', marketplaceOf(p2p), this.naive.p2p.snapshot());
    mustEqual('transfers', transfers, this.naive.transfers.snapshot());
    mustEqual('margin', margin.positions, this.naive.margin.snapshot());
    mustEqual(
      'dead markets and debts',
      { dead: margin.dead, debts: margin.debts, owing: margin.owing },
      this.naive.margin.snapshotRest(),
    );
    const balances = accounts
      .map(
        ({ user, wallet, currency, available, held }) =>
          [
            accountName(user, wallet, currency),
            { available: BigInt(available), held: BigInt(held) },
          ] as const,
      )
      .filter(([, { available, held }]) => available !== 0n || held !== 0n);
    mustEqual('balances', new Map(balances), this.naive.ledger.balances());
    const open = this.naive
      .openOrders()
      .map(({ hold, type: _type, filledNotional: _notional, endedAtMs: _ended, ...order }) => ({
        ...order,
        hold: hold.toString(),
      }));
    mustEqual(
      'open orders',
      orders.map((order) => ({ ...order })),
      open,
    );
    for (const {
      id,
      lastTicks,
      indexTicks,
      indexTimeMs,
      indexQuotedAtMs,
      indexSources,
      markTicks,
    } of markets) {
      mustEqual(
        `prices of market ${id}`,
        { lastTicks, indexTicks, indexTimeMs, indexQuotedAtMs, indexSources, markTicks },
        this.naive.pricesOf(id),
      );
    }
  }

  #compareBalances(applied: Applied, { touched }: NaiveApplied): void {
    const written = new Set(touched);
    for (const event of applied.events) {
      if (event.type !== 'posted') continue;
      const account = accountName(event.user, event.wallet, event.currency);
      this.#folded.set(account, { available: event.availableAfter, held: event.heldAfter });
      written.add(account);
    }
    for (const account of written) {
      const balance = this.#folded.get(account) ?? { available: 0n, held: 0n };
      const expected = this.naive.ledger.balance(account);
      if (balance.available !== expected.available || balance.held !== expected.held) {
        throw new Error(
          `balance of ${account}: core ${balance.available} + ${balance.held}, naive ${expected.available} + ${expected.held}`,
        );
      }
    }
  }
}

function plansOf({ events }: Applied): unknown {
  return events.flatMap((event) =>
    event.type === 'planRan' ? [{ plan: event.plan.id, skipped: event.skipped }] : [],
  );
}

/** The part of the marketplace that the naive one keeps too. */
function marketplaceOf({ ads, deals, appeals, traders }: SnapshotP2p): unknown {
  return {
    ads: ads.map(({ id, version, isPaused, state, surplus, open, completed }) => ({
      id,
      version,
      isPaused,
      state,
      surplus,
      open,
      completed,
    })),
    deals: deals.map((deal) => ({
      id: deal.id,
      state: deal.state,
      version: deal.version,
      fiat: deal.fiat,
      priceTicks: deal.priceTicks,
      payDueMs: deal.payDueMs,
      releaseDueMs: deal.releaseDueMs,
      endedMs: deal.endedMs,
      toBuyer: deal.toBuyer,
      appeal: deal.appeal,
    })),
    appeals: appeals.map(({ id, amount, answeredMs, isAfterEnd }) => ({
      id,
      amount,
      answeredMs,
      isAfterEnd,
    })),
    traders: traders
      .filter((each) => each.completed + each.cancelled + each.appealsLostEver > 0)
      .map(({ user, completed, cancelled, appealsLostEver: appealsLost }) => ({
        user,
        completed,
        cancelled,
        appealsLost,
      })),
    bonds: traders.flatMap(({ user, bond, isMerchant }) =>
      bond === null ? [] : [{ user, amount: bond.amount, isMerchant }],
    ),
  };
}

/** The part of the earning products that the naive ones keep too, with all interest up to now. */
function earnOf({ locks, pools, savings }: SnapshotEarn): unknown {
  return {
    locks: locks.map(({ id, user, product, principal, paidDays, paid, renews, fromDay }) => ({
      id,
      user,
      product,
      principal,
      paidDays,
      paid,
      renews,
      fromDay,
    })),
    savings: savings.map((saving) => {
      const pool = pools.find(({ product }) => product === saving.product);
      const index = BigInt(pool?.index ?? 0);
      const isEarning = saving.pendingDay < (pool?.day ?? 0);
      const [earning, pending] = [BigInt(saving.earning), BigInt(saving.pending)];
      const ofPending = isEarning ? pending * (index - BigInt(saving.pendingIndex)) : 0n;
      const billionths =
        BigInt(saving.accruedPpb) + earning * (index - BigInt(saving.entryIndex)) + ofPending;
      return {
        user: saving.user,
        product: saving.product,
        principal: (earning + pending).toString(),
        billionths: billionths.toString(),
      };
    }),
    pools: pools.map(({ product, day, ratePpb: rate, reserved: reserve, lent }) => ({
      product,
      day,
      rate,
      reserve,
      lent,
    })),
  };
}

function conversionsOf({ quotes, plans }: SnapshotConvert): unknown {
  return {
    quotes: quotes.map(({ id, user, paid, received, spreadBps, isAccepted }) => ({
      id,
      user,
      paid,
      received,
      spreadBps,
      isAccepted,
    })),
    plans: plans.map(({ id, user, nextMs }) => ({ id, user, nextMs })),
  };
}

function loansOf({ loans }: SnapshotLoans): unknown {
  return loans.map(({ id, state, pledged, principal, interestPpb, sinceMs, warnings }) => ({
    id,
    state,
    pledged,
    principal,
    interestPpb,
    sinceMs,
    warnings,
  }));
}

function fillsOf(applied: Applied): unknown[] {
  return applied.events
    .filter(isOfType('traded'))
    .map(({ market, makerOrder, takerOrder, priceTicks, quantityLots, ...paid }) => ({
      market,
      makerOrder,
      takerOrder,
      priceTicks,
      quantityLots,
      makerFee: paid.makerFee,
      takerFee: paid.takerFee,
      makerRebate: paid.makerRebate,
    }));
}

function closesOf(applied: Applied): unknown[] {
  return applied.events
    .filter(isOfType('orderClosed'))
    .map(({ order, reason, cancelledLots }) => ({ order, reason, cancelledLots }));
}

function ticketsOf(applied: Applied): unknown[] {
  return applied.events
    .filter(isOfType('ticketClosed'))
    .map(({ ticket, result, openTick, settleTick, profit, fee }) => ({
      ticket,
      result,
      openTick,
      settleTick,
      profit,
      fee,
    }));
}

/** In the notation of the naive margin. */
function positionsOf(applied: Applied): string[] {
  return applied.events.flatMap((event) => {
    switch (event.type) {
      case 'marginOrderPlaced':
        return `wait ${event.position} ${event.entryTicks}`;
      case 'marginOrderCancelled':
        return `drop ${event.position} ${event.reason}`;
      case 'positionOpened':
        return `open ${event.position} ${event.entryTicks}`;
      case 'overnightAccrued':
        return `night ${event.position} ${event.overnight}`;
      case 'positionClosed':
        return `close ${event.position} ${event.reason} ${event.badDebt > 0n ? event.badDebt - event.insured : event.unpaid}`;
      case 'positionClosing':
        return `leave ${event.position} ${event.lots}`;
      case 'limitCloseSet':
        return `limit ${event.position} ${event.lots} ${event.priceTicks}`;
      case 'limitCloseEnded':
        return `unlimit ${event.position} ${event.reason}`;
      case 'isolatedMarginChanged':
        return `own ${event.position} ${event.change} ${event.added}`;
      case 'marginRemovalAsked':
        return `want ${event.position} ${event.amount}`;
      case 'marginRemovalEnded':
        return `keep ${event.position} ${event.reason}`;
      case 'positionReduced':
        return `part ${event.position} ${event.reason} ${event.lots} of ${event.lots + event.lotsLeft} ${event.marginLeft} ${event.overnight} ${event.overnightLeft} ${event.unpaid}`;
      case 'positionCloseEnded':
        return `stay ${event.position} ${event.reason}`;
      case 'houseDebtChanged':
        return event.paid > 0n ? `paid ${event.position} ${event.owed}` : [];
      default:
        return [];
    }
  });
}

/** A filter for one type of event. */
export function isOfType<Type extends Event['type']>(
  type: Type,
): (event: Event) => event is Extract<Event, { type: Type }> {
  return (event): event is Extract<Event, { type: Type }> => event.type === type;
}

function mustEqual(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what} differ: core ${show(actual)}, naive ${show(expected)}`);
}

function show(value: unknown): string {
  const plain = value instanceof Map ? [...value] : value;
  return JSON.stringify(plain, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? `${inner}n` : inner,
  );
}

function tally(
  report: DifferentialReport,
  { outcome, fills, closes, tickets, positions }: NaiveApplied,
): void {
  report.commands++;
  report.fills += fills.length;
  if (!outcome.ok) bump(report.rejections, outcome.rejection, 1);
  for (const { reason } of closes) bump(report.closes, reason, 1);
  for (const { result } of tickets) bump(report.closes, result, 1);
  for (const note of positions) bump(report.closes, note.replaceAll(/ \d+/g, ''), 1);
}

function bump(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}
