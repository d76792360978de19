import { ApiError } from '@meridian/contract/client/api-error';
import type {
  Input,
  MoneyCallName,
  OfficeCallName,
  Output,
  PlainCallName,
} from '@meridian/contract/client/named-calls';
import {
  send,
  sendCall,
  sendMoneyCall,
  type Failure,
  type Sending,
} from '@meridian/contract/client/send-call';
import type { DemoAccount } from '@meridian/contract/demo/calls';
import { askCode } from './code-prompt.ts';
import { sessionToken } from './session.ts';
import { askReason } from './shared/proposal-reason.ts';

/** Codes that end the session in this application. */
const SESSION_OVER_CODES = new Set(['operator_required', 'session_required', 'session_expired']);
/** Timeout of a call. */
const TIMEOUT_MS = 15_000;

const FAILURES: Readonly<Record<Failure, string>> = {
  network: 'The server cannot be reached. Check the connection and try again.',
  timeout: 'The server cannot be reached. Check the connection and try again.',
  server: 'The server gave an answer that cannot be read. Try again.',
  unknown: 'The server refused this without a reason.',
};
const failureText = (failure: Failure): string => FAILURES[failure];

export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && SESSION_OVER_CODES.has(error.code);
}

export type MoneyName = Extract<OfficeCallName, MoneyCallName>;
type PlainName = Extract<OfficeCallName, PlainCallName>;

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The file, for calls that take one. */
  readonly file?: File;
}

/**
 * Makes a call of the contract and returns its `message`. If the server wants the authenticator's
 * code, asks the operator and repeats the call until the code is right or the operator gives up; if
 * the change needs a proposal and has no reason, asks for the reason. Throws `ApiError`.
 */
export function call<N extends PlainName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  return asOftenAsAsked(name, input, (asked, sending) =>
    sendCall(name, asked, { ...sending, ...options }),
  );
}

/** The same for a call that moves money, under the key of what the operator means to do. */
export function callUnderKey<N extends MoneyName>(
  name: N,
  input: Input<N>,
  idempotencyKey: string,
): Promise<Output<N>> {
  return asOftenAsAsked(name, input, (asked, sending) =>
    sendMoneyCall(name, asked, { ...sending, idempotencyKey }),
  );
}

async function asOftenAsAsked<N extends OfficeCallName>(
  name: N,
  input: Input<N>,
  sendOnce: (input: Input<N>, sending: Sending) => Promise<Output<N>>,
): Promise<Output<N>> {
  let code: string | undefined;
  let reason: string | undefined;
  for (;;) {
    try {
      return await sendOnce(
        filled(reason === undefined ? input : { ...input, reason }),
        sendingNow(code),
      );
    } catch (error) {
      // The login page has a field of its own for the code.
      if (!(error instanceof ApiError) || name === 'POST /office/api/login') throw error;
      if (error.code === 'proposal_reason_missing') {
        reason = await askReason();
        if (reason === undefined) throw new ApiError('Nothing was proposed.', error);
        continue;
      }
      if (
        error.code !== 'second_factor_required' &&
        (error.code !== 'second_factor_wrong' || code === undefined)
      )
        throw error;
      code = await askCode(code === undefined ? '' : error.message);
      if (code === undefined)
        throw new ApiError('Nothing was done: it needs a code of your authenticator.', {
          type: error.type,
          code: 'second_factor_required',
        });
    }
  }
}

/**
 * The operators that a visitor of a demo can log in as; none elsewhere. The pages contain no
 * password.
 */
export async function demoOperators(): Promise<readonly DemoAccount[]> {
  const accounts = await sendCall(
    'GET /api/demo/accounts',
    {},
    { failureText, timeoutMs: TIMEOUT_MS },
  ).catch(() => []);
  return accounts.filter(({ purpose }) => purpose !== 'trades');
}

/** How each call of an operator is sent, with the session of this moment. */
function sendingNow(code: string | undefined): Sending {
  return {
    failureText,
    timeoutMs: TIMEOUT_MS,
    headers: {
      lang: 'en',
      ...sessionHeader(),
      ...(code === undefined ? {} : { 'x-operator-code': code }),
    },
  };
}

function sessionHeader(): Record<string, string> {
  const token = sessionToken();
  return token === undefined ? {} : { authorization: token };
}

/**
 * Fetches the picture behind a link: a link opens only for the session that asked for it. Throws
 * `ApiError`.
 */
export async function fetchPicture(link: string, signal: AbortSignal): Promise<Blob> {
  const response = await send(link, { headers: sessionHeader(), signal }, failureText);
  if (!response.ok) throw new ApiError('The link has expired.', { code: 'route_not_found' });
  return response.blob();
}

/** Without the fields that a form left empty. */
function filled<T>(input: T): T {
  const entries = Object.entries(input as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== '')) as T;
}
