/**
 * Makes apps/server/src/modules/account/breached-passwords.bin from a list of passwords: one a
 * line, or a JSON array of strings. breached-passwords.ts names the source of the present file.
 *
 * node scripts/make-breached-passwords.mjs passwords.json
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const BYTES = 5;
const LEAST_LENGTH = 4;
const TARGET = new URL(
  '../apps/server/src/modules/account/breached-passwords.bin',
  import.meta.url,
);

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('node scripts/make-breached-passwords.mjs LIST');
const text = readFileSync(source, 'utf8');
const listed = source.endsWith('.json') ? JSON.parse(text) : text.split(/\r?\n/);
const passwords = new Set(
  listed
    .map((password) => password.normalize('NFC').toLowerCase())
    .filter((password) => [...password].length >= LEAST_LENGTH),
);
const hashes = [
  ...new Set(
    Array.from(passwords, (password) =>
      createHash('sha256')
        .update(password)
        .digest('hex')
        .slice(0, 2 * BYTES),
    ),
  ),
].sort();
writeFileSync(TARGET, Buffer.from(hashes.join(''), 'hex'));
process.stdout.write(
  `${listed.length} passwords, ${passwords.size} of ${LEAST_LENGTH} characters and more, ${hashes.length * BYTES} bytes\n`,
);
