import type { Listings } from './catalog/listings.ts';
import type { Event } from './events.ts';
import type { InvariantChecks } from './invariants.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Rules } from './rules.ts';

/** What every business area of the core stands on. */
export interface AreaParts {
  readonly ledger: Ledger;
  readonly listings: Listings;
  readonly checks: InvariantChecks;
  /**
   * The events of the running command. One holder shared by all areas, so that their order is the
   * order of what happened.
   */
  readonly events: { list: Event[] };
  readonly rules: Rules;
}
