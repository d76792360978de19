import { Refusal } from '../../gateway/refusal.ts';
import type { FactorProof, SecondFactor } from '../account/account-services.ts';
import type { Authenticators } from './authenticators.ts';
import type { Passkeys } from './passkeys.ts';

/** What a login by password needs besides: any one of the second factors that the account has, its passkeys included. */
export class SecondFactors implements SecondFactor {
  readonly #authenticators: Authenticators;
  readonly #passkeys: Passkeys;

  constructor(authenticators: Authenticators, passkeys: Passkeys) {
    this.#authenticators = authenticators;
    this.#passkeys = passkeys;
  }

  async check(
    user: number,
    { code, ticket = '', credential, origin }: FactorProof,
  ): Promise<'totp' | 'recovery' | 'passkey' | undefined> {
    const [hasTotp, passkeys] = await Promise.all([
      this.#authenticators.isInUse(user),
      this.#passkeys.list(user),
    ]);
    if (!hasTotp && passkeys.length === 0) return undefined;
    if (credential !== undefined) {
      if ((await this.#passkeys.prove('login', { ticket, credential, origin })) !== user)
        throw new Refusal('passkey_invalid', { field: 'credential' });
      return 'passkey';
    }
    if (!hasTotp) throw new Refusal('passkey_required', { field: 'credential' });
    if (code === undefined) throw new Refusal('second_factor_required', { field: 'totp' });
    const factor = await this.#authenticators.take(user, code);
    if (factor === undefined) throw new Refusal('second_factor_wrong', { field: 'totp' });
    return factor;
  }
}
