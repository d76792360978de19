const KEY_BYTES = 16;

/** A new name for one wish, so that it is done once however often it is sent: 32 hexadecimal digits. Works without HTTPS too. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
