import type { ContestState } from '@meridian/contract/contest/calls';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';

/** A season of the contest. Amounts are plain decimals. */
export interface Season {
  readonly id: number;
  readonly name: string;
  readonly state: ContestState;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** Play money of each participant at the start. */
  readonly startBalance: string;
  readonly participants: number;
  readonly prizeCurrency: string;
  readonly prizes: readonly Prize[];
}

interface Prize {
  /** First and last rank that it is given to, to each. */
  readonly from: number;
  readonly to: number;
  readonly amount: string;
}

/** The own account in a season. Amounts are play money. */
export interface Entry {
  /** 0 before the first ranking. */
  readonly rank: number;
  readonly equity: string;
  /** Per cent of the start, signed. */
  readonly returnRate: string;
  /** '' for none. */
  readonly prize: string;
  readonly prizeState: 'none' | 'needsIdentity' | 'waiting' | 'paid';
  /** Equity as each day began. */
  readonly days: readonly { readonly equity: string }[];
}

/** A row of the ranking. */
export interface Ranked {
  readonly rank: number;
  /** Masked. */
  readonly name: string;
  readonly equity: string;
  readonly returnRate: string;
  readonly isMe: boolean;
  /** '' for none. */
  readonly prize: string;
}

/** Actions that a season permits a user: join, wait for its start, trade, or look only. */
export type Way = 'join' | 'wait' | 'trade' | 'look';

/** Code of the play currency in the contract. */
export const PLAY = 'PLAY';
/** Decimals of amounts. */
const SCALE = 8;

export function wayOf({ state }: Pick<Season, 'state'>, entry: Entry | null): Way {
  if (state === 'closing' || state === 'ended') return 'look';
  if (entry === null) return 'join';
  return state === 'upcoming' ? 'wait' : 'trade';
}

/** Whether its figures or its state may soon change. */
export function isMoving(
  { state, startsAtMs }: Pick<Season, 'state' | 'startsAtMs'>,
  nowMs: number,
): boolean {
  return state === 'upcoming' ? nowMs >= startsAtMs : state !== 'ended';
}

/** The next moment that the season's clock counts to; undefined without one. */
export function nextMoment({
  state,
  startsAtMs,
  endsAtMs,
}: Pick<Season, 'state' | 'startsAtMs' | 'endsAtMs'>):
  { readonly name: 'startsIn' | 'endsIn'; readonly atMs: number } | undefined {
  if (state === 'upcoming') return { name: 'startsIn', atMs: startsAtMs };
  return state === 'running' ? { name: 'endsIn', atMs: endsAtMs } : undefined;
}

/** Sum of all prizes. Plain decimal. */
export function prizePool(prizes: Season['prizes']): string {
  let sum = 0n;
  for (const { from, to, amount } of prizes) sum += BigInt(to - from + 1) * unitsOf(amount);
  return formatDecimal(sum, SCALE);
}

/**
 * Equity of an account: at the start, at the beginning of each day, and now. Plain decimals, with
 * the lowest and highest of them.
 */
export function equityCourse(
  { startBalance }: Pick<Season, 'startBalance'>,
  { days, equity }: Pick<Entry, 'days' | 'equity'>,
): { readonly figures: readonly string[]; readonly low: string; readonly high: string } {
  const figures = [startBalance, ...days.map((day) => day.equity), equity];
  const sorted = [...figures].sort((a, b) => (unitsOf(a) < unitsOf(b) ? -1 : 1));
  return { figures, low: sorted[0] ?? equity, high: sorted.at(-1) ?? equity };
}

/** The page of a ranking with this rank, from 1. */
export function pageOfRank(rank: number, rows: number): number {
  return Math.max(1, Math.ceil(rank / rows));
}

function unitsOf(text: string): bigint {
  const parsed = parseDecimal(text, SCALE);
  return parsed.ok ? parsed.units : 0n;
}
