/**
 * SHA-256 of a text in hexadecimal digits. Undefined where the browser has no `subtle`: of a page
 * that did not come by https.
 */
export async function sha256Of(text: string): Promise<string | undefined> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
