import { checkAddress } from '@meridian/chain/address/check-address';
import type { BitcoinNetwork } from '@meridian/chain/chain-facts';
import { chosenNetwork, type NetworkName } from '@meridian/contract/custody/networks';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { Network } from '@meridian/core/custody/custody-commands';
import { Refusal } from '../../gateway/refusal.ts';
import type { CustodyServices } from './custody-services.ts';

/**
 * The network of a call: by name, by USDT's index, or the first of the currency. Refuses if none is
 * open.
 */
export function networkOfCall(
  { live, custodian }: Pick<CustodyServices, 'live' | 'custodian'>,
  currency: Currency,
  type: string | undefined,
): Network & { readonly name: NetworkName } {
  const wanted = type === undefined ? undefined : chosenNetwork(type);
  const found = live.custody
    .networks()
    .find(
      (network) =>
        network.currency === currency.id &&
        (wanted === undefined || network.name === wanted) &&
        custodian.isOpen(network.name as NetworkName),
    );
  if (found === undefined) throw new Refusal('custody_closed');
  return found as Network & { readonly name: NetworkName };
}

/** An address in its chain's spelling. Refuses malformed addresses and those of other networks. */
export function addressOfCall(
  network: NetworkName,
  text: string,
  bitcoinNetwork: BitcoinNetwork,
): string {
  const check = checkAddress(network, text, bitcoinNetwork);
  if (check.ok) return check.address;
  throw new Refusal(
    check.problem === 'wrong_network' ? 'address_wrong_network' : 'address_invalid',
    { field: 'address' },
  );
}
