import { ApiError, isStepUpWanted, SESSION_OVER } from '@meridian/contract/client/api-error';
import type {
  BareCallName,
  CustomerCallName,
  Input,
  MoneyCallName,
  Output,
} from '@meridian/contract/client/named-calls';
import { readAnswer, sendCall, type Failure } from '@meridian/contract/client/send-call';
import { translate } from '../i18n/translate.ts';
import { useLanguage } from '../i18n/language.ts';
import { noteServerDate } from '../server-clock.ts';
import { useSession } from '../session.ts';
import { askForStepUp } from '../step-up/ask-for-step-up.ts';
import type { IntentionKey } from './intentions.ts';

/** A call whose answer is bare takes a second argument: the type requires it. */
export type Envelope<N> = N extends BareCallName ? ['bare'] : [];
export type MoneyName = Extract<CustomerCallName, MoneyCallName>;
type PlainName = Exclude<CustomerCallName, MoneyCallName>;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * A call of the contract as a function: `apiCall('GET /api/user/info')`. If the server requires a
 * step-up, asks the user and repeats the call.
 */
export function apiCall<N extends PlainName>(name: N, ...[envelope]: Envelope<N>) {
  return (input: Input<N>, options: CallOptions = {}): Promise<Output<N>> =>
    makeCall(name, input, { ...options, envelope });
}

/** Makes a call that moves money: requests with the same key take effect once. */
export function callUnderKey<N extends MoneyName>(
  name: N,
  input: Input<N>,
  idempotencyKey: IntentionKey,
  ...[envelope]: Envelope<N>
): Promise<Output<N>> {
  return makeCall(name, input, { idempotencyKey, envelope });
}

async function makeCall<N extends CustomerCallName>(
  name: N,
  input: Input<N>,
  {
    signal,
    idempotencyKey,
    envelope,
  }: CallOptions & { idempotencyKey?: IntentionKey; envelope: 'bare' | undefined },
): Promise<Output<N>> {
  const attempt = (): Promise<Output<N>> =>
    noticingSessionOver(
      sendCall(name, input, {
        failureText,
        timeoutMs: TIMEOUT_MS,
        headers: callHeaders(idempotencyKey),
        query: { timestamp: String(Date.now()) },
        signal,
        envelope,
        onResponse: ({ headers }) => noteServerDate(headers.get('date')),
      }),
    );
  const { token } = useSession.getState();
  try {
    return await attempt();
  } catch (error) {
    // The call had no effect yet: after the step-up it is repeated under the same key.
    if (!isStepUpWanted(error) || !(await askForStepUp())) throw error;
    // Another person may have logged in meanwhile, in another tab: the wish was not theirs.
    if (useSession.getState().token !== token) throw error;
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
export function callHeaders(idempotencyKey?: IntentionKey): Record<string, string> {
  const { token } = useSession.getState();
  return {
    lang: useLanguage.getState(),
    ...(token === undefined ? {} : { authorization: token }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

/** The `message` of an answer to a file or picture request. Throws `ApiError`. */
export function readMessage(response: Response): Promise<unknown> {
  return noticingSessionOver(readAnswer(response, failureText));
}

async function noticingSessionOver<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.type === SESSION_OVER) sessionOverListener(error);
    throw error;
  }
}

/** The text for the user if the server's answer has none. */
function failureText(failure: Failure): string {
  return translate(`error.${failure}`);
}
