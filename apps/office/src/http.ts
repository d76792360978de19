import type { Call, CallAnswer, CallInput } from '@meridian/contract/schema/call';
import type { DemoAccount } from '@meridian/contract/demo/calls';
import { askCode } from './code-prompt.ts';
import { sessionToken } from './session.ts';
import { askReason } from './shared/proposal-reason.ts';

// Only types of the contract travel into the bundle, never its schemas.
type Declarations = typeof import('@meridian/contract/acceptor/office') &
  typeof import('@meridian/contract/account/office') &
  typeof import('@meridian/contract/contest/office') &
  typeof import('@meridian/contract/custody/house') &
  typeof import('@meridian/contract/custody/office') &
  typeof import('@meridian/contract/faults/office') &
  typeof import('@meridian/contract/identity/office') &
  typeof import('@meridian/contract/margin/office') &
  typeof import('@meridian/contract/market/office') &
  typeof import('@meridian/contract/news/office') &
  typeof import('@meridian/contract/office/calls') &
  typeof import('@meridian/contract/office/operators') &
  typeof import('@meridian/contract/office/own-customers') &
  typeof import('@meridian/contract/office/proposals') &
  typeof import('@meridian/contract/payment/office') &
  typeof import('@meridian/contract/seconds/office') &
  typeof import('@meridian/contract/site/office') &
  typeof import('@meridian/contract/spot/office') &
  typeof import('@meridian/contract/wallet/office');
type OfficeCall = Extract<Declarations[keyof Declarations], Call>;
type NameOf<C> = C extends Call ? `${C['method']} ${C['path']}` : never;

/** Method and path of a call of the office: `GET /office/api/users`. */
export type CallName = NameOf<OfficeCall>;
type CallNamed<N extends CallName> = OfficeCall extends infer C
  ? C extends Call
    ? NameOf<C> extends N
      ? C
      : never
    : never
  : never;
export type Input<N extends CallName> = CallInput<CallNamed<N>>;
export type Output<N extends CallName> = CallAnswer<CallNamed<N>>;

/** Codes that end the session on this side. */
const SESSION_OVER_CODES = new Set(['operator_required', 'session_required', 'session_expired']);
/** A call that has not come back by then is given up. */
const TIMEOUT_MS = 15_000;

/**
 * Why a call gave nothing. `message` is for the operator, `code` is of the catalogue (`network`
 * where nothing came back).
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: string;
  /** After which a limit lets the call through; 0 where none stopped it. */
  readonly waitSeconds: number;

  constructor(message: string, code: string, waitSeconds = 0) {
    super(message);
    this.code = code;
    this.waitSeconds = waitSeconds;
  }
}

export function isSessionOver(error: unknown): boolean {
  return error instanceof CallError && SESSION_OVER_CODES.has(error.code);
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The one file that the calls take which take one. */
  readonly file?: File;
  /** Idempotency key of a call that moves money. */
  readonly key?: string;
}

/**
 * Makes a call of the contract and gives its `message`. Where the server wants the code of the
 * authenticator, the operator is asked for it and the call is made again, until it is right or they
 * give up; where the change waits for another operator and nothing says why, they are asked for the
 * reason. Throws `CallError`.
 */
export async function call<N extends CallName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  let code: string | undefined;
  let reason: string | undefined;
  for (;;) {
    try {
      return await callOnce(name, reason === undefined ? input : { ...input, reason }, {
        ...options,
        code,
      });
    } catch (error) {
      // The page of the login has a field for it.
      if (!(error instanceof CallError) || name === 'POST /office/api/login') throw error;
      if (error.code === 'proposal_reason_missing') {
        reason = await askReason();
        if (reason === undefined) throw new CallError('Nothing was proposed.', error.code);
        continue;
      }
      if (
        error.code !== 'second_factor_required' &&
        (error.code !== 'second_factor_wrong' || code === undefined)
      )
        throw error;
      code = await askCode(code === undefined ? '' : error.message);
      if (code === undefined)
        throw new CallError(
          'Nothing was done: it needs a code of your authenticator.',
          'second_factor_required',
        );
    }
  }
}

/**
 * The operators whom a visitor of a demo may be; none elsewhere. The pages themselves know no
 * password.
 */
export async function demoOperators(): Promise<readonly DemoAccount[]> {
  const answer = await fetch('/api/demo/accounts')
    .then(
      (response) => response.json() as Promise<{ type?: string; message?: readonly DemoAccount[] }>,
    )
    .catch(() => undefined);
  return answer?.type === 'ok'
    ? (answer.message ?? []).filter(({ purpose }) => purpose !== 'trades')
    : [];
}

async function callOnce<N extends CallName>(
  name: N,
  input: Input<N>,
  options: CallOptions & { readonly code: string | undefined },
): Promise<Output<N>> {
  const [method = 'GET', path = ''] = name.split(' ');
  const fields = fieldsOf(input as Record<string, unknown>);
  const token = sessionToken();
  const response = await send(method === 'GET' ? `${path}?${fields}` : path, {
    method,
    headers: {
      lang: 'en',
      ...(token === undefined ? {} : { authorization: token }),
      ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
      ...(options.code === undefined ? {} : { 'x-operator-code': options.code }),
    },
    signal: AbortSignal.any([
      AbortSignal.timeout(TIMEOUT_MS),
      ...(options.signal === undefined ? [] : [options.signal]),
    ]),
    ...(method === 'GET'
      ? {}
      : { body: options.file === undefined ? fields : formOf(options.file) }),
  });
  return (await read(response)) as Output<N>;
}

/**
 * The picture that a link leads to: links open for the session that asked for them. Throws
 * `CallError`.
 */
export async function fetchPicture(link: string, signal: AbortSignal): Promise<Blob> {
  const token = sessionToken();
  const response = await send(link, {
    headers: token === undefined ? {} : { authorization: token },
    signal,
  });
  if (!response.ok) throw new CallError('The link has expired.', 'route_not_found');
  return response.blob();
}

function fieldsOf(input: Record<string, unknown>): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null && value !== '')
      fields.set(name, String(value as string | number));
  return fields;
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    throw unreachable(error, 'The server cannot be reached. Check the connection and try again.');
  }
}

async function read(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch((error: unknown) => {
    throw unreachable(error, 'The server gave an answer that cannot be read. Try again.');
  });
  const { type, code, message } = (body ?? {}) as {
    type?: string;
    code?: string;
    message?: unknown;
  };
  if (type === 'ok') return message;
  throw new CallError(
    typeof message === 'string' && message !== ''
      ? message
      : 'The server refused this without a reason.',
    code ?? 'unknown',
    Number(response.headers.get('retry-after') ?? 0),
  );
}

/** Who aborted a call does not want to hear of it: that stays an `AbortError`. */
function unreachable(error: unknown, message: string): Error {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new CallError(message, 'network');
}
