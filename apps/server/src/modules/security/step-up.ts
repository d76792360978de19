import type { StepUpMethod } from '@meridian/contract/security/calls';
import type { Origin } from '../../gateway/access.ts';
import type { Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { WRONG_PROOFS } from '../account/account-services.ts';
import { findById } from '../account/accounts.ts';
import { isPasswordRight } from '../account/passwords.ts';
import type { SecurityServices } from './security-services.ts';

interface Proof {
  readonly method: StepUpMethod;
  readonly value: string;
  readonly ticket?: string;
  readonly origin: string;
}

/**
 * The proof that the owner of an account is still there. Promises that who has a second factor is
 * asked for it, that guessing is slowed as at the login and told to the owner, and that nothing is
 * told of what was wrong.
 */
export class StepUp {
  readonly #services: Omit<SecurityServices, 'access'>;

  constructor(services: Omit<SecurityServices, 'access'>) {
    this.#services = services;
  }

  /**
   * What this account proves itself with: its second factors, or its passwords while it has none.
   */
  async methodsOf(user: number): Promise<StepUpMethod[]> {
    const { authenticators, passkeys, fundPasswords } = this.#services;
    const [hasTotp, keys, fund] = await Promise.all([
      authenticators.isInUse(user),
      passkeys.list(user),
      fundPasswords.state(user),
    ]);
    const strong: StepUpMethod[] = [
      ...(keys.length > 0 ? ['passkey' as const] : []),
      ...(hasTotp ? ['totp' as const] : []),
    ];
    if (strong.length > 0) return strong;
    return fund.isSet && !fund.isLocked ? ['password', 'fund_password'] : ['password'];
  }

  /** Refuses unless the proof is right. */
  async prove({ user, session }: Session, proof: Proof, from: Origin): Promise<void> {
    if (!(await this.methodsOf(user)).includes(proof.method))
      throw new Refusal('step_up_method', { field: 'method' });
    const { delays, securityLog } = this.#services;
    const attempt = { name: String(user), address: session };
    const seconds = await delays.attempt(attempt);
    if (seconds > 0) throw new Refusal('login_delayed', { seconds });
    let isRecovered = false;
    try {
      isRecovered = await this.#check(user, proof);
    } catch (error) {
      if (error instanceof Refusal && WRONG_PROOFS.has(error.code))
        await securityLog.record(user, 'step_up_failed', from);
      throw error;
    }
    await delays.succeeded(attempt);
    if (isRecovered)
      await securityLog.change(user, {
        kind: 'recovery_code_used',
        origin: from,
        make: () => Promise.resolve(),
      });
  }

  /** Whether a recovery code was the proof. */
  async #check(user: number, { method, value, ticket, origin }: Proof): Promise<boolean> {
    const { queries, authenticators, passkeys, fundPasswords } = this.#services;
    switch (method) {
      case 'password': {
        const { password_hash } = await findById(queries, user);
        if (!(await isPasswordRight(password_hash, value)))
          throw new Refusal('password_wrong', { field: 'value' });
        return false;
      }
      case 'fund_password':
        await fundPasswords.require(user, value);
        return false;
      case 'totp': {
        const factor = await authenticators.take(user, value);
        if (factor === undefined) throw new Refusal('second_factor_wrong', { field: 'value' });
        return factor === 'recovery';
      }
      case 'passkey':
        await passkeys.prove('step_up', { ticket: ticket ?? '', credential: value, origin }, user);
        return false;
    }
  }
}
