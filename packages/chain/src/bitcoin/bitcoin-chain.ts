import { COIN, isBitcoinNetwork, type ChainFacts } from '../chain-facts.ts';
import { checkBitcoinAddress, p2pkhAddressOf, p2wpkhAddressOf } from './bitcoin-address.ts';

export const BITCOIN = {
  keeps: 'outputs',
  networks: {
    btc: {
      number: 3,
      branch: 'bitcoin',
      asset: { id: 'BTC', decimals: 8, dust: 1_000n },
      start: {
        minDeposit: COIN / 10_000n,
        minWithdrawal: COIN / 1_000n,
        maxWithdrawal: 50n * COIN,
        fee: COIN / 5_000n,
        perDay: 200n * COIN,
        confirmations: 3,
      },
    },
    omni: {
      number: 4,
      branch: 'omni',
      // Omni's property 31 is USDT.
      asset: { id: 'USDT.omni', token: '31', decimals: 8, dust: 1_000_000n },
      start: {
        minDeposit: 100n * COIN,
        minWithdrawal: 50n * COIN,
        maxWithdrawal: 1_000_000n * COIN,
        fee: 10n * COIN,
        perDay: 2_000_000n * COIN,
        confirmations: 6,
      },
      // Omni Core pays to base58 and to version 0 addresses; taproot is not among its kinds of
      // address.
      canPayTo: (address) => !/^(bc|tb|bcrt)1p/.test(address),
    },
  },
  branches: {
    bitcoin: { purpose: 84, coin: 0, addressOf: p2wpkhAddressOf },
    // Omni needs addresses of the old form.
    omni: { purpose: 44, coin: 0, addressOf: p2pkhAddressOf },
  },
  checkAddress: checkBitcoinAddress,
  mostFee: 200_000n,
  coin: { currency: 'BTC', decimals: 8 },
  mostBlocksApart: 3,
  hasReplacements: true,
  signedName: ({ bitcoinNetwork }) => `bitcoin:${bitcoinNetwork}`,
  settings: {
    url: {
      name: 'CHAIN_BTC_RPC',
      allowed: 'a URL like http://NAME:PASSWORD@127.0.0.1:8332',
      isSecret: true,
    },
    network: {
      name: 'CHAIN_BTC_NETWORK',
      main: 'mainnet',
      isAllowed: isBitcoinNetwork,
      allowed: 'mainnet, testnet or regtest',
    },
  },
} as const satisfies ChainFacts;

/** Satoshi for 1,000 virtual bytes. */
export interface BitcoinFee {
  readonly chain: 'bitcoin';
  readonly perKilobyte: string;
}

export interface UnsignedBitcoin<Key> {
  readonly chain: 'bitcoin';
  readonly psbt: string;
  /** The key of each input, in their order. */
  readonly keys: readonly Key[];
  /** Inputs, in the form of `outputName`. */
  readonly inputs: readonly string[];
  readonly change: { readonly index: number; readonly key: Key } | null;
}
