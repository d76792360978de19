/** For tests: a signer with a log of its own, and requests of the exchange. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serializeTransaction, type TransactionSerializableEIP1559 } from 'viem';
import { MOST_FEE } from '../chains.ts';
import type { Unsigned } from '../adapter.ts';
import { encodeTransfer } from '../ethereum/erc20.ts';
import { sealApproval, type Approval } from '../signer/approval.ts';
import {
  BY_EXCHANGE_ALONE,
  type SignerAsset,
  type SignerPolicy,
  type Tiers,
} from '../signer/policy.ts';
import { SignerRefusal } from '../signer/refusal.ts';
import { SignerLog } from '../signer/signer-log.ts';
import { Signer, type SignRequest } from '../signer/signer.ts';
import { hotKey, sampleAddress, sampleRoot } from './sample-keys.ts';

export const KEY = Buffer.alloc(32, 7);
export const DOLLAR = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const TRON_DOLLAR = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const CUSTOMER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const MINUTE = 60_000;

const assets: readonly Omit<SignerAsset, keyof Tiers>[] = [
  { id: 'ETH', chain: 'ethereum', decimals: 18, dust: 0n, perHour: 10n ** 19n, perDay: 10n ** 20n },
  {
    id: 'USDT.erc20',
    chain: 'ethereum',
    token: DOLLAR,
    decimals: 6,
    dust: 0n,
    perHour: 1_000_000_000n,
    perDay: 1_500_000_000n,
  },
  { id: 'BTC', chain: 'bitcoin', decimals: 8, dust: 1000n, perHour: 10n ** 8n, perDay: 10n ** 9n },
  {
    id: 'USDT.omni',
    chain: 'bitcoin',
    token: '31',
    decimals: 8,
    dust: 0n,
    perHour: 10n ** 12n,
    perDay: 10n ** 12n,
  },
  {
    id: 'USDT.trc20',
    chain: 'tron',
    token: TRON_DOLLAR,
    decimals: 6,
    dust: 0n,
    perHour: 10n ** 12n,
    perDay: 10n ** 12n,
  },
];
export const policy: SignerPolicy = {
  ethereumChainId: 1,
  bitcoinNetwork: 'regtest',
  assets: assets.map((asset) => ({ ...asset, ...BY_EXCHANGE_ALONE })),
  mostFee: { ...MOST_FEE, ethereum: 10n ** 17n, bitcoin: 1_000_000n, tron: 200_000_000n },
  coldAddresses: ['0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  fees: { tron: { perHour: 100_000_000n, perDay: 1_000_000_000n } },
  moves: { perHour: 5n, perDay: 8n },
};

export const folder = mkdtempSync(path.join(tmpdir(), 'meridian-signer-'));
/** The signer's time; tests advance it. */
export const clock = { nowMs: 0 };
export let signer: Signer;
export let log: SignerLog;
export let file = '';
let run = 0;

/** Opens the signer on the existing file, as after a restart. */
export function openSigner(given: SignerPolicy = policy): void {
  log = new SignerLog(file);
  signer = new Signer({
    root: sampleRoot,
    policy: given,
    log,
    approvalKey: KEY,
    now: () => clock.nowMs,
  });
}

/** Opens a signer that has signed nothing. */
export function openNewSigner(): void {
  clock.nowMs = 1_800_000_000_000;
  run += 1;
  file = path.join(folder, `signed-${run}.jsonl`);
  openSigner();
}

export function removeFolder(): void {
  rmSync(folder, { recursive: true });
}

export const hot = sampleAddress(hotKey('ethereum'));

export function ethereum(change: Partial<TransactionSerializableEIP1559> = {}): Unsigned {
  const { nonce = 0 } = change;
  const transaction = {
    type: 'eip1559',
    chainId: 1,
    nonce,
    gas: 60_000n,
    maxFeePerGas: 20n * 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 9n,
    to: DOLLAR,
    data: encodeTransfer(CUSTOMER, 100_000_000n),
    ...change,
  } as const;
  return {
    chain: 'ethereum',
    from: hot,
    key: hotKey('ethereum'),
    nonce,
    transaction: serializeTransaction(transaction as TransactionSerializableEIP1559),
  };
}

export function approval(change: Partial<Approval> = {}): Approval {
  return {
    id: 'withdrawal:1',
    kind: 'withdrawal',
    chain: 'ethereum',
    asset: 'USDT.erc20',
    to: CUSTOMER,
    amount: '100000000',
    maxFee: (10n ** 16n).toString(),
    attempt: 1,
    expiresAtMs: clock.nowMs + 10 * MINUTE,
    ...change,
  };
}

export const request = (
  unsigned: Unsigned,
  allowed: Approval,
  toKey?: SignRequest['toKey'],
): SignRequest => ({
  approval: sealApproval(allowed, KEY),
  unsigned,
  ...(toKey === undefined ? {} : { toKey }),
});

export async function reason(wanted: SignRequest): Promise<string> {
  try {
    await signer.sign(wanted);
    return 'signed';
  } catch (error) {
    if (error instanceof SignerRefusal) return error.reason;
    throw error;
  }
}
