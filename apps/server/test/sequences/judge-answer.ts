import type { Call } from '@meridian/contract/schema/call';
import { ERRORS, type ErrorCode } from '@meridian/contract/errors';
import { successSchema } from '@meridian/contract/schema/openapi';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** An answer as it came. */
export interface WireAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const validators = new Map<Call, ReturnType<typeof Compile>>();

export function isSuccess({ status, body }: WireAnswer): boolean {
  return status === 200 && (body['type'] === 'ok' || body['code'] === 1);
}

/**
 * The fault of the answer, or undefined: never a 5xx; a success must fit the contract; any other
 * answer must have a code of the catalogue, its type and status, and a text.
 */
export function faultOf(call: Call, answer: WireAnswer): string | undefined {
  const { status, body } = answer;
  if (status >= 500) return `status ${status}`;
  if (isSuccess(answer)) {
    const validator = validators.get(call) ?? Compile(successSchema(call) as TSchema);
    validators.set(call, validator);
    return validator.Check(body)
      ? undefined
      : `not as the contract has it: ${JSON.stringify(validator.Errors(body)).slice(0, 500)}`;
  }
  const code = body['code'] as ErrorCode;
  if (!Object.hasOwn(ERRORS, code)) return `unknown code ${String(code)}`;
  const entry = ERRORS[code];
  if (body['type'] !== entry.type || status !== entry.status)
    return `${code} came as ${String(body['type'])} with status ${status}`;
  return typeof body['message'] === 'string' && body['message'].length > 0 ? undefined : 'no text';
}
