import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { Server, type Socket } from 'socket.io';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServerProcess } from '../e2e/server-process.ts';

// Runs each example as a stranger would, against a server started like `npm start`, and compares
// its output with the server's own answers.

const ENDS_WITHIN_MS = 60_000;
const DEMO = { user_string: 'demo@meridian.test', password: 'Demo1234' };
const PAIR = { currency_id: 1, legal_id: 3 };
const DEPTH = '/api/market/depth?currency_id=1&legal_id=3&limit=1';

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs `examples/NAME/NAME.ts` against a server until it ends. */
async function run(name: string, url: string, ...given: string[]): Promise<Ended> {
  const program = path.join(import.meta.dirname, name, `${name}.ts`);
  const child = spawn(process.execPath, [program, ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], MERIDIAN_URL: url },
  });
  const forced = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(forced);
  return { code, output, errors };
}

describe('against a running exchange', () => {
  let server: ServerProcess;
  let token: string;
  beforeAll(async () => {
    // Without limits on requests: one test asks for the book as often as it can.
    server = await ServerProcess.start({ RATE_LIMITS: 'off' });
    token = (await ask<string>('/api/user/login', DEMO)).message;
  });
  afterAll(() => server.remove());

  async function ask<Message>(at: string, input: object, key?: string): Promise<Answer<Message>> {
    const response = await fetch(server.url + at, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: token ?? '',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(input),
    });
    return (await response.json()) as Answer<Message>;
  }

  test('place-order places one order, however often it asks, and revokes it', async () => {
    const { code, output, errors } = await run('place-order', server.url);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const [, id, quantity, price] =
      /^order (\d+) is open: buy (\S+) BTC\/USDT at (\S+)$/m.exec(output) ?? [];
    const [, name, count] = /^open orders of the name (\S+): (\d+)$/m.exec(output) ?? [];
    expect(output).toContain(`asked again with the same key: order ${id}\n`);
    expect(count).toBe('1');
    const ended = async () =>
      (await ask<{ list: object[] }>('/api/transaction_complete', PAIR)).message.list;
    await expect.poll(ended, { timeout: 10_000 }).toEqual([
      expect.objectContaining({
        id: Number(id),
        client_order_id: name,
        limit_price: price,
        total_number: quantity,
        post_only: 1,
        status: 'cancelled',
      }),
    ]);
    expect(await ask('/api/transaction_open', {})).toMatchObject({ message: { total: 0 } });
  });

  test('follow-book has the book that the exchange has', async () => {
    const depths = new Map<string, string>();
    const progress = { hasEnded: false };
    const following = run('follow-book', server.url, 'BTC/USDT', '30').finally(
      () => (progress.hasEnded = true),
    );
    while (!progress.hasEnded) {
      const response = await fetch(server.url + DEPTH);
      const { seq, bids, asks } = ((await response.json()) as { message: Depth }).message;
      const [bid = '1'] = bids[0] ?? [];
      depths.set(String(seq), `bid ${bid} ask ${asks[0]?.[0]}`);
      // Moves the book, which at rest changes about once in a second.
      const order = { ...PAIR, mode: 2, price: bid, num: '0.001', post_only: 1 };
      const { id } = await ask('/api/transaction/in', order, `rest-${seq}`);
      if (id !== undefined) await ask('/api/transaction_del', { id }, `revoke-${seq}`);
    }
    const { code, output, errors } = await following;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const lines = [...output.matchAll(/^(\d+) BTC\/USDT (bid \S+ ask \S+) checksum \d+$/gm)];
    expect(lines.length).toBeGreaterThan(30);
    // The feed sends one frame at a time, so not every state of the book appears in both.
    const compared = lines.filter(([, seq = '']) => depths.has(seq));
    expect(compared.length).toBeGreaterThan(0);
    for (const [, seq = '', best] of compared) expect(best).toBe(depths.get(seq));
  });

  test('reconcile-statement explains what the wallets hold after a trade and a transfer', async () => {
    const bought = await ask('/api/transaction/in', { ...PAIR, mode: 1, num: '0.01' }, 'bought');
    const moved = await ask(
      '/api/wallet/change',
      { number: '250.5', currency_id: 3, from_field: 'change', to_field: 'legal' },
      'moved',
    );
    expect([bought.type, moved.type]).toEqual(['ok', 'ok']);
    const { code, output, errors } = await run('reconcile-statement', server.url);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const { change_wallet: spot } = (await ask<Wallets>('/api/wallet/list', {})).message;
    for (const name of ['BTC', 'USDT']) {
      const row = spot.balance.find(({ currency_name }) => currency_name === name);
      expect(output).toContain(`change ${name} ${row?.change_balance}\n`);
    }
    expect(output).toContain('legal USDT 250.5\n');
    expect(output).toMatch(/^\d+ rows explain every balance$/m);
  });

  test('reconcile-statement finds a row that somebody has changed', async () => {
    const database = new pg.Client({ connectionString: server.databaseUrl });
    await database.connect();
    const change = `UPDATE statements SET amount = amount + 1 WHERE id =
      (SELECT max(id) FROM statements WHERE user_id = (SELECT id FROM users WHERE email = $1))
      RETURNING id`;
    const { rows } = await database.query<{ id: string }>(change, [DEMO.user_string]);
    await database.end();
    const { code, errors } = await run('reconcile-statement', server.url);
    expect(code).toBe(1);
    expect(errors).toContain(`row ${rows[0]?.id}: `);
  });
});

