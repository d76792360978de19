import { COIN, type ChainFacts } from '../chain-facts.ts';
import { checkTronAddress, tronAddressOf } from './tron-address.ts';

export const TRON = {
  keeps: 'accounts',
  networks: {
    trc20: {
      number: 5,
      branch: 'tron',
      asset: {
        id: 'USDT.trc20',
        token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        tokenSetting: 'CHAIN_TRON_USDT',
        decimals: 6,
        dust: 1_000_000n,
      },
      start: {
        minDeposit: 100n * COIN,
        minWithdrawal: 10n * COIN,
        maxWithdrawal: 1_000_000n * COIN,
        fee: COIN,
        perDay: 5_000_000n * COIN,
        confirmations: 20,
      },
    },
  },
  branches: { tron: { purpose: 44, coin: 195, addressOf: tronAddressOf } },
  checkAddress: checkTronAddress,
  mostFee: 100_000_000n,
  coin: undefined,
  mostBlocksApart: 100,
  hasReplacements: false,
  signedName: () => 'tron',
  settings: {
    url: {
      name: 'CHAIN_TRON_RPC',
      allowed: 'a URL like https://api.trongrid.io',
      isSecret: false,
    },
    key: 'CHAIN_TRON_KEY',
  },
} as const satisfies ChainFacts;

/** The most that may be burnt for energy, in sun. */
export interface TronFee {
  readonly chain: 'tron';
  readonly limit: string;
}

export interface UnsignedTron<Key> {
  readonly chain: 'tron';
  readonly from: string;
  readonly key: Key;
  readonly rawData: string;
  readonly expiresAtMs: number;
}
