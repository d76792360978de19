import type { depositAddress, NetworkName } from '@meridian/contract/custody/calls';
import type { CallOutput } from '@meridian/contract/schema/call';

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
  given: CallOutput<typeof depositAddress>,
): string | undefined {
  if (typeof given === 'string') return given;
  return network === 'eth' ? undefined : given[ADDRESS_KEYS[network]];
}
