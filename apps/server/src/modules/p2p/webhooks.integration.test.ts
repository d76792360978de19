/** Webhooks against real receivers on this machine. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  dealCancel,
  dealPay,
  dealRelease,
  dealTake,
  adSend,
  ownAds,
} from '@meridian/contract/p2p/calls';
import { chatSend } from '@meridian/contract/p2p/chat-calls';
import { officeP2pChatSend } from '@meridian/contract/p2p/office-cases';
import { p2pBondPost } from '@meridian/contract/p2p/trader-calls';
import {
  webhook,
  webhookEnable,
  webhookResend,
  webhookSave,
  webhookTest,
} from '@meridian/contract/p2p/webhook-calls';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { openP2p, refusalOf, verifiedTraders } from '../../../test/people/p2p-traders.ts';
import { ALICE, BOB, TEST_FIELDS, TestExchange } from '../../../test/test-exchange.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { resetProjections } from '../../projector/reset.ts';
import { WebhookDeliveries } from './webhook-deliveries.ts';

const DAY_MS = 86_400_000;

interface Heard {
  readonly event: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly raw: string;
  readonly body: Record<string, unknown>;
}

let exchange: TestExchange;
let runner: WebhookDeliveries;
/** Lead of the runner's clock. */
let laterMs = 0;
let receiver: Server;
let heard: Heard[] = [];
/** How the receiver answers. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let url = '';

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  await verifiedTraders(exchange, [ALICE, BOB]);
  receiver = createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk: Buffer) => (raw += chunk.toString()));
    request.on('end', () => {
      const { headers } = request;
      heard.push({
        event: String(headers['x-meridian-event']),
        timestamp: String(headers['x-meridian-timestamp']),
        signature: String(headers['x-meridian-signature']),
        raw,
        body: JSON.parse(raw) as Record<string, unknown>,
      });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await exchange.close();
  receiver.closeAllConnections();
  receiver.close();
});

beforeEach(async () => {
  await exchange.reset();
  for (const table of ['p2p_deliveries', 'p2p_webhooks'] as const)
    await exchange.queries.deleteFrom(table).execute();
  await openP2p(exchange, [ALICE, BOB]);
  await exchange.call(p2pBondPost, { currency_id: 3, number: '1000' }, { user: ALICE });
  await exchange.engine.submit({
    kind: 'p2p.merchant',
    user: ALICE,
    isMerchant: true,
    operator: 1,
  });
  heard = [];
  laterMs = 0;
  answer = (_request, response) => void response.writeHead(200).end('ok');
  runner = newRunner();
});
afterEach(() => runner.stop());

function newRunner(isDemo = true): WebhookDeliveries {
  return new WebhookDeliveries({
    queries: exchange.queries,
    fields: TEST_FIELDS,
    live: exchange.live,
    warn: (text) => expect.soft(text).toBe(''),
    now: () => exchange.live.timeMs + laterMs,
    isDemo,
    isDemoPublic: false,
  });
}

const projected = () => new ProjectionGate(exchange.queries).reached(exchange.live.seq);

/** Rounds until nothing is due any more. */
async function tell(): Promise<void> {
  await projected();
  await rounds();
}

async function rounds(): Promise<void> {
  for (let round = 0; round < 12; round++) {
    await runner.rounds.runOnce();
    await runner.idle();
  }
}

async function set(to = url, user = ALICE): Promise<string> {
  await exchange.stepUp(user);
  return (await exchange.call(webhookSave, { url: to }, { user })).secret;
}

async function order(): Promise<number> {
  const ad = { type: 'sell', currency_id: 3, price: '7.05', total_number: '1000' } as const;
  await exchange.call(adSend, { ...ad, way: 'bank', min_number: '10' }, { user: ALICE });
  const taken = (await exchange.call(ownAds, {}, { user: ALICE })).data[0]?.id ?? 0;
  return (await exchange.call(dealTake, { id: taken, number: '10' }, { user: BOB })).id;
}

const log = async () => (await exchange.call(webhook, {}, { user: ALICE })).deliveries;

