import { ApiError, isStepUpWanted, SESSION_OVER } from '@meridian/contract/client/api-error';
import type {
  BareCallName,
  CustomerCallName,
  Input,
  MoneyCallName,
  Output,
  PlainCallName,
} from '@meridian/contract/client/named-calls';
import {
  readAnswer,
  sendCall,
  sendMoneyCall,
  type Failure,
  type Sending,
} from '@meridian/contract/client/send-call';
import { translate } from '../i18n/translate.ts';
import { useLanguage } from '../i18n/language.ts';
import { noteServerDate } from '../server-clock.ts';
import { sameSession, useSession } from '../session.ts';
import { askForStepUp } from '../step-up/ask-for-step-up.ts';
import type { IntentionKey } from './intentions.ts';

/** A call whose answer is bare takes a second argument: the type requires it. */
export type Envelope<N> = N extends BareCallName ? ['bare'] : [];
export type MoneyName = Extract<CustomerCallName, MoneyCallName>;
export type PlainName = Extract<CustomerCallName, PlainCallName>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Of a session that has not begun in this browser. */
  readonly token?: string;
}

/**
 * A call of the contract as a function: `apiCall('GET /api/user/info')`. If the server requires a
 * step-up, asks the user and repeats the call.
 */
export function apiCall<N extends PlainName>(name: N, ...[envelope]: Envelope<N>) {
  return (input: Input<N>, { signal, token }: CallOptions = {}): Promise<Output<N>> =>
    repeatedAfterStepUp(
      () => sendCall(name, input, { ...sendingNow(envelope, token), signal }),
      token,
    );
}

/** Makes a call that moves money: requests with the same key take effect once. */
export function callUnderKey<N extends MoneyName>(
  name: N,
  input: Input<N>,
  idempotencyKey: IntentionKey,
  ...[envelope]: Envelope<N>
): Promise<Output<N>> {
  return repeatedAfterStepUp(() =>
    sendMoneyCall(name, input, { ...sendingNow(envelope), idempotencyKey }),
  );
}

/** How each call of a customer is sent: without a token, with the session of this moment. */
function sendingNow(envelope: 'bare' | undefined, token?: string): Sending {
  return {
    failureText,
    timeoutMs: TIMEOUT_MS,
    headers: callHeaders(token),
    query: { timestamp: String(Date.now()) },
    envelope,
    onResponse: ({ headers }) => noteServerDate(headers.get('date')),
  };
}

async function repeatedAfterStepUp<T>(send: () => Promise<T>, token?: string): Promise<T> {
  const isSame = sameSession(token);
  const attempt = (): Promise<T> => noticingSessionOver(send(), isSame);
  try {
    return await attempt();
  } catch (error) {
    // The call had no effect yet: after the step-up it is repeated under the same key.
    if (!isStepUpWanted(error) || !(await askForStepUp())) throw error;
    // Another person may have logged in meanwhile, in another tab: the wish was not theirs.
    if (!isSame()) throw error;
    return attempt();
  }
}

/** Timeout of a call. */
const TIMEOUT_MS = 10_000;

type SessionOverListener = (error: ApiError) => void;
let sessionOverListener: SessionOverListener = () => undefined;

/** Sets the handler for the end of the session. The application sets it once, at boot. */
export function onSessionOver(listener: SessionOverListener): void {
  sessionOverListener = listener;
}

/** Headers with the caller's session, sent with every call. */
export function callHeaders(token = useSession.getState().token): Record<string, string> {
  return {
    lang: useLanguage.getState(),
    ...(token === undefined ? {} : { authorization: token }),
  };
}

/**
 * The `message` of an answer to a file or picture request. Throws `ApiError`.
 * @param isSame whether the session is that of the request
 */
export function readMessage(response: Response, isSame: () => boolean): Promise<unknown> {
  return noticingSessionOver(readAnswer(response, failureText), isSame);
}

/** A late answer tells of the session that its call was sent with, and not of one begun since. */
async function noticingSessionOver<T>(answer: Promise<T>, isSame: () => boolean): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.type === SESSION_OVER && isSame())
      sessionOverListener(error);
    throw error;
  }
}

/** The text for the user if the server's answer has none. */
function failureText(failure: Failure): string {
  return translate(`error.${failure}`);
}
