import { COIN, type ChainFacts } from '../chain-facts.ts';
import { checkEthereumAddress, ethereumAddressOf } from './ethereum-address.ts';

export const ETHEREUM = {
  keeps: 'accounts',
  networks: {
    eth: {
      number: 1,
      branch: 'ethereum',
      asset: { id: 'ETH', decimals: 18, dust: 10n ** 14n },
      start: {
        minDeposit: COIN / 1_000n,
        minWithdrawal: COIN / 100n,
        maxWithdrawal: 500n * COIN,
        fee: (COIN * 2n) / 1_000n,
        perDay: 2_000n * COIN,
        confirmations: 6,
      },
    },
    // 100 USDT and 6 confirmations are the specification's, here and on Omni.
    erc20: {
      number: 2,
      branch: 'ethereum',
      asset: {
        id: 'USDT.erc20',
        token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        tokenSetting: 'CHAIN_ETH_USDT',
        decimals: 6,
        dust: 10_000n,
      },
      start: {
        minDeposit: 100n * COIN,
        minWithdrawal: 10n * COIN,
        maxWithdrawal: 1_000_000n * COIN,
        fee: 3n * COIN,
        perDay: 5_000_000n * COIN,
        confirmations: 6,
      },
    },
  },
  branches: { ethereum: { purpose: 44, coin: 60, addressOf: ethereumAddressOf } },
  checkAddress: checkEthereumAddress,
  mostFee: 20_000_000_000_000_000n,
  coin: { currency: 'ETH', decimals: 18 },
  mostBlocksApart: 25,
  hasReplacements: true,
  signedName: ({ ethereumChainId }) => `ethereum:${ethereumChainId}`,
  settings: {
    url: {
      name: 'CHAIN_ETH_RPC',
      allowed: 'a URL that begins with http:// or https://',
      isSecret: false,
    },
    network: {
      name: 'CHAIN_ETH_ID',
      main: '1',
      isAllowed: (text) => /^[1-9]\d{0,9}$/.test(text),
      allowed: 'the number of the chain',
    },
  },
} as const satisfies ChainFacts;

export interface EthereumFee {
  readonly chain: 'ethereum';
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

export interface UnsignedEthereum<Key> {
  readonly chain: 'ethereum';
  readonly from: string;
  readonly key: Key;
  readonly nonce: number;
  readonly transaction: string;
}
