/** Where connections to addresses go that somebody else has chosen. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Networks of IPv4 that are not the public internet (IANA's registry of special addresses). */
const SPECIAL = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  SPECIAL.addSubnet(network, bits, 'ipv4');
/**
 * The only addresses of IPv6 that are given out, and those of them that are special or lead to
 * IPv4.
 */
const GIVEN_OUT = new BlockList();
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(network, bits, 'ipv6');

/**
 * Whether an address is on the public internet. Everything else is refused: a mapped address of
 * IPv4, a link's, a site's, a multicast one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL.check(address, 'ipv4');
  return (
    isIP(address) === 6 &&
    !address.includes('%') &&
    GIVEN_OUT.check(address, 'ipv6') &&
    !SPECIAL.check(address, 'ipv6')
  );
}

/**
 * The address that a connection to an endpoint goes to, undefined where one of those that its name
 * has is not public: a name may have another address each time, so this one is connected to.
 */
export async function addressOf(url: URL, hasLoopback: boolean): Promise<string | undefined> {
  if (isLoopbackUrl(url)) return hasLoopback ? loopbackOf(url) : undefined;
  const found = await lookup(url.hostname, { all: true });
  return found.every(({ address }) => isPublicAddress(address)) ? found[0]?.address : undefined;
}

/** Whether a URL names this machine. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return LOOPBACK_NAMES.has(hostname);
}

function loopbackOf({ hostname }: URL): string {
  return hostname === '[::1]' ? '::1' : '127.0.0.1';
}
