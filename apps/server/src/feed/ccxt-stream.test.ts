import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Exchange } from 'ccxt';
import { afterEach, expect, test } from 'vitest';
import { CcxtVenue, withTextNumbers } from './ccxt-venue.ts';

const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const NOW = Date.UTC(2026, 5, 1, 10, 0, 30);
let server: Server | undefined;
const sockets = new Set<Duplex>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((closed) => (server === undefined ? closed(undefined) : server.close(closed)));
});

/** A text frame from a server: not masked. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, body.length])
      : Buffer.from([0x81, 126, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([head, body]);
}

/**
 * A stand-in for OKX: answers a subscription with a ticker message in the format of OKX's own
 * documentation.
 */
async function standIn(message: object): Promise<string> {
  server = createServer().on('upgrade', ({ headers }, socket) => {
    sockets.add(socket);
    const accept = createHash('sha1')
      .update(`${String(headers['sec-websocket-key'])}${HANDSHAKE}`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    // The client's first message is its subscription.
    socket.once('data', () => socket.write(frame(JSON.stringify(message))));
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise((listening) => server?.listen(0, '127.0.0.1', () => listening(undefined)));
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const tickers = (last: string, timeMs: number) => ({
  arg: { channel: 'tickers', instId: 'BTC-USDT' },
  data: [
    {
      instType: 'SPOT',
      instId: 'BTC-USDT',
      last,
      bidPx: last,
      bidSz: '1',
      askPx: last,
      askSz: '1',
      ts: String(timeMs),
    },
  ],
});

async function okx(url: string): Promise<CcxtVenue> {
  const { default: ccxt } = await import('ccxt');
  const exchange = new ccxt.pro.okx({ timeout: 2_000 }) as unknown as Exchange;
  // Without it ccxt refuses an address without TLS.
  await exchange.loadHttpProxyAgent();
  (exchange.urls['api'] as Record<string, unknown>)['ws'] = url;
  const market = {
    id: 'BTC-USDT',
    symbol: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    baseId: 'BTC',
    quoteId: 'USDT',
    type: 'spot',
    spot: true,
    active: true,
    precision: {},
    limits: {},
    info: {},
  };
  exchange.setMarkets([market as never]);
  return new CcxtVenue('okx', withTextNumbers(exchange));
}

test('what a venue sends over a WebSocket arrives as text, with the time that the venue gives it', async () => {
  const venue = await okx(await standIn(tickers('97000.10', NOW)));
  expect(await venue.watchTickers?.(['BTC/USDT', 'EOS/USDT'])).toEqual([
    { symbol: 'BTC/USDT', last: '97000.10', timeMs: NOW },
  ]);
  const next = venue.watchTickers?.(['BTC/USDT']);
  for (const socket of sockets)
    socket.write(frame(JSON.stringify(tickers('97000.20000', NOW + 100))));
  expect(await next).toEqual([{ symbol: 'BTC/USDT', last: '97000.20000', timeMs: NOW + 100 }]);
  await venue.close();
});

test('a wait ends with an error when we close, even if the venue does not answer that', async () => {
  const venue = await okx(await standIn(tickers('97000.10', NOW)));
  await venue.watchTickers?.(['BTC/USDT']);
  const [ended] = await Promise.allSettled([venue.watchTickers?.(['BTC/USDT']), venue.close()]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'closed' } });
});

test('a wait ends with an error when the venue closes, and the next one connects again', async () => {
  const venue = await okx(await standIn(tickers('97000.10', NOW)));
  await venue.watchTickers?.(['BTC/USDT']);
  const waiting = venue.watchTickers?.(['BTC/USDT']);
  for (const socket of sockets) socket.destroy();
  await expect(waiting).rejects.toThrow();
  expect(await venue.watchTickers?.(['BTC/USDT'])).toMatchObject([{ last: '97000.10' }]);
  await venue.close();
});
