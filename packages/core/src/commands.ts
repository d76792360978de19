import type { CustodyCommand } from './custody/custody-commands.ts';
import type { MarginCommand } from './margin/margin-commands.ts';
import type { SecondsCommand } from './seconds/seconds-commands.ts';
import type { PlaceOrder, CancelOrder, CancelByOperator } from './spot/spot-commands.ts';
import type { ListCurrency, ListMarket, SetIndexPrices } from './catalog/catalog-commands.ts';
import type { Deposit, Credit } from './ledger/ledger-commands.ts';

/**
 * Says that time has passed: the core does what has fallen due. Its time is the engine's stamp,
 * like every command's.
 */
export interface TickClock {
  readonly kind: 'clock.tick';
}

/**
 * From here on a newer version of the rules decides, see rules.ts. The server sends it at its first
 * start on an older journal.
 */
export interface Upgrade {
  readonly kind: 'core.upgrade';
  /** Above the present one, and known to this build. */
  readonly version: number;
}

/**
 * Says what the state was after an earlier command, so that the chain of the journal covers the
 * state: a replay, or a snapshot, that differs from it is wrong. It changes nothing.
 */
export interface Checkpoint {
  readonly kind: 'core.checkpoint';
  /** The command after which the state had this hash. */
  readonly at: number;
  /** Format of the snapshot that was hashed. */
  readonly format: number;
  /** SHA-256 in hexadecimal digits. */
  readonly stateHash: string;
}

/**
 * Everything that can change the state. It is journaled as JSON (amounts as decimal strings), see
 * command-codec.ts.
 */
export type Command =
  | Upgrade
  | Checkpoint
  | ListCurrency
  | ListMarket
  | SetIndexPrices
  | TickClock
  | Deposit
  | Credit
  | PlaceOrder
  | CancelOrder
  | CancelByOperator
  | CustodyCommand
  | MarginCommand
  | SecondsCommand;
export type CommandKind = Command['kind'];
