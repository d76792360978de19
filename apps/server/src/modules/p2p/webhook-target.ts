import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { Refusal } from '../../gateway/refusal.ts';

/** Ports that an endpoint may have. */
const PORTS: ReadonlySet<string> = new Set(['', '8443']);
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
/** The only addresses of IPv6 that are given out, and what of them is special or leads to IPv4. */
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

/** Only a demo on somebody's own machine tells programs of that machine. */
export function isLoopbackAllowed({
  isDemo,
  isDemoPublic,
}: {
  readonly isDemo: boolean;
  readonly isDemoPublic: boolean;
}): boolean {
  return isDemo && !isDemoPublic;
}

/**
 * The address of an endpoint as it is kept. Refuses with `webhook_url_invalid` what is not https
 * with a name, on port 443 or 8443, without a login and a fragment.
 * @param hasLoopback of a demo on somebody's own machine: http to that machine too
 */
export function webhookUrl(text: string, hasLoopback: boolean): string {
  const refusal = new Refusal('webhook_url_invalid', { field: 'url' });
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || url.hash !== '')
    throw refusal;
  if (isLoopback(url)) {
    if (!hasLoopback || !/^https?:$/.test(url.protocol)) throw refusal;
    return url.href;
  }
  const isName = url.hostname.includes('.') && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  if (url.protocol !== 'https:' || !PORTS.has(url.port) || !isName) throw refusal;
  return url.href;
}

/**
 * The address that a connection to an endpoint goes to, undefined where one of those that its name
 * has is not public: a name may have another address each time, so this one is connected to.
 */
export async function addressOf(url: URL, hasLoopback: boolean): Promise<string | undefined> {
  if (isLoopback(url)) return hasLoopback ? loopbackOf(url) : undefined;
  const found = await lookup(url.hostname, { all: true });
  return found.every(({ address }) => isPublicAddress(address)) ? found[0]?.address : undefined;
}

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK_NAMES.has(hostname);
}

function loopbackOf({ hostname }: URL): string {
  return hostname === '[::1]' ? '::1' : '127.0.0.1';
}
