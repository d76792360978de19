import { ApiError } from '@meridian/contract/client/api-error';
import type { FileCallName, Output } from '@meridian/contract/client/named-calls';
import { translate } from '../i18n/translate.ts';
import { sameSession } from '../session.ts';
import { callHeaders, readMessage, type PlainName } from './api-call.ts';

interface UploadOptions {
  /** Called with the share of the file that has been sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Timeout, long enough for a picture on a slow line. */
const TIMEOUT_MS = 120_000;

/** Uploads one file. Returns the link to it. Throws `ApiError`, or the signal's abort reason. */
export function uploadFile(file: File, options: UploadOptions): Promise<string> {
  return sendFile('POST /api/upload', file, options);
}

/**
 * The same for another call that takes one file and moves no money: it has no key. Returns the
 * message of its answer.
 */
export async function sendFile<N extends Extract<PlainName, FileCallName>>(
  name: N,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<Output<N>> {
  const isSame = sameSession();
  const path = name.slice('POST '.length);
  const body = new FormData();
  body.append('file', file);
  // `fetch` reports no progress.
  const request = new XMLHttpRequest();
  request.open('POST', `${path}?timestamp=${Date.now()}`);
  for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
  request.timeout = TIMEOUT_MS;
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total === 0 ? 0 : loaded / total),
  );
  const abort = (): void => request.abort();
  signal.addEventListener('abort', abort);
  try {
    await new Promise<void>((resolve, reject) => {
      request.addEventListener('load', () => resolve());
      request.addEventListener('abort', () => reject(signal.reason as Error));
      request.addEventListener('error', () =>
        reject(new ApiError(translate('error.network'), { code: 'network' })),
      );
      request.addEventListener('timeout', () =>
        reject(new ApiError(translate('error.timeout'), { code: 'timeout' })),
      );
      request.send(body);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
  return (await readMessage(new Response(request.responseText), isSame)) as Output<N>;
}
