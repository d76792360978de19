/**
 * Cancel-only mode: accepts only commands that cancel or restrict, and that need no price. Prices
 * and time do not pass either, so their effects (fills, stops, liquidations, settlements) wait for
 * the next start.
 */
import { knownCommand } from '@meridian/core/command-areas';
import type { Command } from '@meridian/core/commands';
import type { FaultRecord } from './fault-record.ts';

/** Mode of the server's start: `START`. */
export type StartMode = 'normal' | 'cancel-only';

/** Commands that the server itself sends again. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  'index.set',
  'clock.tick',
  'core.upgrade',
  'core.checkpoint',
]);
/** Faults within this time of each other are a loop. */
const LOOP_MS = 10 * 60_000;
const LOOP_OF_ITSELF = 2;
const LOOP_OF_ANY = 3;

/**
 * Whether the command may pass in cancel-only mode. An operator may take a market out of trade, and
 * put none in.
 */
export function passesCancelOnly(command: Command): boolean {
  return (
    knownCommand(command.kind)?.passesCancelOnly === true ||
    (command.kind === 'market.list' &&
      (command.market.status === 'cancelOnly' || command.market.status === 'closed'))
  );
}

/**
 * Whether the unreleased faults are a crash loop: two of commands that the server repeats by
 * itself, or three of any, within ten minutes. Not measured from now: a loop stays one until an
 * operator has looked at it.
 */
export function isCrashLoop(faults: readonly Pick<FaultRecord, 'timeMs' | 'kind'>[]): boolean {
  const byItself = faults.filter(({ kind }) => BY_ITSELF.has(kind));
  return hasCluster(byItself, LOOP_OF_ITSELF) || hasCluster(faults, LOOP_OF_ANY);
}

function hasCluster(faults: readonly Pick<FaultRecord, 'timeMs'>[], size: number): boolean {
  const times = faults.map(({ timeMs }) => timeMs).sort((a, b) => a - b);
  return times.some(
    (timeMs, index) => timeMs - (times[index - size + 1] ?? Number.NEGATIVE_INFINITY) <= LOOP_MS,
  );
}