describe('an endpoint', () => {
  it('is told of each step and message of a deal in their order, signed, without personal data', async () => {
    const secret = await set();
    const id = await order();
    await exchange.call(chatSend, { id, client_id: 'a', text: 'My secret words' }, { user: BOB });
    await exchange.call(chatSend, { id, client_id: 'b', text: 'Good day' }, { user: ALICE });
    await exchange.call(dealPay, { id }, { user: BOB });
    await tell();
    await exchange.stepUp(ALICE);
    await exchange.call(dealRelease, { id }, { user: ALICE });
    await tell();
    expect(heard.map(({ body }) => [body['type'], body['deal'], body['version']])).toEqual([
      ['order.placed', id, 1],
      ['order.paid', id, 2],
      ['order.message', id, undefined],
      ['order.released', id, 3],
    ]);
    expect(heard[1]?.body).toMatchObject({
      state: 'paid',
      side: 'sell',
      coin: 'USDT',
      number: '10',
      money_cny: '70.50',
    });
    for (const { event, timestamp, signature, raw, body } of heard) {
      const hmac = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex');
      expect(signature).toBe(`v1=${hmac}`);
      expect(Math.abs(Number(timestamp) * 1_000 - Date.now())).toBeLessThan(60_000);
      expect(body['id']).toBe(event);
      expect(raw).not.toContain('secret words');
      expect(raw).not.toContain(`${BOB}`);
    }
    expect(await log()).toMatchObject([
      { type: 'order.released', state: 'delivered', status: 200, attempts: 1 },
      {},
      {},
      {},
    ]);
  });

  it('hears each event once, also after a rebuild of the read models', async () => {
    await set();
    const id = await order();
    await exchange.call(dealCancel, { id }, { user: BOB });
    await tell();
    expect(heard.map(({ body }) => body['type'])).toEqual(['order.placed', 'order.cancelled']);
    const steps = await exchange.queries.selectFrom('p2p_steps').selectAll().execute();
    const deals = await exchange.queries.selectFrom('p2p_deals').selectAll().execute();
    await resetProjections(exchange.queries);
    await rounds();
    await exchange.queries.insertInto('p2p_deals').values(deals).execute();
    await exchange.queries.insertInto('p2p_steps').values(steps).execute();
    await rounds();
    expect(heard).toHaveLength(2);
    expect(await log()).toHaveLength(2);
  });

  it('is not told of what came before it, or while it was off', async () => {
    const before = await order();
    await exchange.call(chatSend, { id: before, client_id: 'a', text: 'Early' }, { user: BOB });
    await projected();
    await set();
    await tell();
    expect(heard).toEqual([]);
    await exchange.call(webhookEnable, { is_enabled: '0' }, { user: ALICE });
    await exchange.call(dealPay, { id: before }, { user: BOB });
    await projected();
    await tell();
    await exchange.call(webhookEnable, { is_enabled: '1' }, { user: ALICE });
    await tell();
    expect(heard).toEqual([]);
    await exchange.call(webhookEnable, { is_enabled: '0' }, { user: ALICE });
    await exchange.stepUp(ALICE);
    await exchange.call(dealRelease, { id: before }, { user: ALICE });
    await tell();
    await set();
    await tell();
    expect(heard).toEqual([]);
    exchange.engine.advance(1_000);
    await exchange.call(chatSend, { id: before, client_id: 'c', text: 'Late' }, { user: BOB });
    await tell();
    expect(heard.map(({ body }) => body['type'])).toEqual(['order.message']);
  });

  it('is not told of what the office writes to the other side alone', async () => {
    const office = await TestOffice.open(exchange);
    await set();
    const id = await order();
    exchange.engine.advance(1_000);
    for (const to of ['buyer', 'seller', 'both'] as const)
      await office.as('support', officeP2pChatSend, { id, to, client_id: to, text: 'Hello' });
    await tell();
    expect(heard.map(({ body }) => body['type'])).toEqual([
      'order.placed',
      'order.message',
      'order.message',
    ]);
  });

  it('hears an event again that was on its way when the server was killed, under the same id', async () => {
    await set();
    await order();
    let release: (() => void) | undefined;
    answer = (_request, response) => {
      release = () => void response.writeHead(200).end();
    };
    await projected();
    await runner.rounds.runOnce();
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 5_000 });
    // Another server begins from the rows; the first one never notes its answer.
    const killed = runner;
    answer = (_request, response) => void response.writeHead(200).end();
    runner = newRunner();
    await tell();
    expect(heard).toHaveLength(2);
    expect(heard[1]?.event).toBe(heard[0]?.event);
    release?.();
    await killed.stop();
    expect(await log()).toMatchObject([{ state: 'delivered' }]);
  });

  it('gets what it refused again, later and later, and the deal waits; given up after a day and told', async () => {
    await set();
    const id = await order();
    await exchange.call(dealPay, { id }, { user: BOB });
    answer = (_request, response) => void response.writeHead(500).end();
    await tell();
    expect(heard).toHaveLength(1);
    laterMs = 4_000;
    await tell();
    expect(heard).toHaveLength(1);
    laterMs = 6_000;
    await tell();
    expect(heard).toHaveLength(2);
    expect(new Set(heard.map(({ event }) => event)).size).toBe(1);
    answer = (_request, response) => void response.writeHead(204).end();
    laterMs = 30_000;
    await tell();
    expect(heard.map(({ body }) => body['type'])).toEqual([
      'order.placed',
      'order.placed',
      'order.placed',
      'order.paid',
    ]);

    await exchange.stepUp(ALICE);
    await exchange.call(dealRelease, { id }, { user: ALICE });
    answer = (_request, response) => void response.writeHead(503).end();
    await tell();
    for (let hour = 1; hour <= 25; hour++) {
      laterMs = hour * 3_600_000;
      await tell();
    }
    expect(await log()).toMatchObject([
      { type: 'order.released', state: 'given_up', status: 503, next_time_ms: 0 },
      {},
      {},
    ]);
    const told = await exchange.queries
      .selectFrom('notifications')
      .select('user_id')
      .where('kind', '=', 'p2p_webhook_given_up')
      .execute();
    expect(told).toEqual([{ user_id: BigInt(ALICE) }]);

    answer = (_request, response) => void response.writeHead(200).end();
    const [last] = await log();
    await exchange.call(webhookResend, { id: last?.id ?? 0 }, { user: ALICE });
    await tell();
    expect((await log())[0]).toMatchObject({ state: 'delivered', status: 200 });
  });

  it('that is dead or slow keeps no other merchant waiting, with two attempts at a time', async () => {
    await set();
    await exchange.call(p2pBondPost, { currency_id: 3, number: '1000' }, { user: BOB });
    await exchange.engine.submit({
      kind: 'p2p.merchant',
      user: BOB,
      isMerchant: true,
      operator: 1,
    });
    const other: string[] = [];
    const fast = createServer((request, response) => {
      other.push(String(request.headers['x-meridian-event']));
      response.writeHead(200).end();
    });
    await new Promise<void>((resolve) => fast.listen(0, '127.0.0.1', resolve));
    await set(`http://127.0.0.1:${(fast.address() as AddressInfo).port}/`, BOB);
    answer = () => undefined;
    for (let count = 0; count < 4; count++) await order();
    await projected();
    const began = Date.now();
    for (let round = 0; round < 8; round++) {
      await runner.rounds.runOnce();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await vi.waitFor(() => expect(other).toHaveLength(4), { timeout: 5_000 });
    expect(Date.now() - began).toBeLessThan(9_000);
    expect(heard).toHaveLength(2);
    receiver.closeAllConnections();
    fast.closeAllConnections();
    fast.close();
  });

  it('is told nothing once its owner is no merchant', async () => {
    await set();
    const id = await order();
    await exchange.engine.submit({
      kind: 'p2p.merchant',
      user: ALICE,
      isMerchant: false,
      operator: 1,
    });
    await exchange.call(dealPay, { id }, { user: BOB });
    await tell();
    expect(heard).toEqual([]);
    // An event that had not been sent yet is sent to nobody, also when the mark comes back.
    expect((await log()).map(({ state }) => state)).not.toContain('waiting');
    expect(await refusalOf(exchange.call(webhookTest, {}, { user: ALICE }))).toBe(
      'merchant_needed',
    );
  });

  it('is forgotten after 30 days, but for what waits', async () => {
    await set();
    await exchange.call(webhookTest, {}, { user: ALICE });
    await tell();
    expect(heard.map(({ body }) => body['type'])).toEqual(['test']);
    laterMs = 31 * DAY_MS;
    await tell();
    expect(await log()).toEqual([]);
  });
});

