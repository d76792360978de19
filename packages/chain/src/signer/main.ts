import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootKey } from '../keys/derivation.ts';
import { LEAST_KEY_BYTES } from './approval.ts';
import { createKeystore, openKeystore } from './keystore.ts';
import { mistypedSettings } from './mistyped-settings.ts';
import { parsePolicy } from './policy.ts';
import { readSecretFile } from './secret-file.ts';
import { SignerLog } from './signer-log.ts';
import { SIGNER_SETTINGS } from './signer-settings.ts';
import { serveSigner } from './signer-server.ts';
import { Signer } from './signer.ts';

// The signer's process. It should run as a user of its own: no other user needs to read its folder.
//
// - SIGNER_DIR: keystore.json (encrypted mnemonic), policy.json (its rules), signed.jsonl (its log)
// - SIGNER_SOCKET: path of its socket; SIGNER_DIR/signer.sock unless set
// - SIGNER_PASSPHRASE_FILE: a file with the passphrase of the keystore
// - SIGNER_APPROVAL_KEY_FILE: a file with at least 32 bytes in hexadecimal, shared with the
//   exchange
// - SIGNER_CREATE: `1` creates a missing keystore with a new mnemonic
// - SIGNER_MNEMONIC_FILE: a file with the mnemonic for a new keystore, instead of a new one
// - SIGNER_ATTACHED: `1` ends the process at the end of its standard input, which the demo's server
//   holds open
//
// Secrets come from files that no other user may read, and from nowhere else: the environment of a
// process stays readable in /proc as long as it runs, even after it deletes its variables.

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

function secret(name: string): string {
  if (process.env[name] !== undefined)
    throw new Error(
      `${name} stands in the environment, where it can be read as long as the signer runs: put it into a file, and name that in ${name}_FILE`,
    );
  return readSecretFile(`${name}_FILE`, setting(`${name}_FILE`));
}

function note(line: object): void {
  process.stdout.write(`${JSON.stringify({ atMs: Date.now(), ...line })}\n`);
}

// Names of others are left to them: the server may be started from the same environment.
const own = Object.entries(process.env).filter(([name]) => name.toUpperCase().startsWith('SIGNER'));
const mistyped = mistypedSettings(Object.fromEntries(own), new Set(SIGNER_SETTINGS));
if (mistyped.length > 0) throw new Error(mistyped.join('; '));

const folder = setting('SIGNER_DIR');
const socket = process.env['SIGNER_SOCKET'] ?? path.join(folder, 'signer.sock');
const passphrase = secret('SIGNER_PASSPHRASE');
const approvalKey = Buffer.from(secret('SIGNER_APPROVAL_KEY'), 'hex');
if (approvalKey.length < LEAST_KEY_BYTES)
  throw new Error(`SIGNER_APPROVAL_KEY_FILE has at least ${LEAST_KEY_BYTES} bytes`);
const keystore = path.join(folder, 'keystore.json');
const given =
  process.env['SIGNER_MNEMONIC_FILE'] === undefined && process.env['SIGNER_MNEMONIC'] === undefined
    ? undefined
    : secret('SIGNER_MNEMONIC');
if (!existsSync(keystore) && process.env['SIGNER_CREATE'] === '1') {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  createKeystore(keystore, passphrase, given);
}
const policy = parsePolicy(readFileSync(path.join(folder, 'policy.json'), 'utf8'));
const log = new SignerLog(path.join(folder, 'signed.jsonl'));
const signer = new Signer({
  root: rootKey(openKeystore(keystore, passphrase)),
  policy,
  log,
  approvalKey,
  now: Date.now,
});
const server = await serveSigner({ signer, approvalKey, socket, now: Date.now, note });
note({ listening: socket, paused: log.paused() });

function end(): void {
  server.close(() => process.exit(0));
  setTimeout(() => process.exit(0), 1_000).unref();
}
if (process.env['SIGNER_ATTACHED'] === '1') process.stdin.on('end', end).resume();
process.on('SIGTERM', end).on('SIGINT', end);
