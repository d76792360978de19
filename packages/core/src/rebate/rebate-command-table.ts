import { AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './rebate-commands-check.ts';
import type { RebateCommand } from './rebate-commands.ts';

export const REBATE_COMMANDS: CommandTable<RebateCommand> = {
  'rebate.rates': {},
  'rebate.fund': { fields: { amount: AMOUNT } },
  'rebate.member': { isWellFormed: wellFormed.isMember, passesCancelOnly: true },
};
