import { NETWORK_NAMES, NETWORKS, type ChainAsset } from '@meridian/chain/chains';
import { NETWORKS as NAMED_NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import type { Network, NetworkId } from '@meridian/core/custody/custody-commands';
import type { CurrencyId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';
import { startingCurrency, startingUsdtMarket } from '../market/starting-catalog.ts';

const COIN = 10n ** 8n;
const USDT_WORTH = (coins: bigint): Amount => (coins * COIN) as Amount;

/**
 * A network's terms when it is first opened: withdrawals up to 1,000 USDT need no operator, from
 * 50,000 on they need two.
 */
export function startingNetwork(name: NetworkName, newAddressWaitMs?: number): Network {
  const { number, start } = NETWORKS[name];
  const { currency } = NAMED_NETWORKS[name];
  const { minDeposit, minWithdrawal, maxWithdrawal, fee, perDay } = start;
  return {
    id: number,
    currency: startingCurrency(currency),
    name,
    minDeposit: minDeposit as Amount,
    minWithdrawal: minWithdrawal as Amount,
    maxWithdrawal: maxWithdrawal as Amount,
    fee: fee as Amount,
    maxPerHour: (perDay / 4n) as Amount,
    maxPerDay: perDay as Amount,
    worthMarket: startingUsdtMarket(currency),
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
  const { confirmations, perDay } = NETWORKS[name].start;
  return { confirmations, hot_ceiling: perDay, is_deposit_open: true };
}

/** The number of a network in the journal. */
export function networkId(name: NetworkName): NetworkId {
  return NETWORKS[name].number;
}

/** The chain's name for the coin of a network. */
export function assetOfNetwork(network: NetworkId): string {
  return NETWORKS[nameOfNetwork(network)].asset.id;
}

export function nameOfNetwork(network: NetworkId): NetworkName {
  const name = NETWORK_NAMES.find((each) => NETWORKS[each].number === network);
  if (name === undefined) throw new Error(`there is no network ${network}`);
  return name;
}

/** The networks of a chain's configured assets. */
export function networksOn({ assets }: { readonly assets: readonly ChainAsset[] }): NetworkName[] {
  return NETWORK_NAMES.filter((name) => assets.some(({ id }) => id === NETWORKS[name].asset.id));
}

/** The configured assets of a chain, by id, each with its network. */
export function networksOfAssets(
  assets: readonly ChainAsset[],
): Map<string, { network: NetworkId; currency: CurrencyId; decimals: number }> {
  return new Map(
    assets.map(({ id, decimals }) => {
      const name = NETWORK_NAMES.find((each) => NETWORKS[each].asset.id === id);
      if (name === undefined) throw new Error(`no network pays in ${id}`);
      const currency = startingCurrency(NAMED_NETWORKS[name].currency);
      return [id, { network: networkId(name), currency, decimals }] as const;
    }),
  );
}
