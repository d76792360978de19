import { Type, type Static } from 'typebox';
import { DecimalOut, Done } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Id, Lines, NearPage, Text } from '../schema/scalars.ts';
import { EVIDENCE_RULES, EVIDENCE_TYPES, APPEAL_STATEMENTS } from './bounds.ts';

/** Reasons of an appeal on the wire: those of a buyer, those of a seller. */
export const WIRE_REASONS = {
  buyer: ['not_released', 'cancelled_after_paying', 'other'],
  seller: ['not_received', 'wrong_amount', 'other_payer', 'payment_reversed', 'other'],
} as const;
export type WireReason = (typeof WIRE_REASONS)['buyer' | 'seller'][number];
export const APPEAL_STATES = ['open', 'withdrawn', 'settled', 'ruled'] as const;
export const FAULTS = ['buyer', 'seller', 'nobody'] as const;

const Reason = Type.Enum([...new Set<WireReason>([...WIRE_REASONS.buyer, ...WIRE_REASONS.seller])]);
const privately = { area: 'p2p', access: 'private' } as const;
const Flag = Type.Enum([0, 1]);
const File = Type.Optional(Text(200, 'what the upload of evidence answered as `link`'));
const said = {
  statement: Lines(APPEAL_STATEMENTS.letters, 'may have several lines'),
  file_1: File,
  file_2: File,
  file_3: File,
};

/** A file, as it is shown to a caller who may open it. */
export const EvidenceFile = Type.Object({
  type: Type.Enum([...EVIDENCE_TYPES]),
  bytes: Type.Integer(),
  hash: Type.String({ description: 'SHA-256 of the file as it opens, hexadecimal' }),
  link: Type.String({
    description:
      'opens the file for ten minutes, for the session that asked: with its Authorization header',
  }),
});
export type EvidenceFile = Static<typeof EvidenceFile>;

export const P2pAppeal = Type.Object({
  id: Type.Integer(),
  deal_id: Type.Integer(),
  type: Type.Enum(['buy', 'sell'], { description: 'side of who asks in the deal' }),
  is_own: Type.Enum([0, 1], { description: 'whether who asks has appealed; else the other side' }),
  reason: Reason,
  state: Type.Enum([...APPEAL_STATES], {
    description: 'settled: the two sides have ended the deal themselves',
  }),
  is_after_end: Type.Enum([0, 1], { description: 'whether the deal had ended before' }),
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  number: Type.String({
    description: "the coins in question: the deal's, or what could be held of one that had ended",
  }),
  open_time_ms: Type.Integer({ description: 'milliseconds UTC, like all times here' }),
  answer_due_ms: Type.Integer({
    description: 'until when no ruling comes without an answer of the other side',
  }),
  answer_time_ms: Type.Integer({ description: 'when the other side answered, 0 before' }),
  end_time_ms: Type.Integer({ description: '0 while it is open' }),
  statements: Type.Array(
    Type.Object({
      id: Type.Integer(),
      by: Type.Enum(['buyer', 'seller']),
      is_own: Flag,
      statement: Type.String(),
      files: Type.Array(EvidenceFile),
      create_time_ms: Type.Integer(),
    }),
    { description: 'of both sides, oldest first' },
  ),
  ruling: Type.Array(
    Type.Object({
      to_buyer: Type.String({ description: 'of the coins in question' }),
      to_seller: DecimalOut,
      fault: Type.Enum([...FAULTS]),
      bond_cut: Type.String({ description: "coins of the bond of who was at fault, '0' without" }),
      reason: Type.String(),
    }),
    { description: 'one at most, and only when it counts' },
  ),
});
export type P2pAppeal = Static<typeof P2pAppeal>;

export const appealOpen = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/appeal',
  money: true,
  summary:
    'Asks an operator to decide on an own deal: the buyer from release_time_ms, the seller once it is paid, either for seven days after its end. Answers the number of the appeal',
  input: Type.Object({ id: Id, version: Type.Optional(Id), reason: Reason, ...said }),
  output: Type.Object({ id: Type.Integer() }),
});

export const appealState = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/appeal_statement',
  money: true,
  summary:
    'Says something about an open appeal, up to ten times on each side. The first statement of the other side answers the appeal',
  input: Type.Object({ id: Id, ...said }),
  output: Done,
});

export const appealWithdraw = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/appeal_withdraw',
  money: true,
  summary: 'Takes an own appeal back, once for a deal; the deal goes on as it was',
  input: Type.Object({ id: Id }),
  output: Done,
});

export const ownAppeals = defineCall({
  ...privately,
  method: 'GET',
  path: '/api/c2c/appeals',
  summary: 'Appeals on own deals, newest first: all, the one of a number, or those on one deal',
  input: Type.Object({
    page: Type.Optional(NearPage),
    id: Type.Optional(Id),
    deal_id: Type.Optional(Id),
  }),
  output: Type.Object({
    data: Type.Array(P2pAppeal),
    page: Type.Integer(),
    limit: Type.Integer(),
  }),
});

export const evidenceUpload = defineCall({
  ...privately,
  method: 'POST',
  path: '/api/c2c/evidence',
  multipart: true,
  bodyBytes: EVIDENCE_RULES.bytes,
  cost: 20,
  summary:
    'Takes one jpg, png, pdf or mp4 of up to 10 MB as evidence, for verified users. Pictures are encoded anew. What no statement shows within a day is erased',
  input: Type.Object({}),
  output: EvidenceFile,
});
