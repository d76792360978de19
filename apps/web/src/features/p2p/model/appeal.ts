import { EVIDENCE_RULES, EVIDENCE_TYPES, type EvidenceType } from '@meridian/contract/p2p/bounds';
import type { WireReason } from '@meridian/contract/p2p/appeal-calls';
import type { Deal } from './deal.ts';

export type AppealReason = WireReason;
export type AppealState = 'open' | 'withdrawn' | 'settled' | 'ruled';

/** A file that a side shows. */
export interface Evidence {
  readonly type: EvidenceType;
  readonly bytes: number;
  /** Opens for some minutes, with the session. */
  readonly link: string;
}

export interface Statement {
  readonly id: number;
  readonly by: 'buyer' | 'seller';
  readonly isOwn: boolean;
  readonly text: string;
  readonly files: readonly Evidence[];
  readonly timeMs: number;
}

/** How an operator divided the coins in question. */
export interface Ruling {
  readonly toBuyer: string;
  readonly toSeller: string;
  readonly fault: 'buyer' | 'seller' | 'nobody';
  /** Coins taken from the bond of the side at fault, '0' for none. */
  readonly bondCut: string;
  readonly reason: string;
}

/** An appeal on an own deal. */
export interface Appeal {
  readonly id: number;
  readonly isOwn: boolean;
  readonly reason: AppealReason;
  readonly state: AppealState;
  readonly coin: string;
  /** The coins in question. */
  readonly amount: string;
  readonly openedMs: number;
  /** Until then no ruling comes without an answer of the other side. */
  readonly answerDueMs: number;
  /** 0 before the other side has answered. */
  readonly answeredMs: number;
  readonly statements: readonly Statement[];
  readonly ruling: Ruling | undefined;
}

/** A side's statement about a deal, with the links of its files. */
export interface NewStatement {
  readonly text: string;
  readonly files: readonly string[];
}

/** The reasons for which the own side may appeal a deal as it stands now. */
export function reasonsOf({ side, state }: Pick<Deal, 'side' | 'state'>): readonly AppealReason[] {
  if (side === 'buy') {
    // Completed by a ruling, with less than the whole.
    if (state === 'completed') return ['other'];
    return state === 'cancelled' ? ['cancelled_after_paying', 'other'] : ['not_released', 'other'];
  }
  return state === 'completed'
    ? ['payment_reversed', 'other']
    : ['not_received', 'wrong_amount', 'other_payer', 'other'];
}

/** The state of the answer to an open appeal, as the own side is told of it. */
export function answerOf({
  isOwn,
  answeredMs,
}: Pick<Appeal, 'isOwn' | 'answeredMs'>):
  'answered' | 'otherAnswers' | 'youAnswered' | 'youAnswer' {
  if (isOwn) return answeredMs === 0 ? 'otherAnswers' : 'answered';
  return answeredMs === 0 ? 'youAnswer' : 'youAnswered';
}

/** Why a file cannot be evidence; undefined if it can. The server checks the content. */
export function evidenceFault({
  type,
  size,
}: Pick<File, 'type' | 'size'>): 'type' | 'size' | undefined {
  const isKnown = type === 'image/png' || (EVIDENCE_TYPES as readonly string[]).includes(type);
  if (!isKnown) return 'type';
  return size > EVIDENCE_RULES.bytes ? 'size' : undefined;
}

/** For the file dialog. */
export const EVIDENCE_ACCEPT = ['image/png', ...EVIDENCE_TYPES].join(',');
