import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Passwords of published breaches, as the first five bytes of the SHA-256 of each (in lower case),
 * sorted: 49,193 of four characters and more. The source is the list of passwords in
 * `@zxcvbn-ts/language-common` 4.1.3 (MIT licence, Dan Wheeler, Dropbox and the zxcvbn-ts authors),
 * 49,233 in all. `scripts/make-breached-passwords.mjs` makes the file of that or of any longer
 * list. Two passwords share five bytes once in 2^40: a random password is refused by mistake once
 * in ten million.
 */
const HASHES = readFileSync(new URL('breached-passwords.bin', import.meta.url));
const BYTES = 5;

/**
 * Most characters at the end of a password that count as a tail: a number, a year, and a mark or
 * two.
 */
const LONGEST_TAIL = 7;
const TAIL = /^(?:[0-9]{1,2}|123|321|12345?|(?:19|20)[0-9]{2})?[!.?*@#$]{0,2}$/;
const LEAST_WORD = 4;

/** Whether a password is a breached one, in any case. */
export function isBreached(password: string): boolean {
  return isListed(password.normalize('NFC').toLowerCase());
}

/**
 * Whether a password is a breached one with a tail that policies make people add: `summer` and
 * `2025!`. Attackers try those next.
 */
export function isBreachedWithTail(password: string): boolean {
  const letters = Array.from(password.normalize('NFC').toLowerCase());
  for (let tail = 1; tail <= LONGEST_TAIL && letters.length - tail >= LEAST_WORD; tail++) {
    if (TAIL.test(letters.slice(-tail).join('')) && isListed(letters.slice(0, -tail).join('')))
      return true;
  }
  return false;
}

function isListed(text: string): boolean {
  const wanted = hash('sha256', text, 'buffer').subarray(0, BYTES);
  let [low, high] = [0, HASHES.length / BYTES];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = HASHES.compare(wanted, 0, BYTES, middle * BYTES, (middle + 1) * BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
