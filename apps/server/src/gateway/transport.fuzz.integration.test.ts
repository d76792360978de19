import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, TestExchange } from '../../test/test-exchange.ts';
import { checkProperty, SEED } from '../../test/sequences/check-property.ts';

const PATIENCE_MS = 2_000;
const RANDOM_REQUESTS = 400;

let exchange: TestExchange;
let before: unknown;
const rejections: unknown[] = [];
const noteRejection = (reason: unknown): unknown => rejections.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', noteRejection);
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(async () => {
  process.off('unhandledRejection', noteRejection);
  await exchange.close();
});
beforeEach(() => {
  before = exchange.state();
});
/**
 * After any input the server goes on, no balance has moved, and no rejection of a promise was left
 * unhandled.
 */
afterEach(async () => {
  expect((await fetch(`${exchange.address}/healthz`)).status).toBe(200);
  expect(exchange.state()).toEqual(before);
  expect(rejections).toEqual([]);
});

/** Sends bytes as they are. Returns all that comes back until the server closes, or for a while. */
function raw(bytes: string | Buffer, patienceMs = PATIENCE_MS): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(exchange.address).port), '127.0.0.1', () =>
      socket.write(bytes),
    );
    let received = '';
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(finish, patienceMs);
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => (received += data));
    socket.on('close', finish);
    // A server that has read enough resets the connection. Its answer before the reset counts.
    socket.on('error', finish);
  });
}

const statuses = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));

/** A request with the session of Alice, closed by the server after its answer. */
function request(start: string, headers: readonly string[], body = ''): string {
  const { authorization } = exchange.headers({ user: ALICE });
  return `${start} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: ${authorization}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`;
}

const FORM = 'content-type: application/x-www-form-urlencoded';
const JSON_TYPE = 'content-type: application/json';
const ORDER = 'legal_id=3&currency_id=1&price=59000&num=1&mode=2';
const POST = 'POST /api/transaction/in';
const lengthOf = (body: string | Buffer): string => `content-length: ${Buffer.byteLength(body)}`;

