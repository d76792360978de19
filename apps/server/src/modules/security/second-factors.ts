import type { SecondFactorName } from '@meridian/contract/security/second-factors';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type {
  ConfirmingFactors,
  FactorAnswer,
  FactorProof,
  SecondFactor,
} from '../account/account-services.ts';
import type { Authenticators } from './authenticators.ts';
import { factorsInUse } from './factors-in-use.ts';
import type { Passkeys } from './passkeys.ts';

/**
 * A login by password also needs any one of the account's second factors, its passkeys included, or
 * a recovery code. A withdrawal is confirmed by one of the factors.
 */
export class SecondFactors implements SecondFactor, ConfirmingFactors {
  readonly #authenticators: Authenticators;
  readonly #passkeys: Passkeys;

  constructor(authenticators: Authenticators, passkeys: Passkeys) {
    this.#authenticators = authenticators;
    this.#passkeys = passkeys;
  }

  async check(
    user: number,
    { code, ticket = '', credential, origin }: FactorProof,
  ): Promise<SecondFactorName | 'recovery' | undefined> {
    const factors = await this.methodsOf(user);
    if (factors.length === 0) return undefined;
    if (credential !== undefined) {
      if ((await this.#passkeys.prove('login', { ticket, credential, origin })) !== user)
        throw new Refusal('passkey_invalid', { field: 'credential' });
      return 'passkey';
    }
    if (code === undefined)
      throw factors.includes('totp')
        ? new Refusal('second_factor_required', { field: 'totp' })
        : new Refusal('passkey_required', { field: 'credential' });
    const factor = await this.#authenticators.take(user, code);
    if (factor === undefined) throw new Refusal('second_factor_wrong', { field: 'totp' });
    return factor;
  }

  methodsOf(user: number): Promise<SecondFactorName[]> {
    const [authenticators, passkeys] = [this.#authenticators, this.#passkeys];
    return factorsInUse({ authenticators, passkeys }, user);
  }

  askPasskey(user: number, ticket: string, origin: string): Promise<string> {
    return this.#passkeys.beginWithdrawal(user, ticket, origin);
  }

  async take(transaction: Queries, user: number, answer: FactorAnswer): Promise<void> {
    switch (answer.method) {
      case 'passkey':
        await this.#passkeys.prove('withdraw', answer, user, transaction);
        return;
      case 'totp':
        if (
          !(await this.#authenticators.takeTotp(user, answer.code.replace(/\s/g, ''), transaction))
        )
          throw new Refusal('second_factor_wrong', { field: 'value' });
    }
  }
}
