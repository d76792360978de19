import { AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './sale-commands-check.ts';
import type { SaleCommand } from './sale-commands.ts';
import { decodeTerms, encodeTerms } from './sale-terms.ts';

/**
 * A debt or a freeze stops a commitment: the coins may belong to others, or the account to no real
 * person.
 */
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
