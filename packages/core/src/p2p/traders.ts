import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import type { HoldSlot, Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import { recordOf } from './p2p-codec.ts';
import * as wellFormed from './p2p-commands-check.ts';
import {
  APPEALS_LOST,
  CANCELS_A_DAY,
  MARKS_UNDONE,
  MAX_BLOCKS,
  type BlockTrader,
  type OperatorId,
  type RestrictTrader,
  type TakerConditions,
} from './p2p-commands.ts';
import type { P2pEvent, TraderRecord } from './p2p-events.ts';
import type { SnapshotTrader } from './p2p-snapshot.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const FULL_BPS = 10_000;

export interface Bond {
  readonly currency: number;
  amount: bigint;
  readonly hold: HoldSlot;
}

/** The record of one user as a trader of the marketplace. */
export interface Trader extends Omit<SnapshotTrader, 'bond' | 'blocked'> {
  completed: number;
  cancelled: number;
  days: (readonly [day: number, completed: number, cancelled: number])[];
  cancelDay: number;
  cancels: number;
  marksUndone: number[];
  appealsLost: number[];
  appealsLostEver: number;
  isAway: boolean;
  restrictedUntilMs: number;
  isMerchant: boolean;
  bond: Bond | undefined;
  readonly blocked: Set<UserId>;
}

/**
 * Owns the records of traders: the ends of their deals, the restrictions that follow (C4), and the
 * users they block. Merchants owns the bonds in them.
 */
export class Traders {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<P2pEvent>;
  readonly #ofUser = new Map<UserId, Trader>();

  constructor({ ledger, checks, events }: AreaParts<P2pEvent>) {
    this.#ledger = ledger;
    this.#checks = checks;
    this.#events = events;
  }

  of(user: UserId): Trader {
    const known = this.#ofUser.get(user);
    if (known !== undefined) return known;
    const trader: Trader = {
      user,
      completed: 0,
      cancelled: 0,
      days: [],
      cancelDay: 0,
      cancels: 0,
      marksUndone: [],
      appealsLost: [],
      appealsLostEver: 0,
      isAway: false,
      restrictedUntilMs: 0,
      isMerchant: false,
      bond: undefined,
      blocked: new Set(),
    };
    this.#ofUser.set(user, trader);
    return trader;
  }

  /** A user without a record has done nothing yet; asking must not make one. */
  find(user: UserId): Trader | undefined {
    return this.#ofUser.get(user);
  }

  /** Why a user may begin nothing now; undefined if they may. */
  stopped(user: UserId, timeMs: number): Rejection | undefined {
    const trader = this.#ofUser.get(user);
    if (trader === undefined) return undefined;
    if (trader.restrictedUntilMs > timeMs) return 'p2p_restricted';
    return trader.cancelDay === shanghaiDay(timeMs) && trader.cancels >= CANCELS_A_DAY
      ? 'cancels_reached'
      : undefined;
  }

  /** Whether a user took back so many marks "paid" that they buy nothing now. */
  marksTooMuch(user: UserId, timeMs: number): boolean {
    return areMarksTooMany(this.#ofUser.get(user)?.marksUndone, timeMs);
  }

  /**
   * Whether a user lost so many appeals that they open none about deals that have ended.
   * @param open such appeals that nobody has decided: until then they count as lost, because each
   *   holds coins of somebody else
   */
  appealsTooMuch(user: UserId, timeMs: number, open: number): boolean {
    return countSince(this.#ofUser.get(user)?.appealsLost, timeMs) + open >= APPEALS_LOST;
  }

  blocks(one: UserId, other: UserId): boolean {
    return (
      this.#ofUser.get(one)?.blocked.has(other) === true ||
      this.#ofUser.get(other)?.blocked.has(one) === true
    );
  }

  /** The first condition that a taker does not meet; undefined if all are met. */
  unmet(
    conditions: TakerConditions,
    taker: { readonly user: UserId; readonly level: number; readonly registeredDays: number },
    timeMs: number,
  ): Rejection | undefined {
    const trader = this.#ofUser.get(taker.user);
    const month = ofMonth(trader?.days ?? [], shanghaiDay(timeMs));
    return unmetCondition(conditions, { ...taker, completed: trader?.completed ?? 0, month });
  }

  countCompleted(user: UserId, timeMs: number): void {
    const trader = this.of(user);
    trader.completed++;
    countDay(trader, shanghaiDay(timeMs), 1, 0);
    this.say(trader);
  }

  /**
   * A deal ended without coins by this user's doing.
   * @param isOwn a buyer gave up, or did not pay: it counts for the day's limit too
   */
  countCancelled(user: UserId, timeMs: number, isOwn: boolean): void {
    const trader = this.of(user);
    const day = shanghaiDay(timeMs);
    trader.cancelled++;
    countDay(trader, day, 0, 1);
    if (isOwn) {
      trader.cancels = trader.cancelDay === day ? trader.cancels + 1 : 1;
      trader.cancelDay = day;
    }
    this.say(trader);
  }

  countUndoneMark(user: UserId, timeMs: number): void {
    const trader = this.of(user);
    trader.marksUndone = [...since(trader.marksUndone, timeMs), timeMs];
    this.say(trader);
  }

  countLostAppeal(user: UserId, timeMs: number): void {
    const trader = this.of(user);
    trader.appealsLost = [...since(trader.appealsLost, timeMs), timeMs];
    trader.appealsLostEver++;
    this.say(trader);
  }

  /** An appeal that held somebody's coins was withdrawn: it counts for the limit, not in public. */
  countHeldForNothing(user: UserId, timeMs: number): void {
    const trader = this.of(user);
    trader.appealsLost = [...since(trader.appealsLost, timeMs), timeMs];
  }

  setAway(user: UserId, isAway: boolean): void {
    if ((this.find(user)?.isAway ?? false) === isAway) return;
    const trader = this.of(user);
    trader.isAway = isAway;
    this.say(trader);
  }

  block(command: BlockTrader): Rejection | undefined {
    if (!wellFormed.isBlock(command)) return 'malformed';
    const { user, other, isBlocked } = command;
    const { blocked } = this.of(user);
    if (blocked.has(other) === isBlocked) return undefined;
    if (isBlocked && blocked.size >= MAX_BLOCKS) return 'blocks_too_many';
    if (isBlocked) blocked.add(other);
    else blocked.delete(other);
    this.#events.list.push({ type: 'traderBlocked', user, other, isBlocked });
    return undefined;
  }

  restrict(command: RestrictTrader): Rejection | undefined {
    if (!wellFormed.isRestriction(command)) return 'malformed';
    const trader = this.of(command.trader);
    trader.restrictedUntilMs = command.untilMs;
    this.say(trader, command.operator);
    return undefined;
  }

  /** Tells of a record that has changed. */
  say(trader: Trader, operator?: OperatorId): void {
    const { bond } = trader;
    this.#events.list.push({
      type: 'traderChanged',
      trader: recordOf(
        trader,
        bond === undefined ? null : { currency: bond.currency, amount: bond.amount as Amount },
      ),
      ...(operator === undefined ? {} : { operator }),
    });
  }

  /**
   * Full scan: bonds are held (C6), and the counts of cancellations agree with the deals (C4).
   * @param cancels own cancellations and expiries of the buyers, by user and Shanghai day
   */
  verify(cancels: ReadonlyMap<string, number>): void {
    for (const { user, bond, isMerchant, cancelDay, cancels: counted } of this.#ofUser.values()) {
      // Some deals of an older day are not in the state any more.
      const said = cancels.get(`${user} ${cancelDay}`) ?? 0;
      this.#checks.check(
        'C4',
        said <= counted,
        `${said} cancels of user ${user}, ${counted} count`,
      );
      if (bond !== undefined) {
        this.#ledger.checkOwner(bond.hold, user, 'bond');
        this.#checks.check(
          'C6',
          this.#ledger.holdAmount(bond.hold) === bond.amount,
          `the bond of user ${user} is not held`,
        );
      }
      this.#checks.check('C6', !isMerchant || bond !== undefined, `merchant ${user} has no bond`);
    }
  }

  snapshot(): SnapshotTrader[] {
    return [...this.#ofUser.values()]
      .sort((a, b) => a.user - b.user)
      .map(({ bond, blocked, ...trader }) => ({
        ...trader,
        bond:
          bond === undefined ? null : { currency: bond.currency, amount: bond.amount.toString() },
        blocked: [...blocked].sort((a, b) => a - b),
      }));
  }

  restore(rows: readonly SnapshotTrader[]): void {
    for (const { bond, blocked, ...row } of rows)
      this.#ofUser.set(row.user, {
        ...row,
        days: [...row.days],
        marksUndone: [...row.marksUndone],
        appealsLost: [...row.appealsLost],
        bond: bond === null ? undefined : this.#restoreBond(row.user, bond),
        blocked: new Set(blocked),
      });
  }

  #restoreBond(
    user: UserId,
    { currency, amount: text }: { readonly currency: number; readonly amount: string },
  ): Bond {
    const amount = BigInt(text);
    const account = this.#ledger.open(user, 'p2p', currency);
    return { currency, amount, hold: this.#ledger.restoreHold(account, amount, user, 'bond') };
  }
}

