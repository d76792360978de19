/** A ticket and the ticks that decide it: its rules, apart from the state of the area. */
import type { Amount } from '@meridian/money/amount';
import { FULL_BPS } from '../integers.ts';
import type { HoldSlot } from '../ledger/ledger.ts';
import type { Duration } from './seconds-commands.ts';
import * as wellFormed from './seconds-commands-check.ts';
import type { SecondsEvent } from './seconds-events.ts';
import type { SnapshotTicket } from './seconds-snapshot.ts';

/**
 * Under the first rules the open price is the first tick at least this much after the command,
 * however old its quotes are.
 */
const FIRST_OPEN_DELAY_MS = 100;

/** The latest index price of a market. The sequence number of its command identifies a tick. */
export interface Tick {
  readonly seq: number;
  readonly priceTicks: number;
  readonly timeMs: number;
  /** Time of its oldest quote, at most the tick's own. */
  readonly quotedAtMs: number;
}
export const NO_TICK: Tick = { seq: 0, priceTicks: 0, timeMs: 0, quotedAtMs: 0 };

/** An open ticket. Everything but its open tick is fixed at opening (S3). */
export interface Ticket extends Omit<
  SnapshotTicket,
  'stake' | 'fee' | 'profit' | 'openTick' | 'openTicks' | 'openTickMs' | 'openQuotedAtMs'
> {
  readonly stake: bigint;
  readonly fee: bigint;
  readonly profit: bigint;
  readonly hold: HoldSlot;
  open: Tick;
}

/** The event of its opening: everything that is fixed from then on (S3). */
export function ticketOpened(ticket: Ticket): SecondsEvent {
  return {
    type: 'ticketOpened',
    ticket: ticket.id,
    user: ticket.user,
    market: ticket.market,
    currency: ticket.currency,
    direction: ticket.direction,
    seconds: ticket.seconds,
    feeBps: ticket.feeBps,
    payoutBps: ticket.payoutBps,
    dueMs: ticket.dueMs,
    maxTickAgeMs: ticket.maxTickAgeMs,
    openDelayMs: ticket.openDelayMs,
    minSources: wellFormed.minSourcesOf(ticket),
    policy: ticket.policy,
    stake: ticket.stake as Amount,
    fee: ticket.fee as Amount,
    profit: ticket.profit as Amount,
  };
}

/** The ticket in the form of a snapshot. */
export function encodeTicket({
  hold: _hold,
  open,
  stake,
  fee,
  profit,
  ...ticket
}: Ticket): SnapshotTicket {
  return {
    ...ticket,
    stake: stake.toString(),
    fee: fee.toString(),
    profit: profit.toString(),
    openTick: open.seq,
    openTicks: open.priceTicks,
    openTickMs: open.timeMs,
    openQuotedAtMs: open.quotedAtMs,
  };
}

/** The ticket of a snapshot, without the hold that the ledger makes for it. */
export function decodeTicket({
  openTick,
  openTicks,
  openTickMs,
  openQuotedAtMs,
  ...row
}: SnapshotTicket): Omit<Ticket, 'hold'> {
  return {
    ...row,
    stake: BigInt(row.stake),
    fee: BigInt(row.fee),
    profit: BigInt(row.profit),
    open: { seq: openTick, priceTicks: openTicks, timeMs: openTickMs, quotedAtMs: openQuotedAtMs },
  };
}

/**
 * Whether a tick may be the open price of a ticket: all its quotes are younger than the opening by
 * more than the delay, so that nobody knew the price before. The time of its arrival would not
 * prove that (the first rules checked only this time).
 */
export function opens({ openedMs, openDelayMs }: Ticket, { timeMs, quotedAtMs }: Tick): boolean {
  return openDelayMs === null
    ? timeMs >= openedMs + FIRST_OPEN_DELAY_MS
    : quotedAtMs > openedMs + openDelayMs;
}

/** Whether an index has fewer venues than the terms, or those of a ticket's opening, need. */
export function isThin(sources: number, terms: { readonly minSources?: number }): boolean {
  return sources < wellFormed.minSourcesOf(terms);
}

/**
 * Whether the last tick before the end of a ticket settles it: its quotes are young enough then,
 * and no older than those of the open price.
 */
export function settles({ openDelayMs, open, dueMs, maxTickAgeMs }: Ticket, last: Tick): boolean {
  if (openDelayMs === null) return dueMs - last.timeMs <= maxTickAgeMs;
  return dueMs - last.quotedAtMs <= maxTickAgeMs && last.quotedAtMs >= open.quotedAtMs;
}

/** Rounded down: a user never gains from rounding. */
export function profitOf(stake: bigint, { payoutBps }: Pick<Duration, 'payoutBps'>): bigint {
  return (stake * BigInt(payoutBps)) / FULL_BPS;
}
