import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Call } from '@meridian/contract/call';
import { userInfo, userLogin, userLogout } from '@meridian/contract/account';
import { cancelWithdrawal } from '@meridian/contract/custody';
import { officeLogout } from '@meridian/contract/office';
import { sessionEnd, sessionsEnd } from '@meridian/contract/security';
import { transactionIn } from '@meridian/contract/spot';
import { siteLinks } from '@meridian/contract/site';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';
import { Fault } from '../fault.ts';
import { LoginDelays } from '../modules/account/login-delays.ts';
import { AuditLog } from '../modules/office/audit-log.ts';
import { Operators } from '../modules/office/operators.ts';
import { Secrets } from '../secrets.ts';
import { Access } from './access.ts';
import { ClientAddresses } from './client-addresses.ts';
import { createGateway, type Gateway, type GatewayOptions } from './http.ts';
import { ADDRESS_RATE, TICKS_FILE_RATE, USER_RATE } from './limits.ts';

let database: TemporaryDatabase;
let webRoot: string;
let officeRoot: string;
let token: string;
let access: Access;
const open: Gateway[] = [];

beforeAll(async () => {
  database = await openTemporaryDatabase();
  access = new Access(database.queries);
  const user = {
    account: 'a@b.example',
    kind: 'email',
    country_code: '',
    password_hash: '',
    extension_code: 'A',
    referrer_id: null,
    account_number: '1',
  } as const;
  const { id } = await database.queries
    .insertInto('users')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow();
  token = await access.open(Number(id), { address: '127.0.0.1', device: '' });
  webRoot = buildSite('Meridian', 'app-1a2b3c.js');
  officeRoot = buildSite('Meridian office', 'office-1a2b3c.js');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});
afterAll(async () => {
  for (const folder of [webRoot, officeRoot]) rmSync(folder, { recursive: true, force: true });
  await database.remove();
});

/** A folder as a build leaves it. */
function buildSite(title: string, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-site-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>${title}</title>`);
  writeFileSync(join(folder, 'assets', script), 'export {};');
  return folder;
}

async function serve(
  changes: Partial<GatewayOptions> = {},
  register?: (gateway: Gateway) => void,
): Promise<string> {
  const secrets = new Secrets('a secret of the tests, and of nothing else');
  const gateway = await createGateway({
    addresses: new ClientAddresses([]),
    access,
    operators: new Operators({
      queries: database.queries,
      secrets,
      auditLog: new AuditLog(database.queries, secrets),
      delays: new LoginDelays(database.queries, secrets, 'operator'),
      needsTotp: false,
      waitMs: 0,
    }),
    production: false,
    rateLimits: false,
    webRoot,
    officeRoot,
    readiness: () => ({ ready: true, waitingFor: [] }),
    metrics: new Registry(),
    logger: pino({ level: 'silent' }),
    ...changes,
  });
  open.push(gateway);
  (register ?? registerSome)(gateway);
  return `http://127.0.0.1:${await gateway.listen({ host: '127.0.0.1', port: 0 })}`;
}

/** A private call with a body, a public one without, and one that talks too much. */
function registerSome(gateway: Gateway): void {
  gateway.registerCall(transactionIn, ({ input, session, idempotencyKey }) => {
    const message = JSON.stringify({ ...input, user: session.user, key: idempotencyKey });
    return {
      type: 'ok' as const,
      message,
      id: 1,
      status: 'open' as const,
      complete_number: '0',
      complete_money: '0',
      secret: 'x',
    };
  });
  gateway.registerCall(siteLinks, ({ language }) => ({
    app_url: language,
    custorm_url: '',
    c_pc: '',
  }));
}

async function answerOf(response: Response) {
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}

const ORDER = 'legal_id=3&currency_id=1&price=1.5&num=2&mode=2';

function post(address: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  return fetch(`${address}/api/transaction/in`, {
    method: 'POST',
    ...init,
    headers: { authorization: token, ...init.headers },
  });
}

