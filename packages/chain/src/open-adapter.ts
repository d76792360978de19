import type { ChainAdapter } from './adapter.ts';
import { BitcoinAdapter } from './bitcoin/bitcoin-adapter.ts';
import { isBitcoinNetwork } from './chain-facts.ts';
import type { Chain, ChainAsset } from './chains.ts';
import { EthereumAdapter } from './ethereum/ethereum-adapter.ts';
import { TronAdapter } from './tron/tron-adapter.ts';

/** A node, and the coins to look for on its chain. */
export interface NodeOptions {
  readonly url: string;
  readonly apiKey?: string;
  /** Of a chain with several networks: which one the node follows, as its setting says it. */
  readonly network: string;
  readonly assets: readonly ChainAsset[];
}

const ADAPTERS: Readonly<Record<Chain, (options: NodeOptions) => ChainAdapter>> = {
  ethereum: ({ network, ...options }) =>
    new EthereumAdapter({ ...options, chainId: Number(network) }),
  bitcoin: ({ network, ...options }) => {
    if (!isBitcoinNetwork(network)) throw new RangeError(`${network} is no network of Bitcoin`);
    return new BitcoinAdapter({ ...options, network });
  },
  tron: (options) => new TronAdapter(options),
};

/** The adapter of a chain for one node. */
export function openAdapter(chain: Chain, options: NodeOptions): ChainAdapter {
  return ADAPTERS[chain](options);
}
