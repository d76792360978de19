import type { Static, TObject, TSchema } from 'typebox';

/** Who may make a call: anybody; anybody, knowing the session if there is one; or only with a valid session. */
export type CallAccess = 'public' | 'optional' | 'private';

/**
 * One HTTP call of the contract: the single source of its validation, its TypeScript types and its OpenAPI entry.
 * The input is the query of a GET and the body (form or JSON) of a POST.
 */
export interface Call<Input extends TObject = TObject, Output extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: CallAccess;
  /** The area it belongs to: `account`, `market`, `spot`, `wallet`, `news`, `site`, `demo`. */
  readonly area: string;
  readonly summary: string;
  readonly input: Input;
  /** Schema of `message`; of the whole answer where `envelope` is `bare`. */
  readonly output: Output;
  /** `message` (default): `{type: 'ok', message: <output>}`. `bare`: the answer is the output itself. */
  readonly envelope?: 'message' | 'bare';
  /** Whether it moves money: such a call takes an `Idempotency-Key` header. */
  readonly money?: boolean;
}

/** Keeps the exact type, so that a handler of a `private` call knows that there is a session. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

export type CallInput<C extends Call> = Static<C['input']>;
export type CallOutput<C extends Call> = Static<C['output']>;
