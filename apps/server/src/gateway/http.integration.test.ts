import { userInfo, userLogin } from '@meridian/contract/account/calls';
import { officeLogout } from '@meridian/contract/office/calls';
import { siteLinks } from '@meridian/contract/site/calls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../fault.ts';
import { Access } from './access.ts';
import { ClientAddresses } from './client-addresses.ts';
import type { GatewayOptions } from './http.ts';
import {
  ORDER,
  access,
  answerOf,
  closeGateways,
  database,
  openGround,
  post,
  raw,
  registerSome,
  removeGround,
  serve,
  token,
} from '../../test/test-gateway.ts';

beforeAll(openGround);
afterEach(closeGateways);
afterAll(removeGround);

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

it('names a port that another program has as that', async () => {
  const port = Number(new URL(await serve()).port);
  await expect(serve({}, undefined, port)).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: `cannot listen at 127.0.0.1:${port}: another program listens there`,
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
      expect(gateway.httpServer.headersTimeout).toBe(8_000);
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
