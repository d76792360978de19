import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClientAddresses, MOST_OF_NETWORK, networkOf } from './client-addresses.ts';
import { ADDRESS_RATE, SITE_RATE } from './limits.ts';

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}

describe('the address of a client', () => {
  it('is that of the connection where no proxy is trusted, whatever the caller writes', () => {
    expect(new ClientAddresses([]).of(requestFrom('9.9.9.9', '1.2.3.4'))).toBe('9.9.9.9');
    expect(new ClientAddresses(['10.0.0.0/8']).of(requestFrom('9.9.9.9', '1.2.3.4'))).toBe(
      '9.9.9.9',
    );
  });

  it('is the last one that our proxies did not write themselves', () => {
    const addresses = new ClientAddresses(['10.0.0.0/8', '192.168.7.7']);
    expect(addresses.of(requestFrom('10.0.0.1', '1.2.3.4'))).toBe('1.2.3.4');
    // The first one is the caller's invention.
    expect(addresses.of(requestFrom('10.0.0.1', '6.6.6.6, 1.2.3.4'))).toBe('1.2.3.4');
    expect(addresses.of(requestFrom('10.0.0.1', '6.6.6.6, 1.2.3.4, 192.168.7.7'))).toBe('1.2.3.4');
    expect(addresses.of(requestFrom('10.0.0.1'))).toBe('10.0.0.1');
  });

  it('is empty once the client has hung up', () => {
    const gone = {
      socket: { remoteAddress: undefined },
      headers: {},
    } as unknown as IncomingMessage;
    expect(new ClientAddresses(['10.0.0.0/8']).of(gone)).toBe('');
    expect(networkOf(new ClientAddresses([]).of(gone))).toBe('');
  });

  it('comes of no setting that is no address', () => {
    expect(() => new ClientAddresses(['proxy.example'])).toThrow(TypeError);
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.33', '1:2:3:4::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('what is asked for', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('is counted for each network, and more coarsely for all networks of an IPv6 site', () => {
    const addresses = new ClientAddresses([]);
    const takeAll = (address: string, cost: number): number => {
      let taken = 0;
      while (addresses.take(address, cost) === 0) taken += cost;
      return taken;
    };
    expect(takeAll('203.0.113.7', 1)).toBe(ADDRESS_RATE.burst);
    expect(addresses.take('203.0.113.8')).toBe(0);
    expect(takeAll('2001:db8:1:1::1', 10)).toBe(ADDRESS_RATE.burst);
    expect(addresses.take('2001:db8:1:1::2')).toBeGreaterThan(0);
    let ofSite = ADDRESS_RATE.burst;
    for (let network = 2; network < 50; network++)
      ofSite += takeAll(`2001:db8:1:${network.toString(16)}::1`, 10);
    expect(ofSite).toBe(SITE_RATE.burst);
    expect(addresses.take('2001:db8:2::1')).toBe(0);
  });
});

describe('connections', () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  it('are 500 of a network at most, and 8,000 in all', () => {
    const server = createServer();
    new ClientAddresses([]).limit(server);
    expect([MOST_OF_NETWORK, server.maxConnections]).toEqual([500, 8_000]);
  });

  it('of one network are bounded, and those of another and of our proxies pass', async () => {
    const server = createServer((_request, response) => response.end('served'));
    new ClientAddresses(['127.0.0.3']).limit(server, 10);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const open = (localAddress: string) =>
      new Promise<'held' | 'ended'>((done) => {
        const socket = connect({ port, host: '127.0.0.1', localAddress });
        sockets.push(socket);
        // Half a request: it waits for the rest.
        socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n'));
        socket.on('error', () => undefined);
        socket.on('close', () => done('ended'));
        setTimeout(() => done('held'), 300);
      });
    const count = async (address: string, tries: number) =>
      (await Promise.all(Array.from({ length: tries }, () => open(address)))).filter(
        (each) => each === 'held',
      ).length;
    expect(await count('127.0.0.2', 30)).toBe(10);
    expect(await count('127.0.0.3', 30)).toBe(30);
    const served = await new Promise((done, failed) =>
      request({ port, host: '127.0.0.1', localAddress: '127.0.0.4' }, (answer) =>
        done(answer.statusCode),
      )
        .on('error', failed)
        .end(),
    );
    expect(served).toBe(200);
    // A network whose connections have ended may open new ones.
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await count('127.0.0.2', 5)).toBe(5);
    await new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  });
});
