import type { CallOutput } from '@meridian/contract/schema/call';
import type { contestInfo } from '@meridian/contract/contest/calls';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';

type Info = CallOutput<typeof contestInfo>;
export type Season = NonNullable<Info['season']>;
export type Entry = NonNullable<Info['me']>;

/** What a season lets somebody do: enter it, wait for its start, trade, or look only. */
export type Way = 'join' | 'wait' | 'trade' | 'look';

/** Code of the play currency, as the contract names it. */
export const PLAY = 'PLAY';
/** Decimals of amounts on the wire. */
const SCALE = 8;

export function wayOf({ state }: Pick<Season, 'state'>, entry: Entry | null): Way {
  if (state === 'closing' || state === 'ended') return 'look';
  if (entry === null) return 'join';
  return state === 'upcoming' ? 'wait' : 'trade';
}

/** Whether its figures, or its state, may be others in a moment. */
export function isMoving(
  { state, start_time }: Pick<Season, 'state' | 'start_time'>,
  nowMs: number,
): boolean {
  return state === 'upcoming' ? nowMs >= start_time : state !== 'ended';
}

/** What the clock of a season runs to; undefined where nothing is to come. */
export function nextMoment({
  state,
  start_time,
  end_time,
}: Pick<Season, 'state' | 'start_time' | 'end_time'>):
  { readonly name: 'startsIn' | 'endsIn'; readonly atMs: number } | undefined {
  if (state === 'upcoming') return { name: 'startsIn', atMs: start_time };
  return state === 'running' ? { name: 'endsIn', atMs: end_time } : undefined;
}

/** All prizes together. Plain decimal. */
export function prizePool(prizes: Season['prizes']): string {
  let sum = 0n;
  for (const { from_rank, to_rank, amount } of prizes)
    sum += BigInt(to_rank - from_rank + 1) * unitsOf(amount);
  return formatDecimal(sum, SCALE);
}

/**
 * What an account was worth: at the start, as each day began, and now. Plain decimals, with the
 * lowest and highest of them.
 */
export function equityCourse(
  { start_balance }: Pick<Season, 'start_balance'>,
  { days, equity }: Pick<Entry, 'days' | 'equity'>,
): { readonly figures: readonly string[]; readonly low: string; readonly high: string } {
  const figures = [start_balance, ...days.map((day) => day.equity), equity];
  const sorted = [...figures].sort((a, b) => (unitsOf(a) < unitsOf(b) ? -1 : 1));
  return { figures, low: sorted[0] ?? equity, high: sorted.at(-1) ?? equity };
}

/** The page of a ranking that a rank stands on, from 1. */
export function pageOfRank(rank: number, rows: number): number {
  return Math.max(1, Math.ceil(rank / rows));
}

function unitsOf(text: string): bigint {
  const parsed = parseDecimal(text, SCALE);
  return parsed.ok ? parsed.units : 0n;
}
