/**
 * Lengths of passwords in code points: the least that an operator can ask for, and the most that is
 * taken.
 */
export const PASSWORD_LENGTH = { least: 6, most: 64 } as const;

/** What a new password must be. Operators set it; the server checks it; forms say it beforehand. */
export interface PasswordPolicy {
  readonly least: number;
  readonly most: number;
  /** 1: letters and digits both. */
  readonly letters_and_digits: 0 | 1;
}

/** Where nothing is set. */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  least: 8,
  most: PASSWORD_LENGTH.most,
  letters_and_digits: 1,
};

/** Whether a password is long enough, not too long, and has what the policy asks for. */
export function keepsPolicy(
  password: string,
  { least, most, letters_and_digits }: PasswordPolicy,
): boolean {
  const length = [...password].length;
  const hasBoth = /\p{L}/u.test(password) && /[0-9]/.test(password);
  return length >= least && length <= most && (letters_and_digits === 0 || hasBoth);
}
