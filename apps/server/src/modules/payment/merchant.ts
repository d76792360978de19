import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Our identity at the gateway, and its secrets. */
export interface MerchantSettings {
  /** Target of forms: an address of the gateway, or a path of ours (demo mode). */
  readonly url: string;
  readonly merchantId: string;
  /** Shared with the gateway, for its own MD5 signatures in both directions. */
  readonly md5Key: string;
  /**
   * Shared with the caller of our callback; never sent. MD5 alone proves too little about money.
   */
  readonly callbackSecret: string;
}

export type SignedFields = Readonly<Record<string, string>>;

export const SIGN_TYPE = 'MD5';
/** Fields outside of the signature. */
const UNSIGNED = new Set(['sign', 'sign_type']);

/**
 * Owns the secrets shared with the gateway. docs/operating/payments.md has the scheme word for
 * word.
 */
export class Merchant {
  readonly url: string;
  readonly id: string;
  readonly #md5Key: string;
  readonly #callbackSecret: string;

  constructor({ url, merchantId, md5Key, callbackSecret }: MerchantSettings) {
    this.url = url;
    this.id = merchantId;
    this.#md5Key = md5Key;
    this.#callbackSecret = callbackSecret;
  }

  /** The gateway's own signature over fields: 32 upper-case hexadecimal digits. */
  md5Of(fields: SignedFields): string {
    return createHash('md5')
      .update(`${signedText(fields)}&key=${this.#md5Key}`)
      .digest('hex')
      .toUpperCase();
  }

  /**
   * A callback's second signature, in X-Signature: HMAC-SHA256, 64 lower-case hexadecimal digits.
   */
  signatureOf(fields: SignedFields): string {
    return createHmac('sha256', this.#callbackSecret).update(signedText(fields)).digest('hex');
  }

  isFormSigned(fields: SignedFields): boolean {
    return (
      isSignable(fields) &&
      fields['sign_type'] === SIGN_TYPE &&
      isSame(fields['sign'] ?? '', this.md5Of(fields))
    );
  }

  /**
   * Whether both signatures are right. Both are always checked, so that the time does not reveal
   * which one was wrong.
   */
  isCallbackSigned(fields: SignedFields, signature: string): boolean {
    const isForm = this.isFormSigned(fields);
    const isOurs = isSame(signature, this.signatureOf(fields));
    return isForm && isOurs;
  }
}

/** `name=value` of each field that has a value, sorted by name, joined with `&`. */
function signedText(fields: SignedFields): string {
  return Object.keys(fields)
    .filter((name) => !UNSIGNED.has(name) && fields[name] !== '')
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

/** A value with `&` could imitate another field: the signed text would have two readings. */
function isSignable(fields: SignedFields): boolean {
  return Object.entries(fields).every(
    ([name, value]) => !/[&=]/.test(name) && !value.includes('&'),
  );
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
