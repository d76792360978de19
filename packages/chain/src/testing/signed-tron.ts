import { bytesOf, decodeFields } from '../tron/protobuf.ts';

/** The parts of a signed transaction, as `encodeSigned` put them together. */
export function decodeSigned(hex: string): {
  readonly raw: Uint8Array;
  readonly signature: Uint8Array;
} {
  const fields = decodeFields(Buffer.from(hex, 'hex'));
  return { raw: bytesOf(fields, 1), signature: bytesOf(fields, 2) };
}
