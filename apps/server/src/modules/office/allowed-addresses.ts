import { BlockList, isIP } from 'node:net';
import { Refusal } from '../../gateway/refusal.ts';

const BITS = { ipv4: 32, ipv6: 128 } as const;

/**
 * Whether an address is in a list of addresses and networks, in the form of `checkAddresses`. An
 * empty list allows every address.
 */
export function isAllowedAddress(list: string, address: string): boolean {
  if (list === '') return true;
  const blocks = blocksOf(list);
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  const family = familyOf(plain);
  return blocks !== undefined && family !== undefined && blocks.check(plain, family);
}

/**
 * Normalizes a list. Refuses with `addresses_invalid`: a list without a valid address would lock
 * its operator out.
 */
export function checkAddresses(text: string): string {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
  if (blocksOf(list) === undefined) throw new Refusal('addresses_invalid', { field: 'addresses' });
  return list;
}

function blocksOf(list: string): BlockList | undefined {
  const blocks = new BlockList();
  for (const part of list === '' ? [] : list.split(', ')) {
    const [address = '', prefix, ...more] = part.split('/');
    const family = familyOf(address);
    if (
      family === undefined ||
      more.length > 0 ||
      (prefix !== undefined && !/^\d{1,3}$/.test(prefix))
    )
      return undefined;
    const bits = prefix === undefined ? BITS[family] : Number(prefix);
    // A network of all addresses allows everything, but reads like a restriction.
    if (bits < 1 || bits > BITS[family]) return undefined;
    blocks.addSubnet(address, bits, family);
  }
  return blocks;
}

function familyOf(address: string): keyof typeof BITS | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)];
}
