import type {
  BareCall,
  Call,
  CallInput,
  CallOutput,
  MoneyCall,
  PlainCall,
} from '@meridian/contract/schema/call';
import { translate } from '../i18n/translate.ts';
import { useLanguage } from '../i18n/language.ts';
import { noteServerDate } from '../server-clock.ts';
import { useSession } from '../session.ts';
import { askForStepUp } from '../step-up/ask-for-step-up.ts';
import { ApiError, isStepUpWanted, SESSION_OVER } from './api-error.ts';
import type { IntentionKey } from './intentions.ts';

/**
 * Method and path of a call of the contract. Only its type travels into the bundle, never its
 * schema.
 */
export type CallAddress<C extends Call> = {
  readonly method: C['method'];
  readonly path: C['path'];
} & (C extends BareCall ? { readonly envelope: 'bare' } : { readonly envelope?: undefined });

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: IntentionKey;
}

/** Of calls that move money: what is sent under the same key happens once. */
type MoneyOptions = CallOptions & Required<Pick<CallOptions, 'idempotencyKey'>>;

/**
 * A call of the contract as a function. Where the server wants to know anew who is there, the
 * person is asked and the call made again. Give the contract's type and its address:
 * `apiCall<typeof userInfo>({method: 'GET', path: '/api/user/info'})`.
 */
export function apiCall<C extends PlainCall>(address: CallAddress<C>) {
  return (input: CallInput<C>, options: CallOptions = {}): Promise<CallOutput<C>> =>
    makeCall<C>(address, input, options);
}

/** Makes a call. What pages make is an `apiCall`, or a `moneyCall`, whose key this asks for. */
export function makeCall<C extends MoneyCall>(
  address: CallAddress<C>,
  input: CallInput<C>,
  options: MoneyOptions,
): Promise<CallOutput<C>>;
export function makeCall<C extends PlainCall>(
  address: CallAddress<C>,
  input: CallInput<C>,
  options: CallOptions,
): Promise<CallOutput<C>>;
export async function makeCall<C extends Call>(
  { method, path, envelope }: CallAddress<C>,
  input: CallInput<C>,
  options: CallOptions,
): Promise<CallOutput<C>> {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(input as Record<string, unknown>))
    if (value !== undefined) fields.set(name, String(value as string | number));
  const attempt = async (): Promise<CallOutput<C>> => {
    const query = new URLSearchParams({
      ...(method === 'GET' ? Object.fromEntries(fields) : {}),
      timestamp: String(Date.now()),
    });
    const response = await send(`${path}?${query}`, {
      method,
      headers: callHeaders(options),
      ...(method === 'POST' ? { body: fields } : {}),
      signal: limited(options.signal),
    });
    return (await readAnswer(response, envelope)) as CallOutput<C>;
  };
  try {
    return await attempt();
  } catch (error) {
    // Nothing was done: it is done, under the same key, when the person has proven that it is them.
    if (!isStepUpWanted(error) || !(await askForStepUp())) throw error;
    return attempt();
  }
}

/** A call that has not come back by then is given up. */
const TIMEOUT_MS = 10_000;

type SessionOverListener = (error: ApiError) => void;
let sessionOverListener: SessionOverListener = () => undefined;

/**
 * What happens when the server says that the session is over. The application sets it once, at
 * boot.
 */
export function onSessionOver(listener: SessionOverListener): void {
  sessionOverListener = listener;
}

/** What every call says about who makes it. */
export function callHeaders({ idempotencyKey }: CallOptions = {}): Record<string, string> {
  const { token } = useSession.getState();
  return {
    lang: useLanguage.getState(),
    ...(token === undefined ? {} : { authorization: token }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

function limited(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  return signal === undefined ? limit : AbortSignal.any([signal, limit]);
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, request);
    noteServerDate(response.headers.get('date'));
    return response;
  } catch (error) {
    throw interrupted(error) ?? unreachable('error.network');
  }
}

/** The answer's `message`, or the whole answer where the call's is bare. Throws `ApiError`. */
export async function readAnswer(response: Response, envelope?: 'bare'): Promise<unknown> {
  const body: unknown = await response.json().catch((error: unknown) => {
    throw interrupted(error) ?? unreachable('error.server');
  });
  if (typeof body !== 'object' || body === null) throw unreachable('error.server');
  const { type, code, message } = body as {
    type?: string;
    code?: string | number;
    message?: unknown;
  };
  if (type === 'ok') return envelope === 'bare' ? body : message;
  if (type === undefined && code === 1) return body;
  const error = new ApiError(
    typeof message === 'string' && message !== '' ? message : translate('error.unknown'),
    {
      type: String(type ?? 'error'),
      code: String(code ?? 'unknown'),
      status: response.status,
      waitSeconds: Number(response.headers.get('retry-after') ?? 0),
    },
  );
  if (error.type === SESSION_OVER) sessionOverListener(error);
  throw error;
}

/**
 * What ended a call from our side: who asked does not want it any more (as it is), or it took too
 * long.
 */
function interrupted(error: unknown): Error | undefined {
  if (!(error instanceof DOMException)) return undefined;
  if (error.name === 'AbortError') return error;
  return error.name === 'TimeoutError'
    ? new ApiError(translate('error.timeout'), { type: 'error', code: 'timeout' })
    : undefined;
}

function unreachable(text: 'error.network' | 'error.server'): ApiError {
  return new ApiError(translate(text), { type: 'error', code: 'network' });
}