describe(`what a connection can carry (SEED=${SEED})`, () => {
  it.each([
    ['a length with a sign', [FORM, 'content-length: +49'], ORDER],
    ['a negative length', [FORM, 'content-length: -1'], ORDER],
    ['a length in hexadecimal', [FORM, 'content-length: 0x31'], ORDER],
    ['a list of lengths', [FORM, 'content-length: 49, 49'], ORDER],
    ['a length beyond 64 bits', [FORM, 'content-length: 99999999999999999999999'], ORDER],
    ['a length beyond the limit', [FORM, 'content-length: 999999999'], ORDER],
    ['chunked twice', [FORM, 'transfer-encoding: chunked, chunked'], '0\r\n\r\n'],
    ['an unknown coding', [FORM, 'transfer-encoding: xchunked'], '0\r\n\r\n'],
    ['chunked in the middle', [FORM, 'transfer-encoding: chunked, identity'], '0\r\n\r\n'],
    [
      'chunked and a length, the other way round',
      [FORM, 'transfer-encoding: chunked', 'content-length: 5'],
      '0\r\n\r\n',
    ],
    ['a chunk of no size', [FORM, 'transfer-encoding: chunked'], 'zz\r\nabc\r\n0\r\n\r\n'],
    [
      'a chunk of a huge size',
      [FORM, 'transfer-encoding: chunked'],
      'ffffffffffffffffff\r\nabc\r\n0\r\n\r\n',
    ],
    [
      'a chunk with an endless extension',
      [FORM, 'transfer-encoding: chunked'],
      `1;${'x'.repeat(100_000)}\r\na\r\n0\r\n\r\n`,
    ],
    ['a header with NUL', [FORM, 'x: a\u0000b', lengthOf(ORDER)], ORDER],
    ['a folded header', [FORM, 'x: a\r\n b', 'x y: 1', lengthOf(ORDER)], ORDER],
    ['white space before the colon', [FORM, `content-length : ${ORDER.length}`], ORDER],
    ['an expectation that nobody has', [FORM, 'expect: the-impossible', lengthOf(ORDER)], ORDER],
    [
      'a body that says it is gzip',
      [JSON_TYPE, 'content-encoding: gzip', lengthOf(gzipSync('{}'))],
      gzipSync('{}').toString('latin1'),
    ],
    ['very deep JSON', [JSON_TYPE, lengthOf('['.repeat(60_000))], '['.repeat(60_000)],
    ['very deep objects', [JSON_TYPE, lengthOf('{"a":'.repeat(10_000))], '{"a":'.repeat(10_000)],
    ['ten thousand fields', [FORM, lengthOf('a=1&'.repeat(10_000))], 'a=1&'.repeat(10_000)],
    [
      'ten thousand parts',
      ['content-type: multipart/form-data; boundary=x', lengthOf('--x\r\n\r\na\r\n'.repeat(5_000))],
      '--x\r\n\r\na\r\n'.repeat(5_000),
    ],
    ['two content types', [FORM, JSON_TYPE, lengthOf('{}')], '{}'],
    [
      'a content type with a list of charsets',
      [`${FORM}; charset=utf-8; charset=utf-7`, lengthOf(ORDER)],
      ORDER,
    ],
  ])('%s is refused', async (_what, headers, body) => {
    const [status, ...others] = statuses(await raw(request(POST, headers, body)));
    // Node may also cut off the connection of a request that it cannot read.
    if (status !== undefined)
      expect(status === 200 ? 400 : status).toSatisfy((code: number) => code >= 400 && code < 500);
    expect(others.filter((code) => code < 400)).toEqual([]);
  });

  it('a bomb stays packed', async () => {
    for (const [coding, packed] of [
      ['gzip', gzipSync(Buffer.alloc(50_000_000))],
      ['deflate', deflateSync(Buffer.alloc(50_000_000))],
      ['br', Buffer.alloc(1_000)],
    ] as const) {
      const startedAt = process.memoryUsage().rss;
      const head = request(POST, [JSON_TYPE, `content-encoding: ${coding}`, lengthOf(packed)]);
      const [status] = statuses(await raw(Buffer.concat([Buffer.from(head), packed])));
      expect([400, 413, 415]).toContain(status);
      expect(process.memoryUsage().rss - startedAt).toBeLessThan(30_000_000);
    }
  });

  it('a hundred thousand headers are too many', async () => {
    for (const line of ['a: b\r\n', `a${'b'.repeat(70)}: c\r\n`]) {
      const received = await raw(
        `GET /api/custorm HTTP/1.1\r\nhost: x\r\n${line.repeat(100_000)}\r\n`,
      );
      expect(statuses(received)).toEqual([431]);
      expect(received).toContain('headers_too_large');
    }
  });

  it('a long address is too long, and a long query a plain refusal', async () => {
    expect(statuses(await raw(request(`GET /api/${'x'.repeat(100_000)}`, [])))).toEqual([431]);
    expect(statuses(await raw(request(`GET /api/custorm?${'a=1&'.repeat(3_000)}`, [])))).toEqual([
      200,
    ]);
  });

  it.each([
    '//',
    '//api/custorm',
    '/api//custorm',
    '/api/custorm/',
    '/api/custorm.',
    '/api/custorm;a=b',
    '/api/custorm%00',
    '/api/custorm%20',
    '/api/%63ustorm%',
    '/api/%zz',
    '/api/%c0%af',
    '/api/..',
    '/api/../metrics',
    '/api/%2e%2e/%2e%2e/etc/passwd',
    '/..\\..\\etc\\passwd',
    '/api/custorm#x',
    '/.git/config',
    '/.env',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/__proto__',
    '/api/constructor',
    '*',
    'http://elsewhere.example/api/custorm',
    'http://[',
    'elsewhere:443',
    '/wss/socket.io/../../etc/passwd',
    '/wss/socket.io/?EIO=99&transport=carrier-pigeon',
    '/wss/socket.io/?transport=__proto__',
    '/api/\u00ff',
  ])('%j leads nowhere that it should not', async (path) => {
    for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND']) {
      const received = await raw(Buffer.from(request(`${method} ${path}`, []), 'latin1'));
      for (const status of statuses(received))
        expect(status, `${method} ${path}: ${received}`).toBeLessThan(500);
      expect(received).not.toMatch(/root:|"workspaces"|\[core\]|[a-z]\/node_modules\//);
    }
  });

  it.each([
    ['bytes of TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['HTTP/2', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['HTTP/0.9', Buffer.from('GET /\r\n')],
    ['HTTP/3.7', Buffer.from('GET / HTTP/3.7\r\nhost: x\r\n\r\n')],
    ['lines without CR', Buffer.from('GET /api/custorm HTTP/1.1\nhost: x\nconnection: close\n\n')],
    ['zeros', Buffer.alloc(70_000)],
    [
      'an upgrade to nothing',
      Buffer.from(
        'GET /api/custorm HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
      ),
    ],
    [
      'a web socket elsewhere',
      Buffer.from(
        'GET /api/custorm HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13\r\n\r\n',
      ),
    ],
  ])('%s end in a clear answer or a closed connection', async (_what, bytes) => {
    for (const status of statuses(await raw(bytes, 300))) expect(status).toBeLessThan(500);
  });

  it('a request that hides in another is not answered', async () => {
    const hidden = `GET /api/custorm HTTP/1.1\r\nhost: hidden\r\n\r\n`;
    const twoLengths = request(POST, [FORM, 'content-length: 0', lengthOf(hidden)], hidden);
    const lengthAndChunks = request(
      POST,
      [FORM, lengthOf(`0\r\n\r\n${hidden}`), 'transfer-encoding: chunked'],
      `0\r\n\r\n${hidden}`,
    );
    for (const bytes of [twoLengths, lengthAndChunks])
      expect(statuses(await raw(bytes))).toEqual([400]);
  });

  it('a thousand requests on one connection are answered one by one', async () => {
    const one = 'GET /api/custorm HTTP/1.1\r\nhost: x\r\n\r\n';
    const last = 'GET /api/custorm HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    const all = statuses(await raw(one.repeat(999) + last, 20_000));
    expect([all.length, new Set(all)]).toEqual([1_000, new Set([200])]);
  });

  it('slow bodies hold nobody else up, and one that comes at last is read', async () => {
    const port = Number(new URL(exchange.address).port);
    const slow = Array.from({ length: 200 }, () => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(request(POST, [FORM, 'content-length: 1000'], 'num=')),
      );
      return socket.on('error', () => undefined);
    });
    await delay(50);
    const startedMs = performance.now();
    for (let count = 0; count < 20; count++)
      expect((await fetch(`${exchange.address}/api/custorm`)).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    let received = '';
    for (const socket of slow) socket.once('data', (data) => (received += data.toString()));
    for (const socket of slow) socket.write(`${'1'.repeat(996)}`);
    await expect.poll(() => statuses(received).length, { timeout: 20_000 }).toBe(200);
    expect(received).toContain('field_missing');
    for (const socket of slow) socket.destroy();
  });

  it(`${RANDOM_REQUESTS} requests with random damage get no 5xx`, async () => {
    const whole = Buffer.from(
      request(POST, [FORM, 'idempotency-key: k', 'lang: ko'], '').replace(
        '\r\n\r\n',
        `\r\n${lengthOf('num=x')}\r\n\r\nnum=x`,
      ),
    );
    const damage = fc.record({
      at: fc.nat(whole.length - 1),
      cut: fc.nat(6),
      put: fc.uint8Array({ maxLength: 6 }),
    });
    const property = fc.asyncProperty(
      fc.array(damage, { minLength: 1, maxLength: 4 }),
      async (damages) => {
        let bytes = whole;
        for (const { at, cut, put } of damages)
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]);
        for (const status of statuses(await raw(bytes, 60)))
          expect(
            status,
            `printf %s ${bytes.toString('base64')} | base64 -d | nc server port`,
          ).toBeLessThan(500);
      },
    );
    await checkProperty(property, { runs: RANDOM_REQUESTS, shrinks: true });
  });
});