describe('an answer', () => {
  const once = async (): Promise<Record<string, unknown>> => {
    await set();
    await exchange.call(webhookTest, {}, { user: ALICE });
    await projected();
    await runner.rounds.runOnce();
    await runner.idle();
    return (await log())[0] as unknown as Record<string, unknown>;
  };

  it('that redirects is no success, and nothing follows it', async () => {
    let hits = 0;
    answer = (_request, response) => {
      hits++;
      response.writeHead(307, { location: url }).end();
    };
    expect(await once()).toMatchObject({ state: 'waiting', status: 307, attempts: 1 });
    expect(hits).toBe(1);
  });

  it('without an end is cut off, and counts by its status', async () => {
    let sentBytes = 0;
    answer = (_request, response) => {
      response.writeHead(200);
      const more = setInterval(() => {
        sentBytes += 65_536;
        response.write('x'.repeat(65_536));
      }, 1);
      response.on('close', () => clearInterval(more));
    };
    expect(await once()).toMatchObject({ state: 'delivered', status: 200 });
    expect(sentBytes).toBeLessThan(20_000_000);
  });

  it('with endless headers is none', async () => {
    answer = (_request, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(64_000)}\r\n\r\n`);
    };
    expect(await once()).toMatchObject({ state: 'waiting', status: 0, failure: 'connection' });
  });

  it('that does not come in ten seconds is none', { timeout: 30_000 }, async () => {
    answer = () => undefined;
    const delivery = await once();
    expect(delivery).toMatchObject({ state: 'waiting', status: 0, failure: 'timeout' });
    expect(Number(delivery['duration_ms'])).toBeLessThan(13_000);
    receiver.closeAllConnections();
  });

  it('behind a certificate that nobody vouches for is none', async () => {
    const secure = createSecureServer(selfSigned('localhost'), () => expect.unreachable());
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    await set(`https://localhost:${(secure.address() as AddressInfo).port}/`);
    await exchange.call(webhookTest, {}, { user: ALICE });
    await runner.rounds.runOnce();
    await runner.idle();
    expect((await log())[0]).toMatchObject({ state: 'waiting', status: 0, failure: 'certificate' });
    secure.close();
  });

  it('of this machine is none where it is not a demo on it, whatever was set before', async () => {
    await set();
    await exchange.call(webhookTest, {}, { user: ALICE });
    await runner.stop();
    runner = newRunner(false);
    await runner.rounds.runOnce();
    await runner.idle();
    expect((await log())[0]).toMatchObject({ state: 'waiting', status: 0, failure: 'address' });
    expect(heard).toEqual([]);
  });
});

