/**
 * Second factors of an account, strongest first. Each proves its owner at the login, in a step-up
 * and for a withdrawal; a type or a `Record` over them refuses to build where one is missing.
 */
export const SECOND_FACTORS = ['passkey', 'totp'] as const;
export type SecondFactorName = (typeof SECOND_FACTORS)[number];

export function isSecondFactor(method: string): method is SecondFactorName {
  return (SECOND_FACTORS as readonly string[]).includes(method);
}
