import type { CommandTable } from '../command-table.ts';
import { decodeTerms, encodeTerms, isMarginUserCommand } from './margin-commands-check.ts';
import type { MarginCommand } from './margin-commands.ts';

export const MARGIN_COMMANDS: CommandTable<MarginCommand> = {
  'margin.terms': { fields: { terms: { encode: encodeTerms, decode: decodeTerms } } },
  'margin.open': { isWellFormed: isMarginUserCommand, stoppedBy: ['debt', 'freeze'] },
  'margin.cancel': { isWellFormed: isMarginUserCommand },
  'margin.close': { isWellFormed: isMarginUserCommand, stoppedBy: ['freeze'] },
  'margin.closeAll': { isWellFormed: isMarginUserCommand, stoppedBy: ['freeze'] },
  'margin.stops': { isWellFormed: isMarginUserCommand, stoppedBy: ['freeze'] },
};