/** Sends bytes as they are. Returns everything that comes back. */
function raw(address: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (data: string) => (received += data));
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('calls', () => {
  it('reads forms and JSON alike, and sends out only what the contract has', async () => {
    const address = await serve();
    const form = await answerOf(
      await post(address, {
        body: new URLSearchParams(ORDER),
        headers: { 'idempotency-key': 'k1' },
      }),
    );
    const json = await answerOf(
      await post(address, {
        body: '{"legal_id":3,"currency_id":1,"price":1.5,"num":"2","mode":"2"}',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
      }),
    );
    expect(form).toEqual(json);
    expect(JSON.parse(form['message' as never])).toEqual({
      legal_id: 3,
      currency_id: 1,
      price: '1.5',
      num: '2',
      mode: '2',
      user: 100_000,
      key: 'k1',
    });
    expect(form).not.toHaveProperty('secret');
  });

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded\t; charset=utf-8', 415],
    ['application/x-www-form-urlencoded; charset=gbk', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json, text/plain', 415],
    ['application/jsonx', 415],
    ['multipart/form-data; boundary=x', 415],
    ['APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8', 200],
    ['application/x-www-form-urlencoded;charset=utf-8', 200],
  ])('takes a body of %s with status %d', async (contentType, status) => {
    const response = await post(await serve(), {
      body: ORDER,
      headers: { 'content-type': contentType },
    });
    expect(response.status).toBe(status);
    if (status === 415)
      expect(await response.json()).toMatchObject({
        type: 'error',
        code: 'content_type_unsupported',
      });
  });

  it('refuses a body without a content type, and takes no body as no fields', async () => {
    const address = await serve();
    expect(await answerOf(await post(address, { body: new Blob([ORDER]) }))).toMatchObject({
      status: 415,
      code: 'content_type_unsupported',
    });
    expect(await answerOf(await post(address))).toMatchObject({
      status: 200,
      code: 'field_missing',
      field: 'legal_id',
    });
  });

  it('refuses fields that are sent twice', async () => {
    const address = await serve();
    expect(
      await answerOf(await post(address, { body: new URLSearchParams(`${ORDER}&num=3`) })),
    ).toMatchObject({ code: 'input_invalid', field: 'num' });
    const body = '{"legal_id":3,"currency_id":1,"price":"1","num":"2","num":"3","mode":2}';
    expect(
      await answerOf(
        await post(address, { body, headers: { 'content-type': 'application/json' } }),
      ),
    ).toMatchObject({ code: 'input_invalid', field: 'num' });
  });

  it('refuses a body that is too large or is no JSON', async () => {
    const address = await serve();
    expect(
      await answerOf(
        await post(address, { body: new URLSearchParams({ num: '1'.repeat(1_000_000) }) }),
      ),
    ).toMatchObject({ status: 413, code: 'body_too_large' });
    expect(
      await answerOf(
        await post(address, { body: '{"a":', headers: { 'content-type': 'application/json' } }),
      ),
    ).toMatchObject({ status: 400, code: 'body_malformed' });
  });

  it.each(['', ' ', 'a b', 'ü', 'x'.repeat(65)])('refuses the idempotency key %j', async (key) => {
    expect(
      await answerOf(
        await post(await serve(), {
          body: new URLSearchParams(ORDER),
          headers: { 'idempotency-key': encodeURI(key) === key ? key : 'a b' },
        }),
      ),
    ).toMatchObject({ code: 'idempotency_key_invalid' });
  });

  it('answers only its declared methods', async () => {
    const address = await serve();
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await fetch(`${address}/api/transaction/in`, {
        method,
        headers: { authorization: token },
      });
      expect(response.status, method).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
      expect(await response.json()).toMatchObject({ type: 'error', code: 'method_not_allowed' });
    }
    expect((await fetch(`${address}/api/custorm`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${address}/api//custorm`)).status).toBe(400);
    for (const path of [
      '/api/nothing',
      '/api/custorm/',
      '/api/custorm;x',
      '/api/custorm.',
      '/API/custorm',
      '/api/%zz',
      '/api/..%2f..%2fetc/passwd',
    ]) {
      expect(await answerOf(await fetch(`${address}${path}`)), path).toMatchObject({
        status: 404,
        code: 'route_not_found',
      });
    }
  });

  it('speaks the language that it is asked for', async () => {
    const address = await serve();
    for (const [lang, text] of [
      ['zh', '请填写 legal_id。'],
      ['hk', '請填寫 legal_id。'],
      ['xx', 'Please fill in legal_id.'],
    ] as const) {
      expect(await answerOf(await post(address, { headers: { lang } }))).toMatchObject({
        message: text,
      });
    }
  });

  it('turns faults and bugs into answers that show nothing of the inside', async () => {
    const address = await serve({}, (gateway) => {
      gateway.registerCall(siteLinks, () =>
        Promise.reject(new Fault('engine_busy', 'queue of /var/lib is full')),
      );
      gateway.registerCall(userInfo, () =>
        Promise.reject(new Error('SELECT * FROM users; /home/x/secret.ts:1')),
      );
      gateway.registerCall(userLogin, () =>
        Promise.reject(
          Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
        ),
      );
    });
    const busy = await fetch(`${address}/api/custorm`);
    expect(busy.headers.get('retry-after')).toBe('1');
    expect(await answerOf(busy)).toEqual({
      status: 503,
      type: 'error',
      code: 'engine_busy',
      message: 'The exchange is very busy. Nothing was done; please try again.',
    });
    const bug = await fetch(`${address}/api/user/info`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await answerOf(bug)).toEqual({
      status: 500,
      type: 'error',
      code: 'internal_error',
      message: 'Something went wrong on our side. Please try again later.',
    });
    const down = await fetch(`${address}/api/user/login`, {
      method: 'POST',
      body: new URLSearchParams({ user_string: 'a', password: 'b' }),
    });
    expect(await answerOf(down)).toMatchObject({ status: 503, code: 'database_unavailable' });
  });
});

describe('transport', () => {
  it.each([
    ['a header without a colon', 'GET / HTTP/1.1\r\nbad header\r\n\r\n', 400],
    ['an unknown method', 'FOO /api/custorm HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'chunked and a length',
      'POST /api/transaction/in HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /api/transaction/in HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcde',
      400,
    ],
    ['no host', 'GET /api/custorm HTTP/1.1\r\n\r\n', 400],
    ['HTTP/1.0', 'GET /api/custorm HTTP/1.0\r\n\r\n', 200],
    [
      'gzip that is none',
      `POST /api/transaction/in HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: TOKEN\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\nxx`,
      400,
    ],
  ])('answers %s with a clear status', async (_what, bytes, status) => {
    const received = await raw(await serve(), bytes.replace('TOKEN', token));
    expect(received).toMatch(new RegExp(`^HTTP/1\\.[01] ${status} `));
    if (status !== 200 && received.includes('\r\n\r\n{'))
      expect(received).toContain('"type":"error"');
  });
});

describe('a request that does not come to its end', () => {
  it.each([
    ['head', 'POST /api/transaction/in HTTP/1.1\r\nhost: x\r\n'],
    [
      'body',
      'POST /api/transaction/in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
    ],
  ])('is cut off in its %s', async (_part, bytes) => {
    const address = await serve({}, (gateway) => {
      registerSome(gateway);
      // As in life, in less time.
      Object.assign(gateway.httpServer, {
        headersTimeout: 100,
        requestTimeout: 100,
        connectionsCheckingInterval: 20,
      });
    });
    const received = await raw(
      address,
      bytes.replace('host: x', `host: x\r\nauthorization: ${token}`),
    );
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(received).toContain('"code":"request_timeout"');
  });
});

describe('access', () => {
  it('asks a stranger to log in, and who has an old token to do so again', async () => {
    const address = await serve();
    const stranger = await answerOf(
      await fetch(`${address}/api/transaction/in`, { method: 'POST' }),
    );
    expect(stranger).toEqual({
      status: 200,
      type: '999',
      code: 'session_required',
      message: 'Please log in.',
    });
    expect(
      await answerOf(await post(address, { headers: { authorization: 'A'.repeat(43) } })),
    ).toMatchObject({ type: '999', code: 'session_expired' });
  });

  it('ends a session at once, in the cache and for a server that starts anew', async () => {
    const address = await serve();
    const mine = await access.open(100_000, { address: '127.0.0.1', device: '' });
    const ended: string[] = [];
    access.onEnd(({ session }) => ended.push(session));
    expect(await answerOf(await post(address, { headers: { authorization: mine } }))).toMatchObject(
      { code: 'field_missing' },
    );
    const session = await access.find(mine);
    if (session === undefined) throw new Error('the session is unknown');
    await access.end(session);
    expect(ended).toEqual([session.session]);
    expect(await answerOf(await post(address, { headers: { authorization: mine } }))).toMatchObject(
      { type: '999' },
    );
    expect(await new Access(database.queries).find(mine)).toBeUndefined();
  });

  it('forgets a session that was idle for a day or is a month old, and keeps only a hash of its token', async () => {
    const halfDay = 43_200_000;
    let nowMs = Date.now();
    const clocked = new Access(database.queries, () => nowMs);
    const idle = await clocked.open(100_000, { address: '127.0.0.1', device: '' });
    const busy = await clocked.open(100_000, { address: '127.0.0.1', device: '' });
    for (let halfDays = 0; halfDays < 60; halfDays++) {
      expect(await clocked.find(busy)).toMatchObject({ user: 100_000 });
      if (halfDays === 3) expect(await clocked.find(idle)).toBeUndefined();
      nowMs += halfDay;
    }
    nowMs += halfDay;
    expect(await clocked.find(busy)).toBeUndefined();
    const rows = await database.queries.selectFrom('sessions').selectAll().execute();
    expect(
      JSON.stringify(rows, (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    ).not.toContain(idle);
  });
});

describe('behind a proxy of ours', () => {
  it('says who called by the address that the proxy wrote: to handlers and to the log of operators', async () => {
    const seen: string[] = [];
    const operators: GatewayOptions['operators'] = {
      find: () => Promise.resolve({ operator: 1, role: 'owner', session: 's' }),
      refusalOf: () => Promise.resolve(undefined),
      confirm: () => Promise.resolve(),
      audit: (_operator, address) => Promise.resolve(void seen.push(address)),
    };
    const address = await serve(
      { operators, addresses: new ClientAddresses(['127.0.0.0/8']) },
      (gateway) => {
        gateway.registerCall(officeLogout, async (context) => {
          seen.push(context.address);
          await context.audit({ action: 'logout', subject: '' });
          return 'done';
        });
      },
    );
    const answer = await fetch(`${address}${officeLogout.path}`, {
      method: 'POST',
      headers: { authorization: 'x', 'x-forwarded-for': '6.6.6.6, 203.0.113.7' },
    });
    expect([answer.status, ...seen]).toEqual([200, '203.0.113.7', '203.0.113.7']);
  });
});

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

  it('gives one address a few files of ticks, then one now and then', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const address = await serve({ rateLimits: true }, (gateway) =>
      gateway.serveTicks(() => Readable.from(['tick,time_ms,price,quoted_ms,sources,hash\n'])),
    );
    const ask = () => fetch(`${address}/api/microtrade/ticks?market=1&day=2026-01-31`);
    for (let request = 0; request < TICKS_FILE_RATE.burst; request++)
      expect(await (await ask()).text()).toContain('tick,');
    expect(await answerOf(await ask())).toMatchObject({ status: 429, code: 'too_many_requests' });
    vi.setSystemTime(Date.now() + 5_000);
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  });
});

