import type { ConvertCommand } from './convert/convert-commands.ts';
import type { CustodyCommand } from './custody/custody-commands.ts';
import type { EarnCommand } from './earn/earn-commands.ts';
import type { FeeCommand } from './fee/fee-commands.ts';
import type { LoanCommand } from './loan/loan-commands.ts';
import type { MarginCommand } from './margin/margin-commands.ts';
import type { P2pCommand } from './p2p/p2p-commands.ts';
import type { RebateCommand } from './rebate/rebate-commands.ts';
import type { SaleCommand } from './sale/sale-commands.ts';
import type { SecondsCommand } from './seconds/seconds-commands.ts';
import type { SpotCommand } from './spot/spot-commands.ts';
import type { VoteCommand } from './vote/vote-commands.ts';
import type { CatalogCommand, SetIndexPrices } from './catalog/catalog-commands.ts';
import type { LedgerCommand } from './ledger/ledger-commands.ts';

/**
 * Time has passed: the core carries out all that has fallen due. Its time is the engine's stamp,
 * like every command's.
 */
export interface TickClock {
  readonly kind: 'clock.tick';
}

/**
 * A newer version of the rules decides from here on, see rules.ts. The server sends it at its first
 * start on an older journal.
 */
export interface Upgrade {
  readonly kind: 'core.upgrade';
  /** Above the present version, and known to this build. */
  readonly version: number;
}

/**
 * States the hash of the state after an earlier command, so that the chain of the journal covers
 * the state: a replay or a snapshot with another hash is wrong. It changes nothing.
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

/** Commands that concern the whole exchange or several areas. */
export type CoreCommand = Upgrade | Checkpoint | TickClock | SetIndexPrices;

/** The commands by the area that decides them. */
export interface AreaCommands {
  readonly core: CoreCommand;
  readonly catalog: CatalogCommand;
  readonly ledger: LedgerCommand;
  readonly spot: SpotCommand;
  readonly custody: CustodyCommand;
  readonly margin: MarginCommand;
  readonly seconds: SecondsCommand;
  readonly p2p: P2pCommand;
  readonly earn: EarnCommand;
  readonly convert: ConvertCommand;
  readonly loan: LoanCommand;
  readonly fee: FeeCommand;
  readonly vote: VoteCommand;
  readonly rebate: RebateCommand;
  readonly sale: SaleCommand;
}
export type CommandArea = keyof AreaCommands;

/** Everything that can change the state. command-codec.ts writes it to the journal. */
export type Command = AreaCommands[CommandArea];
export type CommandKind = Command['kind'];
