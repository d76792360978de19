import type { Output } from '@meridian/contract/client/named-calls';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';

type Info = Output<'GET /api/contest/info'>;
export type Season = NonNullable<Info['season']>;
export type Entry = NonNullable<Info['me']>;

/** Actions that a season permits a user: join, wait for its start, trade, or look only. */
export type Way = 'join' | 'wait' | 'trade' | 'look';

/** Code of the play currency in the contract. */
export const PLAY = 'PLAY';
/** Decimals of amounts on the wire. */
const SCALE = 8;

export function wayOf({ state }: Pick<Season, 'state'>, entry: Entry | null): Way {
  if (state === 'closing' || state === 'ended') return 'look';
  if (entry === null) return 'join';
  return state === 'upcoming' ? 'wait' : 'trade';
}

/** Whether its figures or its state may soon change. */
export function isMoving(
  { state, start_time }: Pick<Season, 'state' | 'start_time'>,
  nowMs: number,
): boolean {
  return state === 'upcoming' ? nowMs >= start_time : state !== 'ended';
}

/** The next moment that the season's clock counts to; undefined without one. */
export function nextMoment({
  state,
  start_time,
  end_time,
}: Pick<Season, 'state' | 'start_time' | 'end_time'>):
  { readonly name: 'startsIn' | 'endsIn'; readonly atMs: number } | undefined {
  if (state === 'upcoming') return { name: 'startsIn', atMs: start_time };
  return state === 'running' ? { name: 'endsIn', atMs: end_time } : undefined;
}

/** Sum of all prizes. Plain decimal. */
export function prizePool(prizes: Season['prizes']): string {
  let sum = 0n;
  for (const { from_rank, to_rank, amount } of prizes)
    sum += BigInt(to_rank - from_rank + 1) * unitsOf(amount);
  return formatDecimal(sum, SCALE);
}

/**
 * Equity of an account: at the start, at the beginning of each day, and now. Plain decimals, with
 * the lowest and highest of them.
 */
export function equityCourse(
  { start_balance }: Pick<Season, 'start_balance'>,
  { days, equity }: Pick<Entry, 'days' | 'equity'>,
): { readonly figures: readonly string[]; readonly low: string; readonly high: string } {
  const figures = [start_balance, ...days.map((day) => day.equity), equity];
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
