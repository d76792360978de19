/**
 * Why the signer does not sign. Each is final for the request as it stands, except `paused`,
 * `over_limit`, `operators_needed` and `too_early`.
 */
export type SignerRefusalReason =
  /** The request or the transaction cannot be read, or holds more than a plain transfer. */
  | 'malformed'
  /** The approval's seal is not the exchange's. */
  | 'not_approved'
  | 'approval_expired'
  | 'paused'
  /** The transaction is for another chain or network than this signer's. */
  | 'wrong_chain'
  | 'unknown_asset'
  | 'wrong_asset'
  | 'wrong_destination'
  | 'wrong_amount'
  | 'fee_too_high'
  /**
   * Coins are taken from an address that is not ours, or not one that this kind of transfer may
   * take from.
   */
  | 'wrong_source'
  /** Change would go to somebody else. */
  | 'wrong_change'
  /** An internal transfer whose destination is none of our addresses. */
  | 'not_own_address'
  | 'over_limit'
  /** More operators have to agree by their devices than have. */
  | 'operators_needed'
  /** The nonce or an input was signed away under another id. */
  | 'slot_taken'
  /**
   * The id was signed with another nonce, other inputs or another transfer: signing this too could
   * pay twice (invariant W3).
   */
  | 'already_signed'
  /** The earlier transaction of this id has not expired for certain. */
  | 'too_early';

export class SignerRefusal extends Error {
  readonly reason: SignerRefusalReason;
  constructor(reason: SignerRefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignerRefusal';
    this.reason = reason;
  }
}
