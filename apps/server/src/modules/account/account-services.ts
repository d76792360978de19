import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Access } from '../../gateway/access.ts';
import type { LiveView } from '../../live/live-view.ts';
import type { Secrets } from '../../secrets.ts';
import type { DeviceTokens } from './device-tokens.ts';
import type { FreezeLinks } from './freeze-links.ts';
import type { LoginDelays } from './login-delays.ts';
import type { MessageLimits } from './message-limits.ts';
import type { Messenger } from './messenger.ts';
import type { SecurityLog } from './security-log.ts';
import type { VerificationCodes } from './verification-codes.ts';

/**
 * What came with a password: a code of the authenticator or a recovery code, or the answer of a
 * passkey to a ceremony of a login.
 */
export interface FactorProof {
  readonly code?: string | undefined;
  readonly ticket?: string | undefined;
  /** JSON. */
  readonly credential?: string | undefined;
  /** Origin of the page, as the browser says it. */
  readonly origin: string;
}

/** The second factor at the login. */
export interface SecondFactor {
  /**
   * Which factor was right, undefined where the account has none. Without a proof it refuses with
   * `second_factor_required` (an authenticator is in use) or `passkey_required` (passkeys only),
   * otherwise with `second_factor_wrong` or `passkey_invalid`.
   */
  check(user: number, proof: FactorProof): Promise<'totp' | 'recovery' | 'passkey' | undefined>;
}

/** A second factor's answer to the question whether its owner wants one certain thing. */
export type FactorAnswer =
  | { readonly method: 'totp'; readonly code: string }
  | {
      readonly method: 'passkey';
      readonly ticket: string;
      readonly credential: string;
      readonly origin: string;
    };

/**
 * Refusals of what was shown and is wrong. Whoever guesses has a session already: tries are
 * counted, and the owner is told.
 */
export const WRONG_PROOFS: ReadonlySet<string> = new Set([
  'password_wrong',
  'fund_password_wrong',
  'code_wrong',
  'second_factor_wrong',
  'passkey_invalid',
]);

/** The second factors of an account, for the confirmation of a withdrawal. */
export interface ConfirmingFactors {
  /** Those that the account has, the stronger one first. */
  methodsOf(user: number): Promise<readonly FactorAnswer['method'][]>;
  /**
   * Asks the passkeys of an account under a ticket of the caller's. Returns JSON of the options for
   * the browser.
   */
  askPasskey(user: number, ticket: string, origin: string): Promise<string>;
  /**
   * Takes an answer, which is used up. No recovery code is one. Refuses with `second_factor_wrong`
   * or `passkey_invalid`.
   *
   * @param transaction of what it proves. It must be committed after a refusal too: a passkey's
   * question is asked once
   */
  take(transaction: Queries, user: number, answer: FactorAnswer): Promise<void>;
}

export interface AccountServices {
  readonly queries: Queries;
  readonly secrets: Secrets;
  readonly access: Access;
  readonly messenger: Messenger;
  readonly securityLog: SecurityLog;
  readonly freezeLinks: FreezeLinks;
  readonly secondFactor: SecondFactor;
  readonly codes: VerificationCodes;
  readonly limits: MessageLimits;
  readonly devices: DeviceTokens;
  /** Of logins. */
  readonly loginDelays: LoginDelays;
  readonly live: LiveView;
  readonly engine: Pick<Engine, 'submit'>;
}
