import type { SecurityState } from '../../../shared/step-up/security-state.ts';

/** The bar has four steps of 25, and a word for its length. */
export const LEVEL_STEPS = [25, 50, 75, 100] as const;
export type LevelName = 'low' | 'intermediate' | 'high' | 'strong';

const NAMES: Readonly<Record<number, LevelName>> = {
  50: 'intermediate',
  75: 'high',
  100: 'strong',
};

/** Protections of an account, each set or not. The first two are second factors. */
export const PROTECTIONS = [
  'totp',
  'passkey',
  'fundPassword',
  'phone',
  'email',
  'antiPhishing',
] as const;
export type Protection = (typeof PROTECTIONS)[number];

/** Number of protections for the levels high and strong. */
const HIGH_FROM = 4;
const STRONG_FROM = 5;

type Secured = Pick<
  SecurityState,
  | 'hasTotp'
  | 'passkeys'
  | 'hasFundPassword'
  | 'isFundPasswordLocked'
  | 'phone'
  | 'email'
  | 'antiPhishingCode'
>;

export function protectionsOf(state: Secured): Readonly<Record<Protection, boolean>> {
  return {
    totp: state.hasTotp,
    passkey: state.passkeys.length > 0,
    fundPassword: state.hasFundPassword && !state.isFundPasswordLocked,
    phone: state.phone !== '',
    email: state.email !== '',
    antiPhishing: state.antiPhishingCode !== '',
  };
}

export function hasSecondFactor(state: Secured): boolean {
  const { totp, passkey } = protectionsOf(state);
  return totp || passkey;
}

/**
 * The security level of an account: by protections against intruders, not by the owner's identity.
 * Without a second factor the password alone opens the account, so no other protection raises the
 * level. (`level` of the wire is the specification's figure, which counts identity.)
 */
export function securityLevel(state: Secured): (typeof LEVEL_STEPS)[number] {
  if (!hasSecondFactor(state)) return 25;
  const count = Object.values(protectionsOf(state)).filter(Boolean).length;
  return count >= STRONG_FROM ? 100 : count >= HIGH_FROM ? 75 : 50;
}

export function levelName(level: number): LevelName {
  return NAMES[level] ?? 'low';
}
