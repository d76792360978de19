import type { StepUpMethod } from '@meridian/contract/security/calls';
import type { Origin } from '../../gateway/access.ts';
import type { Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { WRONG_PROOFS } from '../account/account-services.ts';
import { findById } from '../account/accounts.ts';
import { isPasswordRight } from '../account/passwords.ts';
import { factorsInUse } from './factors-in-use.ts';
import type { SecurityServices } from './security-services.ts';

interface Proof {
  readonly method: StepUpMethod;
  readonly value: string;
  readonly ticket?: string;
  readonly origin: string;
}

/**
 * The proof that the owner of an account is still present. Promises that an account with a second
 * factor must prove one, that guessing is slowed as at the login and notified to the owner, and
 * that refusals do not reveal which part was wrong.
 */
export class StepUp {
  readonly #services: Omit<SecurityServices, 'access'>;

  constructor(services: Omit<SecurityServices, 'access'>) {
    this.#services = services;
  }

  /**
   * The accepted proofs of this account: its second factors, or its passwords while it has none.
   */
  async methodsOf(user: number): Promise<StepUpMethod[]> {
    const [factors, fund] = await Promise.all([
      factorsInUse(this.#services, user),
      this.#services.fundPasswords.state(user),
    ]);
    if (factors.length > 0) return factors;
    return fund.isSet && !fund.isLocked ? ['password', 'fund_password'] : ['password'];
  }

  /** Refuses a wrong proof. */
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

  /** Whether the proof was a recovery code. */
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
