import type { VoteState } from '@meridian/contract/vote/calls';
import { formatDecimal } from '@meridian/money/decimal';
import { divide } from '@meridian/money/rounding';
import { sha256Of } from '../../../shared/sha256.ts';

/** A round of votes on new coins. */
export interface Round {
  readonly id: number;
  readonly title: string;
  readonly about: string;
  readonly state: VoteState;
  /** Milliseconds UTC, and for people on the clock of the exchange. */
  readonly startMs: number;
  readonly start: string;
  readonly endMs: number;
  readonly end: string;
  readonly turnout: number;
  readonly options: readonly Option[];
  /** The text that was hashed. */
  readonly terms: string;
  readonly termsHash: string;
  readonly my: { readonly option: number; readonly tracker: string } | undefined;
}

export interface Option {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  /** Address of a page about it, '' without one. */
  readonly link: string;
  /** Ballots; 0 until the end. */
  readonly count: number;
}

/** A published ballot. */
export interface Ballot {
  readonly tracker: string;
  readonly option: number;
}

/** The result of counting the published ballots anew. */
export interface Recount {
  readonly ballots: number;
  /** Whether options have as many ballots as their counts say, each under a name of its own. */
  readonly isTrue: boolean;
  /** Whether the own ballot is there with the own option; undefined without one. */
  readonly hasOwn: boolean | undefined;
}

/** Share of all ballots in percent, one decimal. */
export function percentOf(count: number, turnout: number): string {
  if (turnout === 0) return '0';
  return formatDecimal(divide(BigInt(count) * 1_000n, BigInt(turnout), 'halfUp'), 1);
}

/** Counts the published ballots of a round anew. */
export function recount({ options, my }: Round, ballots: readonly Ballot[]): Recount {
  const names = new Set(ballots.map(({ tracker }) => tracker));
  const isKnown = ({ option }: Ballot): boolean => options.some(({ number }) => number === option);
  const isTrue =
    names.size === ballots.length &&
    ballots.every(isKnown) &&
    options.every(
      ({ number, count }) => ballots.filter(({ option }) => option === number).length === count,
    );
  const own = my && ballots.find(({ tracker }) => tracker === my.tracker);
  return {
    ballots: ballots.length,
    isTrue,
    hasOwn: my === undefined ? undefined : own?.option === my.option,
  };
}

/**
 * Whether the terms have the hash that was recorded, and are those of the page. Undefined where the
 * browser has no SHA-256.
 */
export async function areTermsEqual(round: Round): Promise<boolean | undefined> {
  const { title, about, startMs, endMs, terms, termsHash } = round;
  const hash = await sha256Of(terms);
  if (hash === undefined) return undefined;
  const options = round.options.map(({ name, link }) => ({ name, link }));
  return hash === termsHash && terms === JSON.stringify({ title, about, options, startMs, endMs });
}
