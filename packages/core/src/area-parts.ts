import type { Listings } from './catalog/listings.ts';
import type { EventSink } from './event-sink.ts';
import type { InvariantChecks } from './invariants.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Rules } from './rules.ts';

/** The parts that every business area of the core is built on. */
export interface AreaParts<E> {
  readonly ledger: Ledger;
  readonly listings: Listings;
  readonly checks: InvariantChecks;
  readonly events: EventSink<E>;
  readonly rules: Rules;
}
