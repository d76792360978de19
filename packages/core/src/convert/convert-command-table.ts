import { AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './convert-commands-check.ts';
import type { ConvertCommand } from './convert-commands.ts';

export const CONVERT_COMMANDS: CommandTable<ConvertCommand> = {
  'convert.terms': {
    fields: { terms: { encode: wellFormed.encodeTerms, decode: wellFormed.decodeTerms } },
  },
  'convert.fund': { fields: { amount: AMOUNT } },
  'convert.quote': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isAsking,
    stoppedBy: ['debt', 'freeze'],
  },
  'convert.accept': { isWellFormed: wellFormed.isAcceptance, stoppedBy: ['debt', 'freeze'] },
  'convert.sweep': {
    fields: { least: AMOUNT },
    isWellFormed: wellFormed.isSweep,
    stoppedBy: ['debt', 'freeze'],
  },
  'convert.plan': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isPlan,
    stoppedBy: ['debt', 'freeze'],
  },
  'convert.endPlan': { isWellFormed: wellFormed.isPlanEnd },
};
