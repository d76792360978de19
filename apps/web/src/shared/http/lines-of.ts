import { ApiError } from '@meridian/contract/client/api-error';
import { translate } from '../i18n/translate.ts';
import { sameSession } from '../session.ts';
import { callHeaders, readMessage } from './api-call.ts';

/**
 * The lines of a public file, as they arrive. Ending the iteration ends the download. Throws
 * `ApiError`, or the signal's abort reason.
 */
export async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string> {
  const isSame = sameSession();
  const response = await unlessCut(fetch(path, { headers: callHeaders(), signal }), signal);
  if (!response.ok || response.body === null) {
    await readMessage(response, isSame);
    throw new ApiError(translate('error.server'), { code: 'network' });
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await unlessCut(reader.read(), signal);
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A broken connection is a network error, an abort our own. */
async function unlessCut<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw signal.aborted ? error : new ApiError(translate('error.network'), { code: 'network' });
  }
}
