/**
 * Reason of a refusal. Each is final for the request, except `paused`, `over_limit`,
 * `operators_needed` and `too_early`.
 */
export type SignerRefusalReason =
  /** The request or the transaction cannot be read, or is more than a plain transfer. */
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
   * The transaction takes coins from an address that is not ours, or that this kind of transfer may
   * not use.
   */
  | 'wrong_source'
  /** The change would go to a foreign address. */
  | 'wrong_change'
  /** The destination of an internal transfer is not an own address. */
  | 'not_own_address'
  | 'over_limit'
  /** More operators have to agree with their devices. */
  | 'operators_needed'
  /** The nonce or an input was already signed for another id. */
  | 'slot_taken'
  /**
   * The id was signed with another nonce, other inputs or another transfer: signing this too could
   * pay twice (invariant W3).
   */
  | 'already_signed'
  /** The earlier transaction of this id may not have expired yet. */
  | 'too_early';

export class SignerRefusal extends Error {
  readonly reason: SignerRefusalReason;
  constructor(reason: SignerRefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignerRefusal';
    this.reason = reason;
  }
}
