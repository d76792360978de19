import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { Permission } from '../office/permissions.ts';

/**
 * Who may make a call: anybody; anybody, knowing the session if there is one; only with a valid
 * session; only an operator.
 */
export type CallAccess = 'public' | 'optional' | 'private' | 'operator';

/**
 * What has to happen before a call of the office takes effect. `proposal`: it is written down, and
 * another operator decides whether it happens. `decision`: it is a second person's word on what a
 * customer or an operator has asked for. `free`: one person is enough, and why.
 */
export type Change = 'proposal' | 'decision' | { readonly free: string };

/** What a proposal is answered with instead of the call's own output. */
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
  /** The area's name, as its folder. */
  readonly area: string;
  readonly summary: string;
  readonly input: Input;
  /** Schema of `message`; of the whole answer where `envelope` is `bare` or `text`. */
  readonly output: Output;
  /**
   * `message` (default): `{type: 'ok', message: <output>}`. `bare`: the answer is the output
   * itself. `text`: it is, as plain text.
   */
  readonly envelope?: 'message' | 'bare' | 'text';
  /**
   * What an operator must be allowed to make it; `any` operator where nothing is. Only with access
   * `operator`, and always.
   */
  readonly permission?: Permission | 'any';
  /** Of calls of operators that write, and always there. */
  readonly change?: Change;
  /**
   * Whether it decides on what somebody else asked for, or on who decides, see `isDecision`. Only
   * with access `operator`.
   */
  readonly decides?: boolean;
  /**
   * Whether it changes what proves who the operator is: it asks for the code in the same way,
   * nobody waits. Only with access `operator`.
   */
  readonly asksCode?: boolean;
  /** Whether it moves money: such a call takes an `Idempotency-Key` header. */
  readonly money?: boolean;
  /** Whether who makes it is known by a signature over its fields, in an `X-Signature` header. */
  readonly signed?: boolean;
  /** Whether the body is one file (multipart/form-data, field `file`), which the handler gets. */
  readonly multipart?: boolean;
  /**
   * How many ordinary calls it costs in the limits of requests, where its work is that much more
   * than theirs; 1 where nothing is said.
   */
  readonly cost?: number;
  /** Bytes of the largest body, for calls that take long texts; 64 KB where nothing is said. */
  readonly bodyBytes?: number;
}

/** Keeps the exact type, so that a handler of a `private` call knows that there is a session. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/**
 * Whether a call decides. Who has joined a short while ago waits before it, and who has an
 * authenticator sends its code in an `X-Operator-Code` header.
 */
export function isDecision({ decides, change }: Call): boolean {
  return decides === true || change === 'decision';
}

/** A call that moves money. A client sends it under a key, one for each intention. */
export type MoneyCall = Call & { readonly money: true };
/** A call that moves none. */
export type PlainCall = Call & { readonly money?: false };
/** A call whose answer is its output, with no envelope around it. */
export type BareCall = Call & { readonly envelope: 'bare' };

export type CallInput<C extends Call> = Static<C['input']>;
export type CallOutput<C extends Call> = Static<C['output']>;
/**
 * What a caller is told: of a proposal its number, or the output where nobody else has to agree.
 */
export type CallAnswer<C extends Call> = C extends { readonly change: 'proposal' }
  ? CallOutput<C> | Static<typeof Proposed>
  : CallOutput<C>;