interface Answer<Message> {
  readonly type: string;
  readonly message: Message;
  /** Id of a placed order. */
  readonly id?: number;
}

interface Wallets {
  readonly change_wallet: {
    readonly balance: readonly {
      readonly currency_name: string;
      readonly change_balance: string;
    }[];
  };
}

interface Depth {
  readonly seq: number;
  readonly bids: readonly (readonly string[])[];
  readonly asks: readonly (readonly string[])[];
}

describe('a feed that lies', () => {
  /** CRC-32 of `9:1,11:1`, `9:2,11:1` and `9:1,11:2`: by Python's zlib.crc32. */
  const CHECKSUMS = { first: 569226510, bidTwo: 2809776032, askTwo: 3102008500 };
  const SNAPSHOT = {
    ...PAIR,
    kind: 'snapshot',
    seq: 5,
    prev_seq: 5,
    bids: [['9', '1']],
    asks: [['11', '1']],
    checksum: CHECKSUMS.first,
  };
  const change = { ...PAIR, kind: 'change', seq: 7, prev_seq: 5, bids: [['9', '2']], asks: [] };
  /** Events for the socket's first, second and third subscription. */
  const PARTS = [
    [SNAPSHOT, { ...change, checksum: CHECKSUMS.askTwo }],
    [SNAPSHOT, { ...change, prev_seq: 6, checksum: CHECKSUMS.bidTwo }],
    [SNAPSHOT, { ...change, seq: 5, checksum: 0 }, { ...change, checksum: CHECKSUMS.bidTwo }],
  ];
  let http: HttpServer;
  let subscriptions = 0;
  beforeAll(async () => {
    const quotation = [{ ...PAIR, currency_name: 'BTC', legal_name: 'USDT' }];
    http = createServer((_request, answer) => {
      answer.end(JSON.stringify({ type: 'ok', message: [{ quotation }] }));
    });
    new Server(http, { path: '/wss/socket.io/' }).on('connection', (socket: Socket) => {
      socket.on('subscribe', () => {
        for (const event of PARTS[subscriptions++] ?? []) socket.emit('market_depth', event);
      });
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
  });
  afterAll(() => http.close());

  test('follow-book takes a new snapshot after a wrong checksum and after a missed change', async () => {
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const { code, output, errors } = await run('follow-book', url, 'BTC/USDT', '1');
    expect(code).toBe(0);
    expect(subscriptions).toBe(3);
    expect(errors).toBe("at 7 the book is not the exchange's: it begins anew\n");
    expect(output.split('\n').at(-2)).toBe(`7 BTC/USDT bid 9 ask 11 checksum ${CHECKSUMS.bidTwo}`);
  });
});
