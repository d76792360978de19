import type { SecondFactorName } from '@meridian/contract/security/second-factors';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Access } from '../../gateway/access.ts';
import type { LiveView } from '../live-view.ts';
import type { Secrets } from '../../secrets.ts';
import type { DeviceTokens } from './device-tokens.ts';
import type { FreezeLinks } from './freeze-links.ts';
import type { LoginDelays } from './login-delays.ts';
import type { MessageLimits } from './message-limits.ts';
import type { Messenger } from './messenger.ts';
import type { SecurityLog } from './security-log.ts';
import type { VerificationCodes } from './verification-codes.ts';

/**
 * The proof beside a password: a code of the authenticator or a recovery code, or the answer of a
 * passkey to a ceremony of a login.
 */
export interface FactorProof {
  readonly code?: string | undefined;
  readonly ticket?: string | undefined;
  /** JSON. */
  readonly credential?: string | undefined;
  /** Origin of the page, as reported by the browser. */
  readonly origin: string;
}

/** The second factor at the login. */
export interface SecondFactor {
  /**
   * The factor that was right, undefined for an account without one. Without a proof it refuses
   * with `second_factor_required` (an authenticator is in use) or `passkey_required` (passkeys
   * only), otherwise with `second_factor_wrong` or `passkey_invalid`.
   */
  check(user: number, proof: FactorProof): Promise<SecondFactorName | 'recovery' | undefined>;
}

/** A second factor's confirmation of one certain request. */
export type FactorAnswer =
  | { readonly method: 'totp'; readonly code: string }
  | {
      readonly method: 'passkey';
      readonly ticket: string;
      readonly credential: string;
      readonly origin: string;
    };

/**
 * Refusals of a wrong proof. A guesser already has a session: tries are counted, and the owner is
 * notified.
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
  /** The factors of the account, strongest first. */
  methodsOf(user: number): Promise<readonly SecondFactorName[]>;
  /**
   * Begins a passkey challenge under a ticket of the caller's. Returns JSON of the options for the
   * browser.
   */
  askPasskey(user: number, ticket: string, origin: string): Promise<string>;
  /**
   * Verifies an answer and uses it up. Recovery codes are not accepted. Refuses with
   * `second_factor_wrong` or `passkey_invalid`.
   *
   * @param transaction of the confirmed request. It must be committed after a refusal too: a
   *   passkey's challenge is used once
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
  /** Delays of logins. */
  readonly loginDelays: LoginDelays;
  readonly live: LiveView;
  readonly engine: Pick<Engine, 'submit'>;
}
