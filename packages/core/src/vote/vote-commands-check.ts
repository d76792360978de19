/**
 * Whether the commands of votes agree with their types: the journal and the fuzzer may bring
 * anything.
 */
import { isWithin } from '../integers.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import {
  LONGEST_MS,
  OPTIONS,
  type CancelRound,
  type CastVote,
  type OpenRound,
  type RevokeVote,
} from './vote-commands.ts';

const MAX_LEVEL = 2;
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;
const HASH = /^[0-9a-f]{64}$/;
const TRACKER = /^[0-9a-f]{16}$/;
const PERSON = /^[0-9a-f]{32}$/;

export function isOpening({ round, options, startMs, endMs, terms }: OpenRound): boolean {
  return (
    isWithin(round, 1, MAX_NUMBER) &&
    isWithin(options, ...OPTIONS) &&
    isWithin(startMs, 0, MAX_NUMBER - LONGEST_MS) &&
    isWithin(endMs, startMs + 1, startMs + LONGEST_MS) &&
    typeof terms === 'string' &&
    HASH.test(terms)
  );
}

export function isCancelling({ round, operator }: CancelRound): boolean {
  return isWithin(round, 1, MAX_NUMBER) && isWithin(operator, 1, MAX_NUMBER);
}

export function isBallot({ user, round, option, level, person, tracker }: CastVote): boolean {
  return (
    isRevocation({ user, round }) &&
    isWithin(option, 1, MAX_NUMBER) &&
    isWithin(level, 0, MAX_LEVEL) &&
    typeof person === 'string' &&
    PERSON.test(person) &&
    typeof tracker === 'string' &&
    TRACKER.test(tracker)
  );
}

export function isRevocation({ user, round }: Pick<RevokeVote, 'user' | 'round'>): boolean {
  return isTradingUser(user) && isWithin(round, 1, MAX_NUMBER);
}
