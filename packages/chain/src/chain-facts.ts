import type { AddressCheck } from './address/address-check.ts';

/**
 * The Bitcoin network: it decides the form of addresses, and coins of one have no worth on another.
 */
export type BitcoinNetwork = (typeof BITCOIN_NETWORKS)[number];
const BITCOIN_NETWORKS = ['mainnet', 'testnet', 'regtest'] as const;

export function isBitcoinNetwork(text: unknown): text is BitcoinNetwork {
  return BITCOIN_NETWORKS.some((network) => network === text);
}

/** The networks, main or test, that the signer's policy names. */
export interface PolicyNetworks {
  readonly ethereumChainId: number;
  readonly bitcoinNetwork: BitcoinNetwork;
}

/**
 * All that other code has to know of a chain. `NAME/NAME-chain.ts` declares it, and chains.ts lists
 * it; the adapter and the signer's reader, which are code, have lists of their own.
 */
export interface ChainFacts {
  /**
   * Where coins lie: in accounts, each of which pays from its own balance, or in outputs, of which
   * one transaction spends those of many addresses.
   */
  readonly keeps: 'accounts' | 'outputs';
  /** By their names on the wire. */
  readonly networks: Readonly<Record<string, NetworkFacts>>;
  /** Branches of keys, by name. A chain with several forms of address has several. */
  readonly branches: Readonly<Record<string, BranchFacts>>;
  readonly checkAddress: (text: string, bitcoinNetwork: BitcoinNetwork) => AddressCheck;
  /** The most that one transaction may cost, in units of the chain's own coin. */
  readonly mostFee: bigint;
  /**
   * The exchange's currency for the chain's own coin, to book the cost of transactions. Undefined
   * where the currency is not listed: the costs are then not in the ledger.
   */
  readonly coin: { readonly currency: string; readonly decimals: number } | undefined;
  /**
   * Blocks that one node may be behind the other: some minutes. A node further behind has stopped,
   * and nothing else would show it.
   */
  readonly mostBlocksApart: number;
  /**
   * Whether a transaction can be replaced by one with the same nonce or inputs. Without that, one
   * that is not included expires and is built anew.
   */
  readonly hasReplacements: boolean;
  /** The name that operators' devices sign: one for a test network must not count on the main. */
  readonly signedName: (networks: PolicyNetworks) => string;
  readonly settings: SettingsFacts;
}

/** The server's settings of a chain. The second node's have `_2` behind their names. */
export interface SettingsFacts {
  /** A node's URL. It is secret where it holds a password. */
  readonly url: { readonly name: string; readonly allowed: string; readonly isSecret: boolean };
  /** Name of the secret key of a node's service. */
  readonly key?: string;
  /** The choice between the main network, which is the default, and others. */
  readonly network?: {
    readonly name: string;
    readonly main: string;
    readonly isAllowed: (text: string) => boolean;
    readonly allowed: string;
  };
}

/** A network: one kind of coin on the chain. */
export interface NetworkFacts {
  /** Its number in the journal: it never changes. */
  readonly number: number;
  /** The branch of keys of its addresses. */
  readonly branch: string;
  readonly asset: AssetFacts;
  readonly start: StartingTerms;
  /** Whether it can pay to an address of the chain; to all of them unless said. */
  readonly canPayTo?: (address: string) => boolean;
}

export interface AssetFacts {
  /** Its name in configuration, records and approvals: `ETH`, `USDT.erc20`. */
  readonly id: string;
  /** Contract or property of a token on the main network; undefined for the chain's own coin. */
  readonly token?: string;
  /** The setting that names another token, for test networks. */
  readonly tokenSetting?: string;
  /** Decimals of the chain's unit. */
  readonly decimals: number;
  /** Transfers below this many chain units are not reported as deposits. */
  readonly dust: bigint;
}

/** Terms that a network is opened with. Amounts are in units of 10^-8 coins. */
export interface StartingTerms {
  readonly minDeposit: bigint;
  readonly minWithdrawal: bigint;
  readonly maxWithdrawal: bigint;
  readonly fee: bigint;
  readonly perDay: bigint;
  readonly confirmations: number;
}

/** A branch of the tree of keys: BIP-44 (accounts, old addresses) or BIP-84 (bech32), SLIP-44. */
export interface BranchFacts {
  readonly purpose: number;
  readonly coin: number;
  /** The address of a public key (33 bytes). */
  readonly addressOf: (publicKey: Uint8Array, bitcoinNetwork: BitcoinNetwork) => string;
}

/** Units of one coin inside the exchange, which starting terms are multiples of. */
export const COIN = 10n ** 8n;