/** Facts about a taker by which the conditions of ads are checked. */
export interface TakerFacts {
  /** Of verification, 0 for none. */
  readonly level: number;
  readonly registeredDays: number;
  /** Deals ever. */
  readonly completed: number;
  readonly month: ReturnType<typeof ofMonth>;
}

/** The first condition that a taker does not meet; undefined if all are met. */
export function unmetCondition(
  { level, registeredDays, completedDeals, completionBps }: TakerConditions,
  { month: { completed, cancelled }, ...taker }: TakerFacts,
): 'taker_level_low' | 'taker_too_new' | 'taker_deals_few' | 'taker_rate_low' | undefined {
  if (taker.level < level) return 'taker_level_low';
  if (taker.registeredDays < registeredDays) return 'taker_too_new';
  if (taker.completed < completedDeals) return 'taker_deals_few';
  const isEnough =
    completionBps === 0 ||
    (completed > 0 && completed * FULL_BPS >= completionBps * (completed + cancelled));
  return isEnough ? undefined : 'taker_rate_low';
}

/** Whether so many marks "paid" were taken back in 30 days that their buyer buys nothing now. */
export function areMarksTooMany(undone: readonly number[] | undefined, timeMs: number): boolean {
  return countSince(undone, timeMs) >= MARKS_UNDONE;
}

/** Deals of the last 30 days, today's among them. */
export function ofMonth(
  days: TraderRecord['days'],
  today: number,
): { readonly completed: number; readonly cancelled: number } {
  let completed = 0;
  let cancelled = 0;
  for (const [day, well, badly] of days) {
    if (day <= today - DAYS) continue;
    completed += well;
    cancelled += badly;
  }
  return { completed, cancelled };
}

function countDay(trader: Trader, today: number, completed: number, cancelled: number): void {
  const kept = trader.days.filter(([day]) => day > today - DAYS);
  const last = kept.at(-1);
  if (last?.[0] === today)
    kept[kept.length - 1] = [today, last[1] + completed, last[2] + cancelled];
  else kept.push([today, completed, cancelled]);
  trader.days = kept;
}

function since(times: readonly number[], timeMs: number): number[] {
  return times.filter((time) => time > timeMs - DAYS * DAY_MS);
}

function countSince(times: readonly number[] | undefined, timeMs: number): number {
  return times === undefined ? 0 : since(times, timeMs).length;
}
