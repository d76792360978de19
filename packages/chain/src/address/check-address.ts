import { CHAIN_OF, type BitcoinNetwork, type Chain, type Network } from '../chains.ts';
import { refused, type AddressCheck } from './address-check.ts';
import { checkBitcoinAddress } from './bitcoin-address.ts';
import { checkEthereumAddress } from './ethereum-address.ts';
import { checkTronAddress } from './tron-address.ts';

const MOST_CHARACTERS = 100;

type Check = (text: string, bitcoinNetwork: BitcoinNetwork) => AddressCheck;
const CHECKS: Readonly<Record<Chain, Check>> = {
  ethereum: checkEthereumAddress,
  bitcoin: checkBitcoinAddress,
  tron: checkTronAddress,
};

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
  const own = CHAIN_OF[network];
  const check = CHECKS[own](text, bitcoinNetwork);
  if (check.ok || check.problem !== 'malformed')
    return network === 'omni' ? omniOnly(check) : check;
  const others = (Object.keys(CHECKS) as Chain[]).filter((chain) => chain !== own);
  return others.some((chain) => CHECKS[chain](text, bitcoinNetwork).ok)
    ? refused('wrong_network')
    : check;
}

/**
 * Omni Core pays to base58 and to version 0 addresses; taproot is not among its kinds of address.
 */
function omniOnly(check: AddressCheck): AddressCheck {
  return check.ok && /^(bc|tb|bcrt)1p/.test(check.address) ? refused('wrong_network') : check;
}
