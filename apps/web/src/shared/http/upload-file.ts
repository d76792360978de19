import { translate } from '../i18n/translate.ts';
import { callHeaders, readAnswer } from './api-call.ts';
import { ApiError } from './api-error.ts';

interface UploadOptions {
  /** Share of the file that has been sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** A picture on a slow line takes its time; one that has not arrived by then is given up. */
const TIMEOUT_MS = 120_000;

/**
 * Sends one file to `/api/upload`. Gives the link to it. Throws `ApiError`, or what the signal was
 * aborted with.
 */
export async function uploadFile(
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  const body = new FormData();
  body.append('file', file);
  // `fetch` does not tell how far it is.
  const request = new XMLHttpRequest();
  request.open('POST', `/api/upload?timestamp=${Date.now()}`);
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
        reject(new ApiError(translate('error.network'), { type: 'error', code: 'network' })),
      );
      request.addEventListener('timeout', () =>
        reject(new ApiError(translate('error.timeout'), { type: 'error', code: 'timeout' })),
      );
      request.send(body);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
  return (await readAnswer(new Response(request.responseText))) as string;
}