describe('the calls', () => {
  it('set an endpoint for merchants alone, after a fresh proof, and show its secret once', async () => {
    expect(await refusalOf(exchange.call(webhookSave, { url }, { user: BOB }))).toBe(
      'merchant_needed',
    );
    expect(await refusalOf(exchange.call(webhookSave, { url }, {}))).toBe('session_required');
    await sql`update sessions set stepped_up_at = null`.execute(exchange.queries);
    expect(await refusalOf(exchange.call(webhookSave, { url }, { user: ALICE }))).toBe(
      'step_up_required',
    );
    const first = await set();
    const second = await set();
    expect(second).not.toBe(first);
    expect(second).toMatch(/^whsec_[\w-]{43}$/);
    const state = await exchange.call(webhook, {}, { user: ALICE });
    expect(state).toMatchObject({ is_merchant: 1, endpoint: [{ url, is_enabled: 1 }] });
    expect(JSON.stringify(state)).not.toContain(second);
    const row = await exchange.queries
      .selectFrom('p2p_webhooks')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify([row.url, row.secret])).not.toMatch(/127\.0\.0\.1|whsec_/);
    const history = await exchange.queries
      .selectFrom('security_events')
      .select('kind')
      .where('kind', '=', 'webhook_set')
      .execute();
    expect(history.length).toBeGreaterThan(0);
  });

  it('answer others like those whose delivery does not exist', async () => {
    await set();
    await exchange.call(webhookTest, {}, { user: ALICE });
    const [own] = await log();
    await exchange.call(p2pBondPost, { currency_id: 3, number: '1000' }, { user: BOB });
    await exchange.engine.submit({
      kind: 'p2p.merchant',
      user: BOB,
      isMerchant: true,
      operator: 1,
    });
    await set(url, BOB);
    for (const id of [own?.id ?? 0, 999_999])
      expect(await refusalOf(exchange.call(webhookResend, { id }, { user: BOB }))).toBe(
        'delivery_not_found',
      );
    expect(await exchange.call(webhook, {}, { user: BOB })).toMatchObject({ deliveries: [] });
  });
});

/** A key, and a certificate that it has signed itself (X.509, version 1). */
function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const node = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts);
    const { length } = content;
    const size =
      length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
    return Buffer.concat([Buffer.from([tag, ...size]), content]);
  };
  const oid = (hex: string): Buffer => node(0x06, Buffer.from(hex, 'hex'));
  const algorithm = node(0x30, oid('2a8648ce3d040302'));
  const subject = node(0x30, node(0x31, node(0x30, oid('550403'), node(0x0c, Buffer.from(name)))));
  const validity = node(
    0x30,
    ...['250101000000Z', '490101000000Z'].map((day) => node(0x17, Buffer.from(day))),
  );
  const body = node(
    0x30,
    node(0x02, Buffer.from([1])),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const signature = node(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const der = node(0x30, body, algorithm, signature);
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), cert };
}
