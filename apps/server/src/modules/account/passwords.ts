import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_LENGTH } from '@meridian/contract/account';
import { Refusal } from '../../gateway/refusal.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** OWASP's recommendation for Argon2id (the library's default kind): 19 MiB, two passes, one lane. Computed in libuv's pool, off the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of no password that anybody could have: verifying against it takes as long as against a real one. */
let nobodysHash: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether the password is right. Takes the same time where there is no such account (`stored` undefined): then it is not. */
export async function isPasswordRight(stored: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('\u0000');
  const isRight = await verify(stored ?? (await nobodysHash), password);
  return isRight && stored !== undefined;
}

/** Refuses a new password that breaks the policy: length, letters and digits both, not a common one. */
export function checkNewPassword(password: string, repeated: string, repeatedField = 're_password'): void {
  const length = [...password].length;
  const hasBoth = /\p{L}/u.test(password) && /[0-9]/.test(password);
  if (length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most || !hasBoth) throw new Refusal('password_invalid', { field: 'password' });
  if (COMMON_PASSWORDS.has(password.toLowerCase())) throw new Refusal('password_common', { field: 'password' });
  if (password !== repeated) throw new Refusal('passwords_differ', { field: repeatedField });
}