describe('readers of ticks that do not read', () => {
  const PATH = '/api/microtrade/ticks?market=1&day=2026-01-31';
  const PLACES = 4;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    // What a reader of a file without end has asked for is never done.
    for (const { httpServer } of open) httpServer.closeAllConnections();
  });
  /** Files without end, so that no buffer between takes all. */
  const endless = (): Readable =>
    Readable.from(
      (function* () {
        for (;;) yield 'x'.repeat(65_536);
      })(),
    );
  /** Asks for a file and takes of it what `take` does with the connection. */
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
        gateway.serveTicks(() => (opened++, endless()), patience),
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
      (gateway) => gateway.serveTicks(() => (opened++, endless())),
    );
    void read(address, (socket) => void socket.pause());
    await vi.waitFor(() => expect(opened).toBe(1), 1_000);
    expect(await statusOf(address)).toBe(429);
  });
});

describe('pages', () => {
  it('serves the web application: its files, its routes, and hashed files for ever', async () => {
    const address = await serve();
    for (const path of ['/', '/dealCenter', '/components/noticeDetail?id=1']) {
      const response = await fetch(`${address}${path}`);
      expect(await response.text(), path).toContain('<title>Meridian<');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-security-policy')).toMatch(
        /script-src 'self';.*frame-ancestors 'none'/,
      );
      expect(response.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('strict-transport-security')).toBeNull();
    }
    expect((await fetch(`${address}/assets/app-1a2b3c.js`)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const path of ['/assets/gone.js', '/assets/..%2f..%2fetc/passwd', '/metrics/x'])
      expect((await fetch(`${address}${path}`)).status, path).toBe(404);
    expect((await fetch(`${address}/dealCenter`, { method: 'POST' })).status).toBe(404);
  });

  it('lets forms go to the payment gateway where there is one, and nowhere else', async () => {
    const targetOf = async (settings: Partial<GatewayOptions>) =>
      /form-action ([^;]*)/.exec(
        (await fetch(await serve(settings))).headers.get('content-security-policy') ?? '',
      )?.[1];
    expect(await targetOf({})).toBe("'self'");
    expect(await targetOf({ formTarget: 'https://pay.example/gate;x,y/pay?version=1' })).toBe(
      "'self' https://pay.example/gate%3Bx%2Cy/pay",
    );
  });

  it('serves the office beside it, also where only one of the two was built', async () => {
    for (const address of [await serve(), await serve({ webRoot: undefined })]) {
      for (const path of ['/office', '/office/', '/office/users?q=1']) {
        const response = await fetch(`${address}${path}`);
        expect(await response.text(), path).toContain('<title>Meridian office<');
        expect(response.headers.get('content-security-policy')).toMatch(
          /script-src 'self';.*frame-ancestors 'none'/,
        );
      }
      expect(
        (await fetch(`${address}/office/assets/office-1a2b3c.js`)).headers.get('cache-control'),
      ).toBe('public, max-age=31536000, immutable');
      for (const path of ['/office/assets/app-1a2b3c.js', '/office/api/nothing'])
        expect((await fetch(`${address}${path}`)).status, path).toBe(404);
    }
    const address = await serve({ officeRoot: undefined });
    expect((await fetch(`${address}/office/`)).status).toBe(404);
    expect(await (await fetch(`${address}/officers`)).text()).toContain('<title>Meridian<');
  });

  it('asks browsers for secure connections in production only', async () => {
    const address = await serve({ production: true });
    for (const path of ['/api/custorm', '/', '/office/', '/healthz'])
      expect(
        (await fetch(`${address}${path}`)).headers.get('strict-transport-security'),
        path,
      ).toMatch(/max-age=31536000/);
    const forms = await serve({ production: true }, (gateway) =>
      gateway.serveForm('/api/payment/gateway', () => Promise.resolve({ html: '' })),
    );
    expect(
      (await fetch(`${forms}/api/payment/gateway`, { method: 'POST' })).headers.get(
        'strict-transport-security',
      ),
    ).toMatch(/max-age=31536000/);
  });

  it('gives pages no power that they do not use, and a window of their own, on plain HTTP too', async () => {
    const address = await serve();
    const policyOf = async (path: string) => (await fetch(address + path)).headers;
    for (const path of ['/', '/office/', '/api/docs/']) {
      const headers = await policyOf(path);
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(headers.get('permissions-policy'), path).toMatch(
        /camera=\(\).*geolocation=\(\).*publickey-credentials-get=\(self\)/,
      );
    }
    expect((await policyOf('/')).get('content-security-policy')).toContain(
      "require-trusted-types-for 'script'; trusted-types dompurify",
    );
    expect((await policyOf('/dealCenter')).get('content-security-policy')).toContain(
      'require-trusted-types-for',
    );
    for (const path of ['/office/', '/api/docs/'])
      expect((await policyOf(path)).get('content-security-policy'), path).not.toContain(
        'trusted-types',
      );
  });

  it('sends its headers with every answer, also with refusals', async () => {
    const address = await serve();
    for (const path of [
      '/api/custorm',
      '/api/user/nothing',
      '/api/transaction/in',
      '/healthz',
      '/api/openapi.json',
      '/',
    ]) {
      const { headers } = await fetch(`${address}${path}`);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    }
  });

  it('says how the server is', async () => {
    let ready = false;
    const address = await serve({
      readiness: () => ({ ready, waitingFor: ready ? [] : ['feed'] }),
    });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect(await answerOf(await fetch(`${address}/readyz`))).toEqual({
      status: 503,
      ready: false,
      waitingFor: ['feed'],
    });
    ready = true;
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await fetch(`${address}/api/custorm`);
    expect(await (await fetch(`${address}/metrics`)).text()).toContain(
      'http_call_seconds_count{call="GET /api/custorm"} 1',
    );
  });

  it('describes exactly the calls that it serves, and shows them on a page', async () => {
    let gateway: Gateway | undefined;
    const address = await serve({}, (created) => {
      gateway = created;
      registerSome(created);
    });
    const document = (await (await fetch(`${address}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const registered = (gateway?.calls ?? []).map(({ method, path }: Call) => `${method} ${path}`);
    expect(described.sort((a, b) => (a < b ? -1 : 1))).toEqual(
      registered.sort((a, b) => (a < b ? -1 : 1)),
    );
    const page = await fetch(`${address}/api/docs/`);
    expect(await page.text()).toContain('swagger-ui');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('refuses to register a call twice', async () => {
    await expect(
      serve({}, (gateway) => [1, 2].forEach(() => registerSome(gateway))),
    ).rejects.toThrow('registered twice');
  });
});
