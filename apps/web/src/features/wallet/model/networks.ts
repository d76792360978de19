import type { Output } from '@meridian/contract/client/named-calls';
import type { NetworkName } from '@meridian/contract/custody/calls';

/** Currencies that can come in and go out when a network of theirs is open. */
export const CHAIN_CODES: ReadonlySet<string> = new Set(['BTC', 'ETH', 'USDT']);

const ADDRESS_KEYS = {
  btc: 'btc',
  erc20: 'usdt_erc20',
  trc20: 'usdt_trc20',
  omni: 'usdt',
} as const;

/** The address of a network in what the server answered for its currency. */
export function addressOn(
  network: NetworkName,
  given: Output<'POST /api/wallet/get_in_address'>,
): string | undefined {
  if (typeof given === 'string') return given;
  return network === 'eth' ? undefined : given[ADDRESS_KEYS[network]];
}
