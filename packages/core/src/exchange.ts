import type { Command } from './commands.ts';
import type { Applied } from './events.ts';
import type { ExchangeSnapshot } from './snapshot.ts';

/**
 * The exchange as a state machine: `(state, command) -> events | rejection`. Pure and synchronous: no clock, randomness or
 * I/O; time arrives with the command. An invariant that fails throws `InvariantError`: the state must not be used any more.
 */
export class Exchange {
  /** Sequence number of the last applied command, 0 before the first. */
  seq = 0;
  /** Engine time of the last applied command; never decreases. */
  timeMs = 0;

  /** Applies command number `seq + 1`. @param timeMs engine time, not before the last one's */
  apply(_command: Command, _timeMs: number): Applied {
    throw new Error('in work');
  }

  snapshot(): ExchangeSnapshot {
    throw new Error('in work');
  }

  static restore(_snapshot: ExchangeSnapshot): Exchange {
    throw new Error('in work');
  }

  /** Runs every full-scan invariant (S in docs/INVARIANTS.md) and throws on the first that does not hold. */
  verify(): void {}

  /** How often each invariant was checked, by its number (`L1`, `B4` ...). */
  invariantChecks(): Record<string, number> {
    return {};
  }
}

/** SHA-256-ready canonical text of a snapshot: equal states give equal texts. */
export function canonicalSnapshot(snapshot: ExchangeSnapshot): string {
  return JSON.stringify(snapshot);
}
