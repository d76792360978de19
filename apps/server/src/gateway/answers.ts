import { ERRORS, type ErrorCode, type ErrorParams } from '@meridian/contract/errors';
import type { Language } from '@meridian/contract/languages';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { Fault } from '../fault.ts';
import { textOf } from '../texts.ts';
import { Refusal } from './refusal.ts';

/** The form of an error on the wire. */
export interface ErrorAnswer {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type_unsupported',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_malformed',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
/**
 * SQLSTATE classes of a database that is not there: connection, resources, operator intervention.
 * And Node's own.
 */
const DATABASE_DOWN = /^(?:08|53|57P|ECONN|EPIPE|ENOENT$)/;

/**
 * The code of the catalogue for anything that was thrown. An unknown error is a bug:
 * `internal_error`.
 */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof Refusal) return { code: error.code, params: error.params };
  if (error instanceof Fault)
    return {
      code: error.code in ERRORS ? (error.code as ErrorCode) : 'internal_error',
      params: {},
    };
  const {
    code = '',
    statusCode = 500,
    message = '',
  } = (error ?? {}) as { code?: string; statusCode?: number; message?: string };
  const known = FRAMEWORK_CODES[code];
  if (known !== undefined) return { code: known, params: {} };
  if (DATABASE_DOWN.test(code) || message.startsWith('Connection terminated'))
    return { code: 'database_unavailable', params: {} };
  return {
    code: statusCode >= 400 && statusCode < 500 ? 'request_malformed' : 'internal_error',
    params: {},
  };
}

/** The body of an error answer: never a stack, a path or anything else that was thrown. */
export function errorBody({ code, params }: ErrorAnswer, language: Language): string {
  const { field } = params;
  return JSON.stringify({
    type: ERRORS[code].type,
    code,
    message: refusalText(code, language, params),
    ...(field === undefined ? {} : { field }),
  });
}

/** The text of a code, for people. */
export function refusalText(code: ErrorCode, language: Language, params: ErrorParams = {}): string {
  return textOf(language, `refusal.${code}`, { holdHours: WITHDRAWAL_HOLD_HOURS, ...params });
}
