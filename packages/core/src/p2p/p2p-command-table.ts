import { AMOUNT } from '../amount-field.ts';
import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './p2p-commands-check.ts';
import type { P2pCommand } from './p2p-commands.ts';

const AD_TERMS = { encode: wellFormed.encodeAdTerms, decode: wellFormed.decodeAdTerms };

/**
 * A debt or a freeze stops commands that begin something, and a freeze commands that let coins go.
 * Paying, cancelling, appealing stay possible: somebody else waits for them.
 */
export const P2P_COMMANDS: CommandTable<P2pCommand> = {
  'p2p.terms': {
    fields: { terms: { encode: wellFormed.encodeTerms, decode: wellFormed.decodeTerms } },
  },
  'p2p.rate': {},
  'p2p.publish': {
    fields: { total: AMOUNT, terms: AD_TERMS },
    isWellFormed: wellFormed.isAd,
    stoppedBy: ['debt', 'freeze'],
    stamped: ['level'],
  },
  'p2p.edit': {
    fields: { terms: AD_TERMS },
    isWellFormed: wellFormed.isEdit,
    stoppedBy: ['debt', 'freeze'],
  },
  'p2p.withdrawAd': { isWellFormed: wellFormed.isActOnAd, lane: 'cancels', passesCancelOnly: true },
  'p2p.removeAd': { lane: 'system', passesCancelOnly: true },
  'p2p.pause': { isWellFormed: wellFormed.isPause },
  'p2p.deal': {
    fields: { quantity: AMOUNT },
    isWellFormed: wellFormed.isOpening,
    stoppedBy: ['debt', 'freeze'],
    stamped: ['level', 'registeredDays'],
  },
  'p2p.pay': { isWellFormed: wellFormed.isDealAct },
  // No lane of its own: it would overtake the same buyer's `p2p.pay`.
  'p2p.cancel': { isWellFormed: wellFormed.isDealAct, passesCancelOnly: true },
  'p2p.extend': { isWellFormed: wellFormed.isExtension },
  'p2p.release': { isWellFormed: wellFormed.isDealAct, stoppedBy: ['freeze'] },
  'p2p.askCancel': { isWellFormed: wellFormed.isDealAct },
  'p2p.answerCancel': { isWellFormed: wellFormed.isCancelAnswer },
  'p2p.appeal': { isWellFormed: wellFormed.isAppeal },
  'p2p.answerAppeal': { isWellFormed: wellFormed.isActOnAppeal },
  'p2p.withdrawAppeal': { isWellFormed: wellFormed.isActOnAppeal },
  'p2p.rule': { fields: { toBuyer: AMOUNT, bondCut: AMOUNT } },
  'p2p.bond': {
    fields: { amount: AMOUNT },
    isWellFormed: wellFormed.isBond,
    stoppedBy: ['debt', 'freeze'],
  },
  'p2p.returnBond': { isWellFormed: wellFormed.isBondReturn, stoppedBy: ['freeze'] },
  'p2p.merchant': {},
  'p2p.block': { isWellFormed: wellFormed.isBlock },
  'p2p.restrict': { lane: 'system', passesCancelOnly: true },
};
