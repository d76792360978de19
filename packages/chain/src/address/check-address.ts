import type { BitcoinNetwork } from '../chain-facts.ts';
import { CHAIN_NAMES, CHAINS, NETWORKS, type Network } from '../chains.ts';
import { refused, type AddressCheck } from './address-check.ts';

const MOST_CHARACTERS = 100;

/**
 * Checks whether coins can be sent to a text as an address of a network, and returns the address in
 * its standard spelling. A valid address of another network is distinguished from a malformed one,
 * because the advice differs. Spaces are refused: a text pasted with a space may be cut off.
 */
export function checkAddress(
  network: Network,
  text: string,
  bitcoinNetwork: BitcoinNetwork = 'mainnet',
): AddressCheck {
  if (text.length > MOST_CHARACTERS) return refused('malformed');
  const { chain: own, canPayTo = () => true } = NETWORKS[network];
  const check = CHAINS[own].checkAddress(text, bitcoinNetwork);
  if (check.ok) return canPayTo(check.address) ? check : refused('wrong_network');
  if (check.problem !== 'malformed') return check;
  return CHAIN_NAMES.some(
    (chain) => chain !== own && CHAINS[chain].checkAddress(text, bitcoinNetwork).ok,
  )
    ? refused('wrong_network')
    : check;
}
