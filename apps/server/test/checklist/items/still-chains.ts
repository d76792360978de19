import type { BlockRef, ChainAdapter, Fee } from '@meridian/chain/adapter';
import {
  assetsOf,
  CHAIN_NAMES,
  DEPOSIT_ACCOUNT,
  HOT_ACCOUNT,
  KEY_BRANCHES,
  type Chain,
  type KeyBranch,
} from '@meridian/chain/chains';
import { accountXpub } from '@meridian/chain/keys/derivation';
import type { Xpubs } from '@meridian/chain/signer/signer';
import { sampleRoot } from '@meridian/chain/testing/sample-keys';
import type { ChainSetup, CustodySigner } from '../../../src/modules/custody/custodian.ts';
import type { TestCoins } from '../../../src/modules/custody/demo-routes.ts';

/** Longer than any test runs: each chain is polled once. */
const EVERY_MS = 3_600_000;
/** More coins than all liabilities. */
const COINS = 10n ** 12n;
/** Asked for by Ethereum's sweeper alone: nothing is sent. */
const PRICE: Fee = { chain: 'ethereum', maxFeePerGas: '1', maxPriorityFeePerGas: '1' };

/** Chains of one block that never change, so that every network is open and nothing is sent. */
export function stillChains(): ChainSetup {
  return {
    adapters: CHAIN_NAMES.map(stillChain),
    signer: STILL_SIGNER,
    bitcoinNetwork: 'regtest',
    everyMs: EVERY_MS,
  };
}

/** Answers to test deposits that no chain will have. */
export const STILL_COINS: TestCoins = {
  chain: { fund: () => Promise.resolve('0xf1'), sendDollars: () => Promise.resolve('0xf2') },
  dollar: `0x${'12'.repeat(20)}`,
};

function stillChain(chain: Chain): ChainAdapter {
  const only: BlockRef = { height: 1, hash: `${chain} 1`, parent: `${chain} 0`, timeMs: 0 };
  const assets = assetsOf(chain);
  return {
    chain,
    assets,
    head: () => Promise.resolve(only),
    block: () => Promise.resolve(undefined),
    blockRef: (height) => Promise.resolve(height === only.height ? only : undefined),
    estimateFee: () => Promise.resolve(PRICE),
    nextNonce: () => Promise.resolve(0),
    balance: (id) =>
      Promise.resolve(
        COINS * 10n ** BigInt(assets.find((asset) => asset.id === id)?.decimals ?? 0),
      ),
    status: (txid) =>
      txid.startsWith('lost-')
        ? Promise.resolve({ state: 'impossible', why: 'replaced' })
        : notSent(),
    usedBy: () => Promise.resolve(1_000),
    buildTransfer: notSent,
    buildReplacement: notSent,
    broadcast: notSent,
  };
}

const xpubOf = (branch: KeyBranch) => ({
  deposits: accountXpub(sampleRoot, branch, DEPOSIT_ACCOUNT),
  hot: accountXpub(sampleRoot, branch, HOT_ACCOUNT),
});
export const STILL_SIGNER: CustodySigner = {
  xpubs: () =>
    Promise.resolve(
      Object.fromEntries(KEY_BRANCHES.map((branch) => [branch, xpubOf(branch)])) as Xpubs,
    ),
  sign: notSent,
  // Trusts the fields of a signature.
  agreement: ({ assertions }) =>
    Promise.resolve({
      needed: 0,
      agreed: assertions.flatMap(({ credential }) => operatorsIn(credential)),
      refused: [],
      terms: '["terms"]',
      expiresAtMs: 4_000_000_000_000,
      site: 'office.example',
      devices: [],
    }),
  pause: () => Promise.resolve(),
  resume: () => Promise.resolve(),
};

function operatorsIn(credential: string): readonly string[] {
  try {
    return (
      (JSON.parse(credential) as { readonly operators?: readonly string[] } | null)?.operators ?? []
    );
  } catch {
    return [];
  }
}

function notSent(): Promise<never> {
  return Promise.reject(new Error('nothing is sent on a chain that stands still'));
}
