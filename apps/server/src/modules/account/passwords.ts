import { hash, verify } from '@node-rs/argon2';
import { keepsPolicy, type PasswordPolicy } from '@meridian/contract/account/password-policy';
import { Refusal } from '../../gateway/refusal.ts';
import { Turns } from '../../turns.ts';
import { isBreached, isBreachedWithTail } from './breached-passwords.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * OWASP's recommendation for Argon2id (the library's default kind): 19 MiB, two passes, one lane.
 * Computed in libuv's pool, off the event loop.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at a time leave threads to pictures and files; some seconds' worth may wait. */
const HASHES = new Turns({ most: 2, mostWaiting: 120 });

/** A hash of an impossible password: verifying against it takes as long as against a real one. */
let nobodysHash: string | undefined;

export function hashPassword(password: string): Promise<string> {
  return HASHES.take(() => hash(password, COST));
}

/**
 * Whether the password is right. False for an unknown account (`stored` undefined), after the same
 * time.
 */
export async function isPasswordRight(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  nobodysHash ??= await hashPassword('\u0000');
  const against = stored ?? nobodysHash;
  const isRight = await HASHES.take(() => verify(against, password));
  return isRight && stored !== undefined;
}

/**
 * Refuses a new password that breaks the policy, or is a common or breached one, also with a number
 * or a mark at its end.
 */
export function checkNewPassword(
  policy: PasswordPolicy,
  password: string,
  repeated = password,
  repeatedField = 're_password',
): void {
  const { least, most, letters_and_digits } = policy;
  if (!keepsPolicy(password, policy))
    throw new Refusal(letters_and_digits === 1 ? 'password_invalid' : 'password_length', {
      field: 'password',
      least,
      most,
    });
  if (
    COMMON_PASSWORDS.has(password.toLowerCase()) ||
    isBreached(password) ||
    isBreachedWithTail(password)
  )
    throw new Refusal('password_common', { field: 'password' });
  if (password !== repeated) throw new Refusal('passwords_differ', { field: repeatedField });
}
