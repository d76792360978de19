import type { NetworkName } from './calls.ts';

/** Names of the networks for people, the same in every language. */
export const NETWORK_TITLES: Readonly<Record<NetworkName, string>> = {
  eth: 'Ethereum',
  erc20: 'ERC20',
  btc: 'Bitcoin',
  omni: 'Omni',
  trc20: 'TRC20',
};
