import { AMOUNT, OPTIONAL_AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './custody-commands-check.ts';
import type { CustodyCommand } from './custody-commands.ts';

export const CUSTODY_COMMANDS: CommandTable<CustodyCommand> = {
  'custody.network': {
    fields: { network: { encode: wellFormed.encodeNetwork, decode: wellFormed.decodeNetwork } },
  },
  'custody.transfer': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isTransfer,
    stoppedBy: ['debt', 'freeze'],
  },
  'custody.deposit': { fields: { amount: AMOUNT } },
  'custody.reverse': {},
  // Debts stop withdrawals and holds with a rejection of their own, `withdrawals_frozen`.
  'custody.withdraw': {
    fields: { amount: AMOUNT, dayLimit: AMOUNT, mostFee: OPTIONAL_AMOUNT },
    isWellFormed: wellFormed.isRequest,
    stoppedBy: ['freeze'],
    // Its address is known by now, and it needs fewer approvals.
    stamped: ['approvals', 'dayLimit', 'risks', 'mostFee'],
  },
  'custody.cancel': { isWellFormed: wellFormed.isCancel, lane: 'cancels', passesCancelOnly: true },
  'custody.approve': {},
  'custody.reject': { lane: 'cancels', passesCancelOnly: true },
  'custody.sign': {},
  'custody.settle': {},
  'custody.fail': {},
  'custody.cost': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isCost,
    isTransfer: true,
  },
  'custody.hold': {
    fields: { amount: AMOUNT, dayLimit: OPTIONAL_AMOUNT },
    isWellFormed: wellFormed.isHold,
    stoppedBy: ['freeze'],
    isTransfer: true,
    isNamed: true,
  },
  'custody.payHold': {},
  'custody.pause': { lane: 'system', passesCancelOnly: true },
  'custody.freeze': { lane: 'system', passesCancelOnly: true },
  'custody.holdBack': { lane: 'system', passesCancelOnly: true },
};
