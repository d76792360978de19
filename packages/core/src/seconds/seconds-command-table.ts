import { AMOUNT, OPTIONAL_AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './seconds-commands-check.ts';
import type { SecondsCommand } from './seconds-commands.ts';

export const SECONDS_COMMANDS: CommandTable<SecondsCommand> = {
  'seconds.terms': {
    fields: { terms: { encode: wellFormed.encodeTerms, decode: wellFormed.decodeTerms } },
  },
  'seconds.open': {
    fields: { stake: AMOUNT },
    isWellFormed: wellFormed.isOpening,
    stoppedBy: ['debt', 'freeze'],
  },
  'seconds.listInsurance': {
    fields: { offer: { encode: wellFormed.encodeOffer, decode: wellFormed.decodeOffer } },
  },
  'seconds.insure': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isInsuring,
    stoppedBy: ['debt', 'freeze'],
  },
  'seconds.endInsurance': { isWellFormed: wellFormed.isEnding },
  'seconds.limitLoss': {
    fields: { amount: OPTIONAL_AMOUNT },
    isWellFormed: wellFormed.isLossLimit,
  },
  'seconds.limitTime': { isWellFormed: wellFormed.isTimeLimit },
  'seconds.beginBreak': { isWellFormed: wellFormed.isBreak },
};
