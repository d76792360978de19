import type { IncomingMessage } from 'node:http';
import { isIPv6, type Server, type Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { ADDRESS_RATE, ownLimiter, SITE_RATE, type LimiterOf, type RateLimiter } from './limits.ts';

/**
 * Connections that clients of one network hold at a time: pages, calls and sockets of many people
 * behind one address.
 */
export const MOST_OF_NETWORK = 500;
/**
 * Connections in all: well below the descriptors that a process has, of which the database, the
 * chains and files need some.
 */
export const MOST_CONNECTIONS = 8_000;

/**
 * Tells clients apart. A request comes from the last address that is no proxy of ours: anybody can
 * write the addresses before it in `X-Forwarded-For`. Without trusted proxies that is the
 * connection's own address, and the header is ignored.
 */
export class ClientAddresses {
  /** Whether an address is a proxy of ours. */
  readonly #isTrusted: (address: string, hop: number) => boolean;
  readonly #perNetwork: RateLimiter<string>;
  readonly #perSite: RateLimiter<string>;

  /** @param proxies addresses and networks (10.0.0.0/8). Throws a TypeError where one is neither */
  constructor(proxies: readonly string[], limiterOf: LimiterOf = ownLimiter) {
    this.#isTrusted = proxyAddr.compile([...proxies]);
    this.#perNetwork = limiterOf('network', ADDRESS_RATE);
    this.#perSite = limiterOf('site', SITE_RATE);
  }

  /**
   * Empty for a client that has hung up: its connection no longer knows whose it was, and the
   * library says so with `undefined`.
   */
  of(request: IncomingMessage): string {
    return (proxyAddr(request, this.#isTrusted) as string | undefined) ?? '';
  }

  /**
   * Counts the requests of an address, over all listeners of the server.
   *
   * @param cost in ordinary calls
   * @returns 0 when it may go on, else the whole seconds to wait
   */
  take(address: string, cost = 1): number {
    const waitSeconds = this.#perNetwork.take(networkOf(address), cost);
    const site = siteOf(address);
    return waitSeconds > 0 || site === undefined ? waitSeconds : this.#perSite.take(site, cost);
  }

  /**
   * Ends connections beyond the limit of a network, and beyond the limit of the process. Proxies of
   * ours are not counted, because all of their clients come by them: the proxy counts each client's
   * (deploy/nginx.conf).
   */
  limit(server: Server, mostOfNetwork: number = MOST_OF_NETWORK): void {
    server.maxConnections = MOST_CONNECTIONS;
    const held = new Map<string, number>();
    server.on('connection', (socket: Socket) => {
      const { remoteAddress = '' } = socket;
      if (remoteAddress !== '' && this.#isTrusted(remoteAddress, 0)) return;
      const network = networkOf(remoteAddress);
      const count = (held.get(network) ?? 0) + 1;
      if (count > mostOfNetwork) {
        socket.destroy();
        return;
      }
      held.set(network, count);
      socket.once('close', () => {
        const left = (held.get(network) ?? 1) - 1;
        if (left > 0) held.set(network, left);
        else held.delete(network);
      });
    });
  }
}

/**
 * The key of an address in limits: an IPv4 address, or the /64 of an IPv6 one, because a provider
 * gives each customer a whole /64.
 */
export function networkOf(address: string): string {
  const groups = ipv6Groups(address);
  return typeof groups === 'string' ? groups : `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * The key of an address where a whole provider's corner is meant: the /24 of an IPv4 address, the
 * /48 of an IPv6 one.
 */
export function coarseNetworkOf(address: string): string {
  const [plain = ''] = networkOf(address).split('/', 1);
  return siteOf(address) ?? `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The /48 of an IPv6 address; undefined for others. */
function siteOf(address: string): string | undefined {
  const groups = ipv6Groups(address);
  return typeof groups === 'string' ? undefined : `${groups.slice(0, 3).join(':')}::/48`;
}

/**
 * The eight groups of an IPv6 address, without leading zeros (the dotted end of one is a single
 * group); other addresses, and IPv4 in IPv6, as text.
 */
function ipv6Groups(address: string): string | readonly string[] {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail] = plain.split('::', 2);
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const countOf = (groups: readonly string[]): number =>
    groups.reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0);
  const all =
    tail === undefined
      ? first
      : [
          ...first,
          ...Array.from({ length: 8 - countOf(first) - countOf(last) }, () => '0'),
          ...last,
        ];
  return all.map((group) => Number.parseInt(group, 16).toString(16));
}
