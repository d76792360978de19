import { ApiError, UNREACHABLE, TIMED_OUT } from './api-error.ts';
import type { CallName, Input, MoneyCallName, Output, PlainCallName } from './named-calls.ts';

/** Reason of a failure without a message of the server. */
export type Failure = 'network' | 'server' | 'timeout' | 'unknown';
/** The text of a failure, for people. */
export type FailureText = (failure: Failure) => string;

export interface Sending {
  readonly failureText: FailureText;
  /** Milliseconds after which a call without an answer is aborted. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Parameters of the URL besides the input. */
  readonly query?: Readonly<Record<string, string>>;
  /** The file of a call that takes one as its body. */
  readonly file?: File | undefined;
  /** For calls that the contract declares so: the answer is the output itself. */
  readonly envelope?: 'bare' | undefined;
  /** Called with each response, before its body is read. */
  readonly onResponse?: (response: Response) => void;
}

/**
 * Makes a call of the contract that moves no money, and returns its output. Throws `ApiError`; an
 * `AbortError` where `signal` ended the call.
 */
export function sendCall<N extends PlainCallName>(
  name: N,
  input: Input<N>,
  sending: Sending,
): Promise<Output<N>> {
  return sendNamed(name, input, sending);
}

/**
 * The same for a call that moves money. Requests with one key take effect once, so the key stays
 * that of the intention until the server has answered.
 */
export function sendMoneyCall<N extends MoneyCallName>(
  name: N,
  input: Input<N>,
  { idempotencyKey, headers, ...sending }: Sending & { readonly idempotencyKey: string },
): Promise<Output<N>> {
  return sendNamed(name, input, {
    ...sending,
    headers: { ...headers, 'idempotency-key': idempotencyKey },
  });
}

async function sendNamed<N extends CallName>(
  name: N,
  input: Input<N>,
  { failureText, timeoutMs, headers = {}, signal, query, file, envelope, onResponse }: Sending,
): Promise<Output<N>> {
  const [method = 'GET', path = ''] = name.split(' ');
  const fields = fieldsOf(input as Record<string, unknown>);
  const isGet = method === 'GET';
  const parameters = new URLSearchParams([
    ...(isGet ? fields : []),
    ...Object.entries(query ?? {}),
  ]);
  const limit = AbortSignal.timeout(timeoutMs);
  const response = await send(
    parameters.size === 0 ? path : `${path}?${parameters}`,
    {
      method,
      headers,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...(isGet ? {} : { body: file === undefined ? fields : formOf(file) }),
    },
    failureText,
  );
  onResponse?.(response);
  return (await readAnswer(response, failureText, envelope)) as Output<N>;
}

/** `fetch` with the errors of `sendCall`. */
export async function send(
  url: string,
  request: RequestInit,
  failureText: FailureText,
): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    throw interrupted(error, failureText) ?? unreachable('network', failureText);
  }
}

/** The answer's `message`, or the whole answer of a bare call. Throws `ApiError`. */
export async function readAnswer(
  response: Response,
  failureText: FailureText,
  envelope?: 'bare',
): Promise<unknown> {
  const body: unknown = await response.json().catch((error: unknown) => {
    throw interrupted(error, failureText) ?? unreachable('server', failureText);
  });
  if (typeof body !== 'object' || body === null) throw unreachable('server', failureText);
  const { type, code, message } = body as {
    type?: string;
    code?: string | number;
    message?: unknown;
  };
  if (type === 'ok') return envelope === 'bare' ? body : message;
  if (type === undefined && code === 1) return body;
  throw new ApiError(
    typeof message === 'string' && message !== '' ? message : failureText('unknown'),
    {
      type: String(type ?? 'error'),
      code: String(code ?? 'unknown'),
      status: response.status,
      waitSeconds: Number(response.headers.get('retry-after') ?? 0),
    },
  );
}

function fieldsOf(input: Readonly<Record<string, unknown>>): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) fields.set(name, String(value as string | number));
  return fields;
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

/** The error of a call that ended on this side: its caller aborted it, or it took too long. */
function interrupted(error: unknown, failureText: FailureText): Error | undefined {
  if (!(error instanceof DOMException)) return undefined;
  if (error.name === 'AbortError') return error;
  return error.name === 'TimeoutError'
    ? new ApiError(failureText('timeout'), { code: TIMED_OUT })
    : undefined;
}

function unreachable(failure: 'network' | 'server', failureText: FailureText): ApiError {
  return new ApiError(failureText(failure), { code: UNREACHABLE });
}
