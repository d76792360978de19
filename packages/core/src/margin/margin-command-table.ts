import { AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './margin-commands-check.ts';
import type { MarginCommand } from './margin-commands.ts';

export const MARGIN_COMMANDS: CommandTable<MarginCommand> = {
  'margin.terms': {
    fields: { terms: { encode: wellFormed.encodeTerms, decode: wellFormed.decodeTerms } },
  },
  'margin.open': { isWellFormed: wellFormed.isOpening, stoppedBy: ['debt', 'freeze'] },
  // The order is gone at the first price after it. A close is not taken while only cancels are: it
  // would fill at that price, or be void.
  'margin.cancel': {
    isWellFormed: wellFormed.isOfPosition,
    lane: 'cancels',
    passesCancelOnly: true,
  },
  'margin.close': { isWellFormed: wellFormed.isOfPosition, stoppedBy: ['freeze'] },
  'margin.addMargin': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isChangingMargin,
    stoppedBy: ['debt', 'freeze'],
  },
  'margin.removeMargin': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isChangingMargin,
    stoppedBy: ['freeze'],
  },
  'margin.reverse': { isWellFormed: wellFormed.isReversing, stoppedBy: ['debt', 'freeze'] },
  'margin.reduce': { isWellFormed: wellFormed.isReducing, stoppedBy: ['freeze'] },
  'margin.closeAll': { isWellFormed: wellFormed.isClosingAll, stoppedBy: ['freeze'] },
  'margin.stops': { isWellFormed: wellFormed.isSettingStops, stoppedBy: ['freeze'] },
};
