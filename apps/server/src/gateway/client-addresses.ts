import type { IncomingMessage } from 'node:http';
import { isIPv6, type Server, type Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Connections that clients of one network hold at a time: pages, calls and sockets of many people behind one address. */
export const MOST_OF_NETWORK = 500;
/** Connections in all: well below the descriptors that a process has, of which the database, the chains and files need some. */
export const MOST_CONNECTIONS = 8_000;

/**
 * Tells clients apart. A request comes from the last address that no proxy of ours vouches for: what stands before it in
 * `X-Forwarded-For` anybody can write. Without trusted proxies that is the connection's own address, whatever the header says.
 */
export class ClientAddresses {
  /** Whether an address is a proxy of ours. */
  readonly #isTrusted: (address: string, hop: number) => boolean;

  /** @param proxies addresses and networks (10.0.0.0/8). Throws a TypeError where one is neither */
  constructor(proxies: readonly string[]) {
    this.#isTrusted = proxyAddr.compile([...proxies]);
  }

  /** Empty for a client that has hung up: its connection no longer knows whose it was, and the library says so with `undefined`. */
  of(request: IncomingMessage): string {
    return (proxyAddr(request, this.#isTrusted) as string | undefined) ?? '';
  }

  /**
   * Ends connections beyond what a network may hold, and beyond what the process can. Proxies of ours are not counted: all of their clients
   * come by them.
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

/** The key of an address in limits: an IPv4 address, or the /64 of an IPv6 one, because a provider gives each customer a whole /64. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail] = plain.split('::', 2);
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  // The dotted end of an address is two groups.
  const groupsOf = (groups: readonly string[]): number => groups.reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0);
  const all = tail === undefined ? first : [...first, ...Array.from({ length: 8 - groupsOf(first) - groupsOf(last) }, () => '0'), ...last];
  return `${all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
