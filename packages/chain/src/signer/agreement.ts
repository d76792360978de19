import type { Chain } from '../chains.ts';
import {
  proofOf,
  verifyAssertion,
  type OperatorAssertion,
  type OperatorDevice,
} from './operator-devices.ts';
import type { SignerAsset, SignerPolicy } from './policy.ts';
import type { SignerLog } from './signer-log.ts';
import { challengeOf, termsText, type WithdrawalTerms } from './withdrawal-terms.ts';

/**
 * How long an operator's signature counts: as long as a proposal of the office waits. Nobody makes
 * one that counts for longer.
 */
export const AGREED_FOR_MS = 72 * 3_600_000;
/** Devices that answer for one withdrawal are few. */
export const MOST_ASSERTIONS = 8;

/** An operator's signature that counts. */
export interface Agreed {
  readonly operator: string;
  readonly credential: string;
  readonly proof: string;
}

/**
 * What the exchange asks before it shows a withdrawal to an operator, and before it builds its
 * transaction.
 */
export interface AgreementQuestion {
  readonly transfer: {
    readonly id: string;
    readonly chain: Chain;
    readonly asset: string;
    readonly to: string;
    readonly amount: string;
    readonly attempt: number;
  };
  readonly assertions: readonly OperatorAssertion[];
}

/**
 * What the signer would say of a withdrawal now. It binds nobody: a request to sign is looked at
 * anew.
 */
export interface AgreementAnswer {
  /** How many operators have to agree. */
  readonly needed: number;
  /** Who has, each once. */
  readonly agreed: readonly string[];
  /** Why the other signatures do not count. */
  readonly refused: readonly string[];
  /** What one more operator would sign the SHA-256 of, and how long that counts. */
  readonly terms: string;
  readonly expiresAtMs: number;
  /** Site of the credentials; '' where the policy has no operators. */
  readonly site: string;
  readonly devices: readonly Pick<OperatorDevice, 'operator' | 'credential'>[];
}

interface Judged {
  readonly terms: WithdrawalTerms;
  readonly asset: SignerAsset;
  readonly policy: SignerPolicy;
  readonly log: SignerLog;
  readonly nowMs: number;
}

/** The signatures that count for a withdrawal, one of each operator, and why the others do not. */
export function agreedBy(
  assertions: readonly OperatorAssertion[],
  { terms, asset, policy, log, nowMs }: Judged,
): { readonly agreed: readonly Agreed[]; readonly refused: readonly string[] } {
  const { operators } = policy;
  const agreed = new Map<string, Agreed>();
  const refused: string[] = [];
  for (const assertion of assertions.slice(0, MOST_ASSERTIONS)) {
    const { expiresAtMs } = assertion;
    if (operators === undefined) refused.push('the policy lists no devices');
    else if (!(expiresAtMs > nowMs) || expiresAtMs > nowMs + AGREED_FOR_MS)
      refused.push('a signature whose time is over, or that would count for too long');
    else {
      const device = verifyAssertion(
        assertion,
        challengeOf(termsText(terms, { asset, policy, expiresAtMs })),
        operators,
      );
      const proof = proofOf(assertion);
      const user = log.userOf(proof);
      if (typeof device === 'string') refused.push(device);
      else if (user !== undefined && user !== terms.id)
        refused.push(`a signature that was used for ${user}`);
      else
        agreed.set(device.operator, {
          operator: device.operator,
          credential: device.credential,
          proof,
        });
    }
  }
  return { agreed: [...agreed.values()], refused };
}
