import fastifyMultipart from '@fastify/multipart';
import { UPLOAD_RULES } from '@meridian/contract/identity/calls';
import type { Call } from '@meridian/contract/schema/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** Room for the frame of a multipart body around its file. */
const FRAME_BYTES = 64 * 1024;
const MAX_FIELDS = 10;
const MULTIPART = /^multipart\/form-data *;/i;

/** Bytes of the largest file of a multipart call. */
function fileBytes({ bodyBytes = UPLOAD_RULES.bytes }: Call): number {
  return bodyBytes;
}

/** Bytes of the largest multipart body of a call. */
export function uploadBodyLimit(call: Call): number {
  return fileBytes(call) + FRAME_BYTES;
}

/** Lets the routes of this scope, and no other, read multipart bodies of a call. */
export async function addMultipart(scope: FastifyInstance, call: Call): Promise<void> {
  const limits = {
    fileSize: fileBytes(call),
    files: 1,
    fields: MAX_FIELDS,
    parts: MAX_FIELDS + 1,
    fieldSize: 1024,
    headerPairs: 20,
  };
  await scope.register(fastifyMultipart, { limits, throwFileSizeLimit: true });
}

/**
 * The one file of a multipart body, field `file`. Its name and its claimed type are not looked at.
 */
export async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!MULTIPART.test(request.headers['content-type'] ?? ''))
    throw new Refusal('content_type_unsupported');
  let file: Buffer | undefined;
  try {
    for await (const part of request.files()) {
      // A part that is not used must still be read: the parser waits for it.
      const content = await part.toBuffer();
      if (part.fieldname === 'file') file = content;
    }
  } catch (error) {
    throw new Refusal(
      (error as { statusCode?: number }).statusCode === 413 ? 'body_too_large' : 'body_malformed',
    );
  }
  if (file === undefined || file.length === 0)
    throw new Refusal('field_missing', { field: 'file' });
  return file;
}
