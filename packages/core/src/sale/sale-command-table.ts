import { AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './sale-commands-check.ts';
import type { SaleCommand } from './sale-commands.ts';
import { decodeTerms, encodeTerms } from './sale-terms.ts';

/** Who owes or is frozen commits nothing: the coin may be somebody else's, or the person nobody. */
export const SALE_COMMANDS: CommandTable<SaleCommand> = {
  'sale.fund': { fields: { amount: AMOUNT } },
  'sale.announce': { fields: { terms: { encode: encodeTerms, decode: decodeTerms } } },
  'sale.cancel': { lane: 'system', passesCancelOnly: true },
  'sale.commit': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isCommitment,
    stoppedBy: ['debt', 'freeze'],
    stamped: ['level', 'person'],
  },
};
