/** An uploaded file of evidence: most bytes, lifetime of a link to it, uploads in a day. */
export const EVIDENCE_RULES = {
  bytes: 10 * 1024 * 1024,
  linkMinutes: 10,
  perDay: 20,
} as const;
/** Types of a file of evidence; pictures are encoded anew as JPEG. */
export const EVIDENCE_TYPES = ['image/jpeg', 'application/pdf', 'video/mp4'] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];
/** Statements of each side on an appeal, and letters of one. */
export const APPEAL_STATEMENTS = { perSide: 10, letters: 1_000 } as const;
/** Days for which the two sides of an ended deal still see each other's name and phone. */
export const PARTY_DAYS = 30;
/** `way` on the wire. */
export const P2P_WAYS = ['ali_pay', 'we_chat', 'bank'] as const;
export type P2pWay = (typeof P2P_WAYS)[number];
/** Letters of a remark and of an automatic reply. */
export const REMARK_LETTERS = 500;
/** Opening hours that an ad may have in a week. */
export const MAX_SPANS = 14;
/** Minutes that a seller has to release; the core counts them from the payment. */
export const RELEASE_MINUTES = 15;
