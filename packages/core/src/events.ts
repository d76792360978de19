import type { ConvertEvent } from './convert/convert-events.ts';
import type { CustodyEvent } from './custody/custody-events.ts';
import type { EarnEvent } from './earn/earn-events.ts';
import type { LoanEvent } from './loan/loan-events.ts';
import type { FeeEvent } from './fee/fee-events.ts';
import type { MarginEvent } from './margin/margin-events.ts';
import type { P2pEvent } from './p2p/p2p-events.ts';
import type { RebateEvent } from './rebate/rebate-events.ts';
import type { SaleEvent } from './sale/sale-events.ts';
import type { SecondsEvent } from './seconds/seconds-events.ts';
import type { CatalogEvent } from './catalog/catalog-events.ts';
import type { Posted, TransferMade } from './ledger/posting.ts';
import type { SpotEvent } from './spot/spot-events.ts';
import type { VoteEvent } from './vote/vote-events.ts';
import type { Outcome } from './outcome.ts';

export type Event =
  | CatalogEvent
  | Posted
  | TransferMade
  | SpotEvent
  | CustodyEvent
  | MarginEvent
  | SecondsEvent
  | P2pEvent
  | EarnEvent
  | ConvertEvent
  | LoanEvent
  | FeeEvent
  | VoteEvent
  | RebateEvent
  | SaleEvent;
export type EventType = Event['type'];

/** One command with its effects: the unit that becomes durable, is published and projected. */
export interface Applied {
  readonly seq: number;
  /** Engine time of the command, milliseconds UTC. */
  readonly timeMs: number;
  readonly outcome: Outcome;
  readonly events: readonly Event[];
}
