/**
 * Lengths of passwords in code points: the lowest minimum that an operator can set, and the longest
 * password accepted.
 */
export const PASSWORD_LENGTH = { least: 6, most: 64 } as const;

/**
 * Requirements of a new password. Operators set them, the server checks them, and forms show them
 * beforehand.
 */
export interface PasswordPolicy {
  readonly least: number;
  readonly most: number;
  /** 1: letters and digits both. */
  readonly letters_and_digits: 0 | 1;
}

/** The policy without settings. */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  least: 8,
  most: PASSWORD_LENGTH.most,
  letters_and_digits: 1,
};

/** Whether a password keeps the policy's lengths and classes of characters. */
export function keepsPolicy(
  password: string,
  { least, most, letters_and_digits }: PasswordPolicy,
): boolean {
  const length = [...password].length;
  const hasBoth = /\p{L}/u.test(password) && /[0-9]/.test(password);
  return length >= least && length <= most && (letters_and_digits === 0 || hasBoth);
}
