/** The chains that the exchange speaks to. */
export type Chain = 'ethereum' | 'bitcoin' | 'tron';

/**
 * Ways for coins to come and go: a chain, and the kind of coin on it. The names are those of the
 * wire.
 */
export type Network = 'eth' | 'erc20' | 'btc' | 'omni' | 'trc20';

/**
 * Which Bitcoin: it decides the form of addresses, and one's coins are worth nothing on another.
 */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest';

export const CHAIN_OF: Readonly<Record<Network, Chain>> = {
  eth: 'ethereum',
  erc20: 'ethereum',
  btc: 'bitcoin',
  omni: 'bitcoin',
  trc20: 'tron',
};

/**
 * One kind of coin on one chain, as configured. Nothing that is not configured is ever reported,
 * credited or signed.
 */
export interface ChainAsset {
  /** Its name in configuration, records and approvals: `ETH`, `USDT.erc20`. */
  readonly id: string;
  readonly chain: Chain;
  /**
   * Contract of a token (EIP-55 or Tron base58), or the number of an Omni property. A chain's own
   * coin has none.
   */
  readonly token?: string;
  /**
   * Decimals of the chain's unit. They come from here, never from the contract: a contract may say
   * anything.
   */
  readonly decimals: number;
  /** Transfers below this many chain units are dust: they are not reported as deposits. */
  readonly dust: bigint;
}

/**
 * Which key of the tree an address belongs to. The path is m / purpose' / coin' / account' / 0 /
 * index, where purpose and coin follow from the branch: see keys/derivation.ts.
 */
export interface KeyRef {
  readonly branch: KeyBranch;
  readonly account: number;
  readonly index: number;
}

/** `omni` is Bitcoin with addresses of the old form (p2pkh), which Omni wants. */
export type KeyBranch = 'ethereum' | 'bitcoin' | 'omni' | 'tron';

/** Addresses of customers, and the addresses that withdrawals are paid from. */
export const DEPOSIT_ACCOUNT = 0;
export const HOT_ACCOUNT = 1;
