import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serializeTransaction } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MOST_FEE } from '../chains.ts';
import type { Unsigned } from '../adapter.ts';
import { hotKey, sampleAddress, SAMPLE_MNEMONIC } from '../testing/sample-keys.ts';
import type { Approval } from './approval.ts';
import { BY_EXCHANGE_ALONE, policyText } from './policy.ts';
import { SignerClient } from './signer-client.ts';

// The signer as it runs: a process of its own, killed and started again.

const KEY = Buffer.alloc(32, 5);
const CUSTOMER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const GAS = 21_000n;
const PRICE = 10n ** 9n;
const FEE = GAS * PRICE;
const PASSPHRASE = 'correct horse battery';
let folder = '';
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'meridian-signer-'));
  // Two withdrawals, a hundred wei together.
  const limit = { perHour: 100n + 2n * FEE, perDay: 100n + 2n * FEE };
  const asset = {
    id: 'ETH',
    chain: 'ethereum',
    decimals: 18,
    dust: 0n,
    ...limit,
    ...BY_EXCHANGE_ALONE,
  } as const;
  writeFileSync(
    path.join(folder, 'policy.json'),
    policyText({
      ethereumChainId: 1,
      bitcoinNetwork: 'mainnet',
      assets: [asset],
      mostFee: { ...MOST_FEE, ethereum: 10n ** 17n },
      coldAddresses: [],
    }),
  );
});
afterEach(async () => {
  await kill();
  rmSync(folder, { recursive: true });
});

/** A file of its own for a secret. */
function secret(name: string, text: string, mode = 0o600): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

function start(
  passphrase = PASSPHRASE,
  more: NodeJS.ProcessEnv = {},
): Promise<{ ready: boolean; output: string }> {
  const files = {
    SIGNER_PASSPHRASE_FILE: secret('passphrase', `${passphrase}\n`),
    SIGNER_APPROVAL_KEY_FILE: secret('approval-key', KEY.toString('hex')),
    SIGNER_MNEMONIC_FILE: secret('words', SAMPLE_MNEMONIC),
  };
  const env = {
    PATH: process.env['PATH'],
    SIGNER_DIR: folder,
    ...files,
    SIGNER_CREATE: '1',
    ...more,
  };
  const started = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  child = started;
  return new Promise((resolve) => {
    let output = '';
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('"listening"')) resolve({ ready: true, output });
    };
    started.stdout.on('data', take);
    started.stderr.on('data', take);
    started.once('exit', () => resolve({ ready: false, output }));
  });
}

async function kill(): Promise<void> {
  const ended = child;
  child = undefined;
  if (ended === undefined || ended.exitCode !== null) return;
  const exit = new Promise((resolve) => ended.once('exit', resolve));
  ended.kill('SIGKILL');
  await exit;
}

const connect = (): Promise<SignerClient> =>
  SignerClient.connect(path.join(folder, 'signer.sock'), KEY);

function withdrawal(id: number, amount: bigint): [Approval, Unsigned] {
  const transaction = serializeTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: id,
    gas: GAS,
    maxFeePerGas: PRICE,
    maxPriorityFeePerGas: 1n,
    to: CUSTOMER,
    value: amount,
  });
  return [
    {
      id: `withdrawal:${id}`,
      kind: 'withdrawal',
      chain: 'ethereum',
      asset: 'ETH',
      to: CUSTOMER,
      amount: amount.toString(),
      maxFee: (10n ** 16n).toString(),
      attempt: 1,
      expiresAtMs: Date.now() + 60_000,
    },
    {
      chain: 'ethereum',
      from: sampleAddress(hotKey('ethereum')),
      key: hotKey('ethereum'),
      nonce: id,
      transaction,
    },
  ];
}

