import type { ChainAsset } from '@meridian/chain/chains';
import type { NetworkName } from '@meridian/contract/custody/networks';
import type { Network, NetworkId } from '@meridian/core/custody/custody-commands';
import type { CurrencyId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';

/** Numbers of the starting networks: they stand in the journal, so they never change. */
export const NETWORK_ID: Readonly<Record<NetworkName, NetworkId>> = {
  eth: 1,
  erc20: 2,
  btc: 3,
  omni: 4,
  trc20: 5,
};

/** The chains' name for the coin of each network. */
export const ASSET_OF: Readonly<Record<NetworkName, string>> = {
  eth: 'ETH',
  erc20: 'USDT.erc20',
  btc: 'BTC',
  omni: 'USDT.omni',
  trc20: 'USDT.trc20',
};

const COIN = 10n ** 8n;
const USDT_WORTH = (coins: bigint): Amount => (coins * COIN) as Amount;

interface Start {
  readonly currency: CurrencyId;
  readonly worthMarket: number;
  /** In units of 10^-8 coins. */
  readonly minDeposit: bigint;
  readonly minWithdrawal: bigint;
  readonly maxWithdrawal: bigint;
  readonly fee: bigint;
  readonly perDay: bigint;
  readonly confirmations: number;
}

/** Terms that a network begins with. 100 USDT and 6 confirmations are the specification's. */
const STARTS: Readonly<Record<NetworkName, Start>> = {
  eth: {
    currency: 2,
    worthMarket: 2,
    minDeposit: COIN / 1_000n,
    minWithdrawal: COIN / 100n,
    maxWithdrawal: 500n * COIN,
    fee: (COIN * 2n) / 1_000n,
    perDay: 2_000n * COIN,
    confirmations: 6,
  },
  erc20: {
    currency: 3,
    worthMarket: 0,
    minDeposit: 100n * COIN,
    minWithdrawal: 10n * COIN,
    maxWithdrawal: 1_000_000n * COIN,
    fee: 3n * COIN,
    perDay: 5_000_000n * COIN,
    confirmations: 6,
  },
  btc: {
    currency: 1,
    worthMarket: 1,
    minDeposit: COIN / 10_000n,
    minWithdrawal: COIN / 1_000n,
    maxWithdrawal: 50n * COIN,
    fee: COIN / 5_000n,
    perDay: 200n * COIN,
    confirmations: 3,
  },
  omni: {
    currency: 3,
    worthMarket: 0,
    minDeposit: 100n * COIN,
    minWithdrawal: 50n * COIN,
    maxWithdrawal: 1_000_000n * COIN,
    fee: 10n * COIN,
    perDay: 2_000_000n * COIN,
    confirmations: 6,
  },
  trc20: {
    currency: 3,
    worthMarket: 0,
    minDeposit: 100n * COIN,
    minWithdrawal: 10n * COIN,
    maxWithdrawal: 1_000_000n * COIN,
    fee: COIN,
    perDay: 5_000_000n * COIN,
    confirmations: 20,
  },
};

/**
 * A network's terms when it is first opened: withdrawals up to 1,000 USDT need no operator, from
 * 50,000 on they need two.
 */
export function startingNetwork(name: NetworkName, newAddressWaitMs?: number): Network {
  const { currency, worthMarket, minDeposit, minWithdrawal, maxWithdrawal, fee, perDay } =
    STARTS[name];
  return {
    id: NETWORK_ID[name],
    currency,
    name,
    minDeposit: minDeposit as Amount,
    minWithdrawal: minWithdrawal as Amount,
    maxWithdrawal: maxWithdrawal as Amount,
    fee: fee as Amount,
    maxPerHour: (perDay / 4n) as Amount,
    maxPerDay: perDay as Amount,
    worthMarket,
    oneApprovalFrom: USDT_WORTH(1_000n),
    twoApprovalsFrom: USDT_WORTH(50_000n),
    isOpen: true,
    ...(newAddressWaitMs === undefined ? {} : { newAddressWaitMs }),
  };
}

/** Terms that only the server keeps. The ceiling of the hot wallet is a day's withdrawals. */
export function startingTerms(name: NetworkName): {
  confirmations: number;
  hot_ceiling: bigint;
  is_deposit_open: boolean;
} {
  const { confirmations, perDay } = STARTS[name];
  return { confirmations, hot_ceiling: perDay, is_deposit_open: true };
}

const NAMES = Object.keys(ASSET_OF) as NetworkName[];

/** The chain's name for the coin of a network. */
export function assetOfNetwork(network: NetworkId): string {
  return ASSET_OF[nameOfNetwork(network)];
}

export function nameOfNetwork(network: NetworkId): NetworkName {
  const name = NAMES.find((each) => NETWORK_ID[each] === network);
  if (name === undefined) throw new Error(`there is no network ${network}`);
  return name;
}

/** The networks of a chain's configured assets. */
export function networksOn({ assets }: { readonly assets: readonly ChainAsset[] }): NetworkName[] {
  return NAMES.filter((name) => assets.some(({ id }) => id === ASSET_OF[name]));
}

/** The configured assets of a chain, by id, each with its network. */
export function networksOfAssets(
  assets: readonly ChainAsset[],
): Map<string, { network: NetworkId; currency: CurrencyId; decimals: number }> {
  return new Map(
    assets.map(({ id, decimals }) => {
      const name = NAMES.find((each) => ASSET_OF[each] === id);
      if (name === undefined) throw new Error(`no network pays in ${id}`);
      return [
        id,
        { network: NETWORK_ID[name], currency: STARTS[name].currency, decimals },
      ] as const;
    }),
  );
}
