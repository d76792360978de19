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
 * Milliseconds for which an operator's signature is valid at most: as long as a proposal of the
 * office waits. The signer refuses a signature that claims to be valid for longer.
 */
export const AGREED_FOR_MS = 72 * 3_600_000;
/** More signatures than any withdrawal needs; the rest are ignored. */
export const MOST_ASSERTIONS = 8;

/** An operator's valid signature. */
export interface Agreed {
  readonly operator: string;
  readonly credential: string;
  readonly proof: string;
}

/**
 * The exchange's question before it shows a withdrawal to an operator, and before it builds its
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
 * The signer's present view of a withdrawal. It is not binding: each request to sign is checked
 * anew.
 */
export interface AgreementAnswer {
  /** Number of operators that have to agree. */
  readonly needed: number;
  /** Operators that have agreed, each once. */
  readonly agreed: readonly string[];
  /** Reasons why the other signatures are invalid. */
  readonly refused: readonly string[];
  /** The text whose SHA-256 another operator would sign, and the expiry of that signature. */
  readonly terms: string;
  readonly expiresAtMs: number;
  /** Relying party of the credentials; '' where the policy has no operators. */
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

/**
 * The valid signatures of a withdrawal, one for each operator, and the reasons why the others are
 * invalid.
 */
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
