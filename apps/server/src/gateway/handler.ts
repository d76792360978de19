import type { Call, CallInput, CallOutput } from '@meridian/contract/schema/call';
import type { Language } from '@meridian/contract/languages';
import type { Role } from '@meridian/contract/office/permissions';
import type { Queries } from '../database/database.ts';

/** The caller, as the session says. Never read from the input. */
export interface Session {
  readonly user: number;
  /** Id of the session row, for ending it. */
  readonly session: string;
}

/** An operator who is logged in. */
export interface OperatorSession {
  readonly operator: number;
  readonly role: Role;
  /** Id of the session row, for ending it. */
  readonly session: string;
  /**
   * The operator who proposed the action that this one now approves; undefined where there is none.
   */
  readonly proposer?: number;
}

/** An act of an operator, for the audit log. It never holds a secret. */
export interface AuditEntry {
  /** For example `user.freeze`. */
  readonly action: string;
  /** The thing that was acted on, for example `user 100000`. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /**
   * Written once an hour for the same operator, action and subject: for readings, which people
   * repeat.
   */
  readonly isHourly?: boolean;
}

/** Writes an entry of the caller. With the transaction of the change: both happen, or neither. */
export type Audit = (entry: AuditEntry, transaction?: Queries) => Promise<void>;

export interface CallContext<C extends Call> {
  readonly input: CallInput<C>;
  /** Present on `private` calls; present or not on `optional` ones. */
  readonly session: C['access'] extends 'private' ? Session : Session | undefined;
  /** Present on `operator` calls. */
  readonly operator: C['access'] extends 'operator' ? OperatorSession : undefined;
  /** Present on `operator` calls: every one that changes something must use it. */
  readonly audit: C['access'] extends 'operator' ? Audit : undefined;
  /** One of the six languages, already resolved from the `lang` header. */
  readonly language: Language;
  readonly idempotencyKey: string | undefined;
  readonly address: string;
  /** The name that the calling program gives itself: the User-Agent header, '' without one. */
  readonly userAgent: string;
  /** Origin of the page that calls: the Origin header of a browser, '' without one. */
  readonly origin: string;
  /** The X-Signature header of a `signed` call, '' without one. */
  readonly signature: string;
  readonly requestId: string;
  /** The file of a `multipart` call. */
  readonly file: C extends { multipart: true } ? Buffer : undefined;
}

/** Answers one call, or throws `Refusal` (a code of the catalogue) or `Fault`. */
export type Handler<C extends Call> = (
  context: CallContext<C>,
) => Promise<CallOutput<C>> | CallOutput<C>;

/**
 * Whether a change makes nothing looser than it is, so that one operator is enough. It looks at the
 * fields that the log would have, and only at plain ones.
 */
export type Tightens<C extends Call> = (change: {
  readonly input: CallInput<C>;
  readonly before: unknown;
  readonly after: unknown;
}) => boolean;

/** Stands before the handlers of calls that are proposals. */
export interface ProposalGate {
  /**
   * The handler that writes a proposal down instead; a change that only tightens happens at once.
   */
  guard<C extends Call>(call: C, handler: Handler<C>, tightens?: Tightens<C>): Handler<C>;
}

/** The gateway, at which modules register the calls that they answer. */
export interface CallRegistry {
  /**
   * Adds a call with its handler. Before the gateway listens, and once for each method and path.
   * The handler of a call that is a proposal writes to the log before it does anything, or in the
   * transaction in which it does all.
   * @param tightens of such a call: the changes that need no second operator; none where it is left
   * out
   */
  registerCall<C extends Call>(call: C, handler: Handler<C>, tightens?: Tightens<C>): void;
}
