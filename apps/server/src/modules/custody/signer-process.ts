import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Signed, Unsigned } from '@meridian/chain/adapter';
import { ChainFault } from '@meridian/chain/chain-fault';
import type { KeyRef } from '@meridian/chain/chains';
import type { AgreementAnswer, AgreementQuestion } from '@meridian/chain/signer/agreement';
import type { Approval } from '@meridian/chain/signer/approval';
import type { OperatorAssertion } from '@meridian/chain/signer/operator-devices';
import { policyText, type SignerPolicy } from '@meridian/chain/signer/policy';
import type { Xpubs } from '@meridian/chain/signer/signer';
import { SignerClient } from '@meridian/chain/signer/signer-client';
import type { CustodySigner } from './custodian.ts';

/** Longer paths are not valid socket addresses. */
const LONGEST_SOCKET = 100;
const READY_WITHIN_MS = 20_000;
/** Milliseconds after which a signer counts as hanging: its callers must go on. */
const ANSWER_WITHIN_MS = 15_000;
const POLL_MS = 50;

export interface OwnSigner {
  readonly dataDir: string;
  /** Passphrase of an older data folder's keystore, from before it had a file of its own. */
  readonly olderPassphrase?: string;
  readonly policy: SignerPolicy;
}

/** A connection to the signer that reopens after a loss. Keys never come over it. */
export class SignerConnection implements CustodySigner {
  readonly #socket: string;
  readonly #approvalKey: Uint8Array;
  #client: SignerClient | undefined;

  constructor(socket: string, approvalKey: Uint8Array) {
    this.#socket = socket;
    this.#approvalKey = approvalKey;
  }

  sign(
    approval: Approval,
    unsigned: Unsigned,
    more: {
      readonly toKey?: KeyRef | undefined;
      readonly assertions?: readonly OperatorAssertion[];
    },
  ): Promise<Signed> {
    return this.#ask((client) => client.sign(approval, unsigned, more));
  }

  agreement(question: AgreementQuestion): Promise<AgreementAnswer> {
    return this.#ask((client) => client.agreement(question));
  }

  xpubs(): Promise<Xpubs> {
    return this.#ask((client) => client.xpubs());
  }

  pause(asset: string): Promise<void> {
    return this.#ask((client) => client.pause(asset));
  }

  resume(asset: string, nowMs: number): Promise<void> {
    return this.#ask((client) => client.resume(asset, nowMs));
  }

  close(): void {
    this.#client?.close();
  }

  async #ask<T>(question: (client: SignerClient) => Promise<T>): Promise<T> {
    const client = (this.#client ??= await SignerClient.connect(this.#socket, this.#approvalKey));
    // Closing rejects all pending questions with the fault that the signer went away.
    const timer = setTimeout(() => client.close(), ANSWER_WITHIN_MS);
    try {
      return await question(client);
    } catch (error) {
      // The next question opens a new connection.
      if (error instanceof ChainFault && this.#client === client) this.#client = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Starts the demo's own signer as a child process. It ends with the server, however the server
 * ends.
 */
export async function startOwnSigner({
  dataDir,
  olderPassphrase,
  policy,
}: OwnSigner): Promise<{ signer: SignerConnection; stop: () => Promise<void> }> {
  const folder = path.join(dataDir, 'signer');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder, 'policy.json'), policyText(policy), { mode: 0o600 });
  const isOlder = existsSync(path.join(folder, 'keystore.json'));
  const passphrase = ownSecret(
    path.join(folder, 'passphrase'),
    isOlder ? olderPassphrase : undefined,
  );
  const approvals = ownSecret(path.join(folder, 'approval-key'));
  const approvalKey = Buffer.from(readFileSync(approvals, 'utf8'), 'hex');
  const inside = path.join(folder, 'signer.sock');
  const socket =
    inside.length <= LONGEST_SOCKET
      ? inside
      : path.join(
          tmpdir(),
          `meridian-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}.sock`,
        );
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('@meridian/chain/signer/main'))],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        SIGNER_DIR: folder,
        SIGNER_SOCKET: socket,
        SIGNER_PASSPHRASE_FILE: passphrase,
        SIGNER_APPROVAL_KEY_FILE: approvals,
        SIGNER_CREATE: '1',
        SIGNER_ATTACHED: '1',
      },
    },
  );
  const signer = new SignerConnection(socket, approvalKey);
  const stop = (): Promise<void> => {
    signer.close();
    return end(child);
  };
  try {
    await ready(signer, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { signer, stop };
}

/**
 * A file with a random secret, created at the first start. Returns its path.
 * @param known the secret to write instead
 */
function ownSecret(file: string, known = randomBytes(32).toString('hex')): string {
  if (!existsSync(file)) writeFileSync(file, known, { mode: 0o600, flag: 'wx', flush: true });
  return file;
}

async function ready(signer: SignerConnection, child: ChildProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      await signer.xpubs();
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error('the signer did not start', { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
