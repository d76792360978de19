import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { userInfo, userLogout } from '@meridian/contract/account/calls';
import { cancelWithdrawal } from '@meridian/contract/custody/calls';
import { sessionEnd, sessionsEnd } from '@meridian/contract/security/calls';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ClientAddresses } from './client-addresses.ts';
import { ADDRESS_RATE, FILE_RATE, USER_RATE } from './limits.ts';
import {
  answerOf,
  closeGateways,
  open,
  openGround,
  removeGround,
  serve,
  token,
} from '../../test/test-gateway.ts';

const PATH = '/api/file';
const file = (content: Readable) => ({ name: 'file.csv', type: 'text/csv', content });

beforeAll(openGround);
afterEach(closeGateways);
afterAll(removeGround);

describe('limits', () => {
  it('slows one address, whatever it writes into X-Forwarded-For, and says when to come back', async () => {
    // The clock stands still: how many requests a second the machine manages does not matter.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const address = await serve({ rateLimits: true });
    const ask = (request: number) =>
      fetch(`${address}/api/custorm`, {
        headers: { 'x-forwarded-for': `10.0.0.${request % 250}` },
      });
    for (let request = 0; request < ADDRESS_RATE.burst; request++)
      expect((await answerOf(await ask(request))).status).toBe(200);
    const limited = await ask(0);
    const seconds = Number(limited.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(await answerOf(limited)).toMatchObject({
      status: 429,
      type: 'error',
      code: 'too_many_requests',
    });
    vi.setSystemTime(Date.now() + seconds * 1000);
    expect((await ask(0)).status).toBe(200);
  });

  it.each([
    ['/metrics', 20],
    ['/api/openapi.json', 10],
    ['/uploads/x.webp', 1],
    ['/api/upload/x', 1],
    ['/healthz', 1],
    ['/', 1],
    ['/assets/gone.js', 1],
    ['/api/no-call', 1],
    ['/api/payment/gateway', 1],
  ])('counts %s, as %d ordinary calls', async (path, cost) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const addresses = new ClientAddresses([]);
    const address = await serve({ rateLimits: true, addresses }, (gateway) => {
      gateway.serveForm('/api/payment/gateway', () => Promise.resolve({ html: '' }));
      gateway.servePictures(() => Promise.resolve(undefined));
      gateway.servePublicPictures(() => Promise.resolve(undefined));
    });
    for (let left = ADDRESS_RATE.burst - cost; left > 0; left--) addresses.take('127.0.0.1');
    const ask = () =>
      fetch(address + path, path === '/api/payment/gateway' ? { method: 'POST' } : {});
    expect((await ask()).status).not.toBe(429);
    expect(await answerOf(await ask())).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('lets a dear call cost its user more', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const dear = { ...userInfo, path: '/api/dear', cost: USER_RATE.burst / 2 } as const;
    const address = await serve(
      { rateLimits: true, addresses: new ClientAddresses([]) },
      (gateway) => gateway.registerCall(dear, () => ({}) as never),
    );
    const ask = async () =>
      (await fetch(`${address}/api/dear`, { headers: { authorization: token } })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([500, 500, 429]);
  });

  it('lets an owner end sessions and take withdrawals back, whatever another session of theirs asks for', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const dear = { ...userInfo, path: '/api/dear', cost: USER_RATE.burst } as const;
    const address = await serve(
      { rateLimits: true, addresses: new ClientAddresses([]) },
      (gateway) => {
        for (const call of [dear, userInfo, userLogout, sessionEnd, sessionsEnd, cancelWithdrawal])
          gateway.registerCall(call as typeof userLogout, () => 'Done');
      },
    );
    const ask = async (path: string, method: string, body?: string) =>
      (
        await fetch(address + path, {
          method,
          headers: {
            authorization: token,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body }),
        })
      ).status;
    await ask('/api/dear', 'GET');
    expect(await ask(userInfo.path, 'GET')).toBe(429);
    expect([
      await ask(sessionsEnd.path, 'POST', '{}'),
      await ask(sessionEnd.path, 'POST', '{"id":"x"}'),
      await ask(cancelWithdrawal.path, 'POST', '{"id":1}'),
      await ask(userLogout.path, 'POST', '{}'),
    ]).toEqual([200, 200, 200, 200]);
  });

  it('gives one address a few long files, then one now and then', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const address = await serve({ rateLimits: true }, (gateway) =>
      gateway.serveFile(PATH, () => file(Readable.from(['tick,time_ms\n']))),
    );
    const ask = () => fetch(address + PATH);
    for (let request = 0; request < FILE_RATE.burst; request++)
      expect(await (await ask()).text()).toContain('tick,');
    expect(await answerOf(await ask())).toMatchObject({ status: 429, code: 'too_many_requests' });
    vi.setSystemTime(Date.now() + 5_000);
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  });
});

describe('readers of files that do not read', () => {
  const PLACES = 4;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    // A request for a file without end is never done, so its connection has to be closed.
    for (const { httpServer } of open) httpServer.closeAllConnections();
  });
  /** Files without end, so that no buffer between takes all. */
  const endless = (): Readable =>
    Readable.from(
      (function* () {
        for (;;) yield 'x'.repeat(65_536);
      })(),
    );
  /** Asks for a file and reads it as `take` does with the connection. */
  const read = (address: string, take: (socket: Socket) => void): Promise<unknown> => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () =>
      socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`),
    );
    socket.on('error', () => undefined);
    sockets.push(socket);
    take(socket);
    return new Promise((resolve) => socket.once('close', resolve));
  };
  const statusOf = async (address: string): Promise<number> => {
    const controller = new AbortController();
    const { status } = await fetch(address + PATH, { signal: controller.signal });
    controller.abort();
    return status;
  };

  it('lose their places: who takes nothing, and who takes a little for too long', async () => {
    for (const [patience, take] of [
      [{ stalledMs: 400 }, (socket: Socket) => void socket.pause()],
      [
        { longestMs: 1_500 },
        (socket: Socket) => {
          socket.pause();
          const sip = setInterval(() => socket.read(1), 50);
          socket.once('close', () => clearInterval(sip));
        },
      ],
    ] as const) {
      let opened = 0;
      const address = await serve({}, (gateway) =>
        gateway.serveFile(PATH, () => (opened++, file(endless())), patience),
      );
      for (let place = 0; place < PLACES; place++) void read(address, take);
      await vi.waitFor(() => expect(opened).toBe(PLACES), 1_000);
      expect(await statusOf(address)).toBe(429);
      await vi.waitFor(async () => expect(await statusOf(address)).toBe(200), {
        timeout: 15_000,
        interval: 100,
      });
    }
  });

  it('get one place of a network', async () => {
    let opened = 0;
    const address = await serve(
      { rateLimits: true, addresses: new ClientAddresses([]) },
      (gateway) => gateway.serveFile(PATH, () => (opened++, file(endless()))),
    );
    void read(address, (socket) => void socket.pause());
    await vi.waitFor(() => expect(opened).toBe(1), 1_000);
    expect(await statusOf(address)).toBe(429);
  });
});