test('after kill -9 it knows what it signed, its limits and its pause', async () => {
  expect((await start()).ready).toBe(true);
  const client = await connect();
  const [approval, unsigned] = withdrawal(1, 60n);
  const { raw } = await client.sign(approval, unsigned);
  await client.pause('*');
  await kill();
  await expect(client.sign(approval, unsigned)).rejects.toMatchObject({ code: 'unreachable' });
  await expect(connect()).rejects.toMatchObject({ code: 'unreachable' });

  expect((await start()).ready).toBe(true);
  const again = await connect();
  await expect(again.sign(approval, unsigned)).rejects.toMatchObject({ reason: 'paused' });
  await again.resume('*', Date.now());
  expect((await again.sign(approval, unsigned)).raw).toBe(raw);
  await expect(again.sign(...withdrawal(2, 41n))).rejects.toMatchObject({ reason: 'over_limit' });
  await again.sign(...withdrawal(2, 40n));
  // The signer's own record has its signatures and its refusals.
  expect(readFileSync(path.join(folder, 'signed.jsonl'), 'utf8').trim().split('\n')).toHaveLength(
    4,
  );
  again.close();
});

test('a tampered transaction is refused with the reason, and the process goes on', async () => {
  await start();
  const client = await connect();
  const [approval] = withdrawal(1, 60n);
  const [, other] = withdrawal(1, 61n);
  await expect(client.sign(approval, other)).rejects.toMatchObject({ reason: 'wrong_amount' });
  await expect(
    client.sign(approval, { ...other, transaction: '0x02c0' } as Unsigned),
  ).rejects.toMatchObject({ reason: 'malformed' });
  await expect(
    client.sign(approval, JSON.parse('{"chain":"dogecoin"}') as Unsigned),
  ).rejects.toMatchObject({ reason: 'malformed' });
  expect((await client.status()).outflow).toMatchObject({
    ETH: { hour: '0', day: '0' },
    moves: { hour: '0', day: '0' },
  });
  client.close();
});

test('a second one beside it does not start', async () => {
  await start();
  const first = child;
  const { ready, output } = await start();
  expect([ready, output]).toEqual([false, expect.stringContaining('another signer listens')]);
  child = first;
  expect(await (await connect()).status()).toMatchObject({ paused: [] });
});

test('with a wrong passphrase it does not start, and says nothing of the keys', async () => {
  await start();
  await kill();
  const { ready, output } = await start('wrong horse battery');
  expect(ready).toBe(false);
  expect(output).toContain('does not open');
  expect(output).not.toContain('junk');
});

test('its environment, which others may look at, has no secret', async () => {
  expect((await start()).ready).toBe(true);
  const environment = readFileSync(`/proc/${child?.pid}/environ`, 'utf8');
  expect(environment).toContain('SIGNER_PASSPHRASE_FILE');
  for (const text of [PASSPHRASE, KEY.toString('hex'), SAMPLE_MNEMONIC])
    expect(environment).not.toContain(text);
});

test('a secret in the environment, or in a file that others may read, ends the start', async () => {
  const inEnvironment = await start(PASSPHRASE, { SIGNER_PASSPHRASE: PASSPHRASE });
  expect([inEnvironment.ready, inEnvironment.output]).toEqual([
    false,
    expect.stringContaining('SIGNER_PASSPHRASE_FILE'),
  ]);
  const readable = await start(PASSPHRASE, {
    SIGNER_APPROVAL_KEY_FILE: secret('open-key', KEY.toString('hex'), 0o640),
  });
  expect([readable.ready, readable.output]).toEqual([
    false,
    expect.stringContaining('others than its owner may read it'),
  ]);
  expect(readable.output).not.toContain(KEY.toString('hex'));
});

test('a mistyped name of a setting ends the start, before a keystore with other words is made', async () => {
  const { ready, output } = await start(PASSPHRASE, { SIGNER_MNEMONICS_FILE: '/x' });
  expect([ready, output]).toEqual([
    false,
    expect.stringContaining('is SIGNER_MNEMONIC_FILE meant?'),
  ]);
});
