import { translate } from '../i18n/translate.ts';
import { callHeaders, readAnswer } from './api-call.ts';
import { ApiError } from './api-error.ts';

/**
 * The lines of a public file, as they arrive. Whoever stops reading ends the download. Throws
 * `ApiError`, or what the signal was aborted with.
 */
export async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string> {
  const response = await unlessCut(fetch(path, { headers: callHeaders(), signal }), signal);
  if (!response.ok || response.body === null) {
    await readAnswer(response);
    throw new ApiError(translate('error.server'), { type: 'error', code: 'network' });
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

/** A line that breaks is the network's fault, an abort our own. */
async function unlessCut<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw signal.aborted
      ? error
      : new ApiError(translate('error.network'), { type: 'error', code: 'network' });
  }
}
