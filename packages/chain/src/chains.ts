import { BITCOIN, type BitcoinFee, type UnsignedBitcoin } from './bitcoin/bitcoin-chain.ts';
import type { BranchFacts, ChainFacts, NetworkFacts } from './chain-facts.ts';
import { ETHEREUM, type EthereumFee, type UnsignedEthereum } from './ethereum/ethereum-chain.ts';
import { TRON, type TronFee, type UnsignedTron } from './tron/tron-chain.ts';

/** The chains that the exchange supports: everything that lists chains or networks reads this. */
const LIST = { ethereum: ETHEREUM, bitcoin: BITCOIN, tron: TRON } as const;

/** The price of a transaction, in the chain's own measure: decimal strings, which can be stored. */
export type Fee = EthereumFee | BitcoinFee | TronFee;

/**
 * A transaction before it is signed. Plain JSON: it is stored before it is signed, and goes to the
 * signer unchanged.
 */
export type Unsigned = UnsignedEthereum<KeyRef> | UnsignedBitcoin<KeyRef> | UnsignedTron<KeyRef>;

type NamesOf<Part extends 'networks' | 'branches'> = {
  [Each in Chain]: keyof (typeof LIST)[Each][Part];
}[Chain];

export type Chain = keyof typeof LIST;
/** A network: one chain and one kind of coin on it. The names are those of the wire. */
export type Network = NamesOf<'networks'>;
/** A branch of keys. A chain with several forms of address has several. */
export type KeyBranch = NamesOf<'branches'>;

export const CHAINS: Readonly<Record<Chain, ChainFacts>> = LIST;
export const CHAIN_NAMES = Object.keys(LIST) as Chain[];

/** The most that one transaction of each chain may cost, in units of the chain's own coin. */
export const MOST_FEE = Object.fromEntries(
  CHAIN_NAMES.map((chain) => [chain, CHAINS[chain].mostFee]),
) as Readonly<Record<Chain, bigint>>;

export interface NetworkOfChain extends NetworkFacts {
  readonly chain: Chain;
  readonly branch: KeyBranch;
}
export const NETWORKS = byName('networks') as Readonly<Record<Network, NetworkOfChain>>;
export const NETWORK_NAMES = Object.keys(NETWORKS) as Network[];

export const BRANCHES = byName('branches') as Readonly<
  Record<KeyBranch, BranchFacts & { readonly chain: Chain }>
>;
export const KEY_BRANCHES = Object.keys(BRANCHES) as KeyBranch[];

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
 * coin follow from the branch.
 */
export interface KeyRef {
  readonly branch: KeyBranch;
  readonly account: number;
  readonly index: number;
}

/** Accounts of customers' deposit addresses, and of the addresses that pay withdrawals. */
export const DEPOSIT_ACCOUNT = 0;
export const HOT_ACCOUNT = 1;

/** The coins of a chain's networks. @param tokens that differ from those of the main network */
export function assetsOf(
  chain: Chain,
  tokens: Readonly<Partial<Record<Network, string>>> = {},
): ChainAsset[] {
  return NETWORK_NAMES.filter((name) => NETWORKS[name].chain === chain).map((name) => {
    const { id, decimals, dust, token: main } = NETWORKS[name].asset;
    const token = tokens[name] ?? main;
    return { id, chain, ...(token === undefined ? {} : { token }), decimals, dust };
  });
}

function byName(part: 'networks' | 'branches'): object {
  return Object.fromEntries(
    CHAIN_NAMES.flatMap((chain) =>
      Object.entries(CHAINS[chain][part]).map(([name, facts]) => [name, { ...facts, chain }]),
    ),
  );
}
