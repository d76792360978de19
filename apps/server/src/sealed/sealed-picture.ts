import { Fault } from '../fault.ts';
import { decrypt, encrypt, newDataKey, type Secrets } from '../secrets.ts';

/** A picture as its row has it. */
export interface SealedPicture {
  readonly content: Buffer;
  /** The picture's own key, sealed under the server's. */
  readonly data_key: Buffer | null;
}

/** Encrypts a picture with a key of its own. */
export function sealPicture(
  secrets: Secrets,
  id: string,
  content: Buffer,
): SealedPicture & { readonly data_key: Buffer } {
  const key = newDataKey();
  return {
    content: encrypt(key, id, content),
    data_key: secrets.seal(pictureKeyPurpose(id), key.toString('base64')),
  };
}

/**
 * Throws `Fault` configuration_invalid where it does not open: another picture's row, other bytes,
 * another SECRET_KEY.
 */
export function openPicture(
  secrets: Secrets,
  id: string,
  { content, data_key }: SealedPicture,
): Buffer {
  const opened =
    data_key === null
      ? undefined
      : decrypt(Buffer.from(secrets.open(pictureKeyPurpose(id), data_key), 'base64'), id, content);
  if (opened === undefined)
    throw new Fault('configuration_invalid', `picture ${id} is not what was sealed`);
  return opened;
}

/** The purpose for which the key of a picture is sealed. */
export function pictureKeyPurpose(id: string): string {
  return `picture key ${id}`;
}
