import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './fee-commands-check.ts';
import type { FeeCommand } from './fee-commands.ts';

export const FEE_COMMANDS: CommandTable<FeeCommand> = {
  'fee.tiers': {
    fields: { tiers: { encode: wellFormed.encodeTiers, decode: wellFormed.decodeTiers } },
  },
};
