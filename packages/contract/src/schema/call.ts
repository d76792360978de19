import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { Permission } from '../office/permissions.ts';

/**
 * Callers of a call. `public`: anybody. `optional`: anybody, with the session if there is one.
 * `private`: only with a valid session. `operator`: only operators.
 */
export type CallAccess = 'public' | 'optional' | 'private' | 'operator';

/**
 * Condition for the effect of an office's call. `proposal`: it is stored, and another operator
 * decides whether it happens. `decision`: it is a second person's decision on the request of a
 * customer or an operator. `free`: one person suffices, for the given reason.
 */
export type Change = 'proposal' | 'decision' | { readonly free: string };

/** Answer to a proposal in place of the call's own output. */
export const Proposed = Type.Object({
  proposal: Type.Integer({ description: 'number of the proposal that waits for another operator' }),
});

/**
 * One HTTP call of the contract: the single source of its validation, its TypeScript types and its
 * OpenAPI entry. The input is the query of a GET and the body (form or JSON) of a POST.
 */
export interface Call<Input extends TObject = TObject, Output extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}` | `/office/api/${string}`;
  readonly access: CallAccess;
  /** The area's name, equal to its folder. */
  readonly area: string;
  readonly summary: string;
  readonly input: Input;
  /** Schema of `message`; of the whole answer if `envelope` is `bare` or `text`. */
  readonly output: Output;
  /**
   * `message` (default): `{type: 'ok', message: <output>}`. `bare`: the answer is the output
   * itself. `text`: the same, as plain text.
   */
  readonly envelope?: 'message' | 'bare' | 'text';
  /**
   * Permission that the operator needs; `any` for every operator. Only with access `operator`,
   * where it is required.
   */
  readonly permission?: Permission | 'any';
  /** Required for operators' calls that write, absent otherwise. */
  readonly change?: Change;
  /**
   * Whether it decides on another person's request, or on the operators who decide, see
   * `isDecision`. Only with access `operator`.
   */
  readonly decides?: boolean;
  /**
   * Whether it changes the operator's own credentials: it needs the code like a decision, but no
   * wait after joining. Only with access `operator`.
   */
  readonly asksCode?: boolean;
  /** Whether it moves money: such a call takes an `Idempotency-Key` header. */
  readonly money?: boolean;
  /** Whether a signature over its fields, in an `X-Signature` header, identifies the caller. */
  readonly signed?: boolean;
  /**
   * Whether the body is one file (multipart/form-data, field `file`), which the handler receives.
   */
  readonly multipart?: boolean;
  /**
   * Number of ordinary calls that it counts for in the limits of requests, if its work is that much
   * more; 1 by default.
   */
  readonly cost?: number;
  /**
   * Bytes of the largest body, for calls with long texts; 64 KB by default. Of a `multipart` call:
   * of its file, 4 MB by default.
   */
  readonly bodyBytes?: number;
}

/** Keeps the exact type, so that a handler of a `private` call has a session by its type. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/**
 * Whether a call decides. An operator who has just joined waits before such calls, and one with an
 * authenticator sends its code in an `X-Operator-Code` header.
 */
export function isDecision({ decides, change }: Call): boolean {
  return decides === true || change === 'decision';
}

/** A call that moves money. A client sends it under a key, one for each intention. */
export type MoneyCall = Call & { readonly money: true };
/** A call whose answer is its output, without an envelope. */
export type BareCall = Call & { readonly envelope: 'bare' };
/** A call whose body is one file. */
export type FileCall = Call & { readonly multipart: true };

export type CallInput<C extends Call> = Static<C['input']>;
export type CallOutput<C extends Call> = Static<C['output']>;
/** The answer to a caller: the number of a proposal, or the output if nobody else has to agree. */
export type CallAnswer<C extends Call> = C extends { readonly change: 'proposal' }
  ? CallOutput<C> | Static<typeof Proposed>
  : CallOutput<C>;
