/** The chains that the exchange supports. */
export type Chain = 'ethereum' | 'bitcoin' | 'tron';

/** A network: one chain and one kind of coin on it. The names are those of the wire. */
export type Network = 'eth' | 'erc20' | 'btc' | 'omni' | 'trc20';

/**
 * The Bitcoin network: it decides the form of addresses, and coins of one have no worth on another.
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
 * One kind of coin on one chain, as configured. An asset that is not configured is never reported,
 * credited or signed.
 */
export interface ChainAsset {
  /** Its name in configuration, records and approvals: `ETH`, `USDT.erc20`. */
  readonly id: string;
  readonly chain: Chain;
  /**
   * Contract of a token (EIP-55 or Tron base58), or the number of an Omni property. Undefined for a
   * chain's own coin.
   */
  readonly token?: string;
  /**
   * Decimals of the chain's unit. They are configured and never read from the contract, which may
   * return anything.
   */
  readonly decimals: number;
  /** Transfers below this many chain units are dust: they are not reported as deposits. */
  readonly dust: bigint;
}

/**
 * The key of an address. The path is m / purpose' / coin' / account' / 0 / index, where purpose and
 * coin follow from the branch: see keys/derivation.ts.
 */
export interface KeyRef {
  readonly branch: KeyBranch;
  readonly account: number;
  readonly index: number;
}

/** `omni` is Bitcoin with addresses of the old form (p2pkh), which Omni needs. */
export type KeyBranch = 'ethereum' | 'bitcoin' | 'omni' | 'tron';

/** Accounts of customers' deposit addresses, and of the addresses that pay withdrawals. */
export const DEPOSIT_ACCOUNT = 0;
export const HOT_ACCOUNT = 1;
