import { UPLOAD_RULES } from '@meridian/contract/identity/calls';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from './gateway/refusal.ts';
import { Turns } from './turns.ts';

/** Longest edge that is kept: enough to read a document. */
const LONGEST_EDGE = 2400;
const TIMEOUT_SECONDS = 10;

/**
 * One picture at a time, of the size that the limit allows a fifth of a second; behind it wait as
 * many as are done in seconds.
 */
const DECODES = new Turns({ most: 1, mostWaiting: 12 });

/** Pixels are decoded on libvips' threads; one at a time leaves the cores to trading. */
sharp.concurrency(1);

/**
 * The pixels of an uploaded file and nothing else of it, upright, not larger than needed, encoded
 * as `encode` says. Refuses with `picture_invalid` a file that is not of one of these types or
 * cannot be decoded, with `too_many_requests` where too many are decoded.
 */
export async function encodedAnew(
  file: Buffer,
  types: ReadonlySet<string>,
  encode: (picture: Sharp) => Sharp,
): Promise<Buffer> {
  const type = await fileTypeFromBuffer(file);
  if (type === undefined || !types.has(type.mime))
    throw new Refusal('picture_invalid', { field: 'file' });
  const picture = sharp(file, { limitInputPixels: UPLOAD_RULES.pixels, failOn: 'error', pages: 1 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true });
  return DECODES.take(async () => {
    try {
      return await encode(picture).toBuffer();
    } catch {
      throw new Refusal('picture_invalid', { field: 'file' });
    }
  });
}
