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
 * Whether a text is an address to which coins can be sent on a network, and how it is written
 * properly. A good address of another network is told from nonsense, because the advice differs.
 * Spaces are not forgiven: what was pasted with one may be cut off.
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
 * Omni Core pays to base58 and to version 0 addresses; a taproot output is none of its kinds of
 * address.
 */
function omniOnly(check: AddressCheck): AddressCheck {
  return check.ok && /^(bc|tb|bcrt)1p/.test(check.address) ? refused('wrong_network') : check;
}
