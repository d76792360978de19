import { SECOND_FACTORS, type SecondFactorName } from '@meridian/contract/security/second-factors';
import type { Authenticators } from './authenticators.ts';
import type { Passkeys } from './passkeys.ts';

/** Stores of the second factors. */
export interface Factors {
  readonly authenticators: Pick<Authenticators, 'isInUse'>;
  readonly passkeys: Pick<Passkeys, 'list'>;
}

const IS_IN_USE: Readonly<
  Record<SecondFactorName, (factors: Factors, user: number) => Promise<boolean>>
> = {
  passkey: async ({ passkeys }, user) => (await passkeys.list(user)).length > 0,
  totp: ({ authenticators }, user) => authenticators.isInUse(user),
};

/** Second factors of an account, strongest first. */
export async function factorsInUse(factors: Factors, user: number): Promise<SecondFactorName[]> {
  const used = await Promise.all(SECOND_FACTORS.map((name) => IS_IN_USE[name](factors, user)));
  return SECOND_FACTORS.filter((_name, index) => used[index] === true);
}
