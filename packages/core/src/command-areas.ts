import { CATALOG_COMMANDS } from './catalog/catalog-command-table.ts';
import { rowsOf, type AnyEntry, type AnyFieldCodec, type CommandTable } from './command-table.ts';
import { CONVERT_COMMANDS } from './convert/convert-command-table.ts';
import type { AreaCommands, CommandArea, CoreCommand } from './commands.ts';
import { CUSTODY_COMMANDS } from './custody/custody-command-table.ts';
import { EARN_COMMANDS } from './earn/earn-command-table.ts';
import { FEE_COMMANDS } from './fee/fee-command-table.ts';
import { LEDGER_COMMANDS } from './ledger/ledger-command-table.ts';
import { LOAN_COMMANDS } from './loan/loan-command-table.ts';
import { MARGIN_COMMANDS } from './margin/margin-command-table.ts';
import { P2P_COMMANDS } from './p2p/p2p-command-table.ts';
import { REBATE_COMMANDS } from './rebate/rebate-command-table.ts';
import { SALE_COMMANDS } from './sale/sale-command-table.ts';
import { SECONDS_COMMANDS } from './seconds/seconds-command-table.ts';
import { SPOT_COMMANDS } from './spot/spot-command-table.ts';
import { VOTE_COMMANDS } from './vote/vote-command-table.ts';

const CORE_COMMANDS: CommandTable<CoreCommand> = {
  'core.upgrade': { freesMoney: true, lane: 'system' },
  'core.checkpoint': { lane: 'system', passesCancelOnly: true },
  'clock.tick': { freesMoney: true, lane: 'system' },
  'index.set': { freesMoney: true, lane: 'system' },
};

const TABLES: { readonly [Area in CommandArea]: CommandTable<AreaCommands[Area]> } = {
  core: CORE_COMMANDS,
  catalog: CATALOG_COMMANDS,
  ledger: LEDGER_COMMANDS,
  spot: SPOT_COMMANDS,
  custody: CUSTODY_COMMANDS,
  margin: MARGIN_COMMANDS,
  seconds: SECONDS_COMMANDS,
  p2p: P2P_COMMANDS,
  earn: EARN_COMMANDS,
  convert: CONVERT_COMMANDS,
  loan: LOAN_COMMANDS,
  fee: FEE_COMMANDS,
  vote: VOTE_COMMANDS,
  rebate: REBATE_COMMANDS,
  sale: SALE_COMMANDS,
};

export interface KnownCommand extends Omit<AnyEntry, 'fields'> {
  readonly area: CommandArea;
  readonly fields?: readonly (readonly [name: string, codec: AnyFieldCodec])[];
}

const KNOWN: ReadonlyMap<string, KnownCommand> = new Map(
  rowsOf(TABLES).flatMap(([area, table]) =>
    rowsOf<AnyEntry>(table).map(([kind, { fields, ...entry }]): [string, KnownCommand] => [
      kind,
      {
        ...entry,
        area: area as CommandArea,
        ...(fields === undefined ? {} : { fields: rowsOf(fields) }),
      },
    ]),
  ),
);

/** The entry of a kind in the table of its area. Undefined for a kind that no area has. */
export function knownCommand(kind: string): KnownCommand | undefined {
  return KNOWN.get(kind);
}
