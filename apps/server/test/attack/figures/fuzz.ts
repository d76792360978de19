/**
 * Random requests to every entry of a running server: calls made from the contract, documents,
 * pictures, ticks, forms, sockets, damaged bytes.
 */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '@meridian/contract/schema/call';
import { allCalls } from '@meridian/contract/schema/test-calls';
import { CLIENT_EVENTS, SOCKET_PATH } from '@meridian/contract/socket-events';
import { demoFaucet } from '@meridian/contract/demo/calls';
import fc from 'fast-check';
import { io } from 'socket.io-client';
import {
  curlLine,
  encodeRequest,
  hostileValue,
  plannedRequests,
} from '../../../src/gateway/hostile-input.ts';
import type { DemoHouse } from '../house/house.ts';
import type { Customer } from '../house/people.ts';
import { longest, parallel, times } from '../row.ts';

/** Calls that would end the sessions that the other requests need. */
const ENDS_SESSIONS =
  /\/(?:logout|sessions?_end|own_session_end|own_password|totp_enable|totp_disable|e_pwd|operator_save|operator_invite|user_freeze|close|closure)$/;
/** Longer than a URL may be: such values travel in bodies only. */
const LONGEST_QUERY = 8_000;
const AT_ONCE = 8;
const CUSTOMERS = 24;
/** Number of client addresses: the rate limit would stop a single one. */
const ADDRESSES = 48;
const PROBE_MS = 100;
const RAW_PATIENCE_MS = 150;

export interface FuzzReport {
  readonly requests: number;
  /**
   * Number of answers by their hundred: 200, 400, ...; 0 for connections that ended without an
   * answer.
   */
  readonly answers: Readonly<Record<string, number>>;
  /** Requests that were answered with 5xx, as lines for a shell. */
  readonly faults: readonly string[];
  /** Longest wait of another client for `/healthz` meanwhile. */
  readonly longestWaitMs: number;
  readonly seconds: number;
}

/** One entry: sends a request, and returns its status and its line for a shell. */
type Door = (index: number) => Promise<{ status: number; what: string }>;

/**
 * Sends so many requests from a seed. Their content depends on seed and number alone, their order
 * of arrival does not.
 */
export async function fuzz(
  demo: DemoHouse,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzReport> {
  const startedMs = performance.now();
  const calls = (await allCalls()).filter(({ path }) => !ENDS_SESSIONS.test(path));
  const customers = await parallel(times(CUSTOMERS), 2, async () => {
    const customer = await demo.newcomer();
    await customer.send(demoFaucet, {});
    return customer;
  });
  const addresses = times(ADDRESSES).map(() => demo.newAddress());
  const addressOf = (index: number): string => addresses[index % ADDRESSES] ?? '';
  const doors = [
    callDoor(demo, { calls, customers, addressOf, requests, seed }),
    pathDoor(demo, { addressOf, requests, seed }),
    rawDoor(demo, { addressOf, requests, seed }),
    socketDoor(demo, { addressOf, seed }),
  ];
  const weights = [80, 12, 7, 1];
  const plan = times(requests).map((index) => {
    const at = (index * 37) % 100;
    return doors[
      weights.findIndex(
        (_weight, door) => at < weights.slice(0, door + 1).reduce((sum, weight) => sum + weight, 0),
      )
    ] as Door;
  });
  const probe = probing(demo);
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  await parallel(plan, AT_ONCE, async (door, index) => {
    const { status, what } = await door(index);
    const kind = String(Math.floor(status / 100) * 100);
    answers[kind] = (answers[kind] ?? 0) + 1;
    if (status >= 500) faults.push(`${status}: ${what}`);
  });
  const waits = await probe.stop();
  return {
    requests,
    answers,
    faults,
    longestWaitMs: longest(waits),
    seconds: (performance.now() - startedMs) / 1000,
  };
}

/** Asks for `/healthz` in a loop, and records the time of each answer. */
export function probing(demo: DemoHouse): { stop(): Promise<number[]> } {
  const from = demo.newAddress();
  const waits: number[] = [];
  const over = new AbortController();
  const running = (async () => {
    while (!over.signal.aborted) {
      waits.push((await demo.customers.send({ path: '/healthz', from })).ms);
      await delay(PROBE_MS);
    }
  })();
  return {
    async stop() {
      over.abort();
      await running;
      return waits;
    },
  };
}

interface Plan {
  readonly addressOf: (index: number) => string;
  readonly requests: number;
  readonly seed: number;
}

function callDoor(
  demo: DemoHouse,
  {
    calls,
    customers,
    addressOf,
    requests,
    seed,
  }: Plan & { calls: readonly Call[]; customers: readonly Customer[] },
): Door {
  const perCall = Math.ceil(requests / calls.length) + 1;
  const samples = new Map<Call, ReturnType<typeof encodeRequest>[]>();
  return async (index) => {
    const call = calls[index % calls.length] as Call;
    let planned = samples.get(call);
    if (planned === undefined)
      samples.set(
        call,
        (planned = fc
          .sample(plannedRequests(call), { numRuns: perCall, seed })
          .map((request) =>
            encodeRequest(call.method === 'GET' ? { ...request, encoding: 'form' } : request),
          )),
      );
    const { contentType, body } = planned[Math.floor(index / calls.length) % planned.length] ?? {
      contentType: 'application/json',
      body: '{}',
    };
    const customer = customers[index % customers.length];
    const operator = index % 2 === 0 ? demo.owner : demo.approver;
    const token = call.access === 'operator' ? operator.token : (customer?.token ?? '');
    const from = call.access === 'operator' ? operator.from : addressOf(index);
    const isGet = call.method === 'GET';
    const headers = isGet ? {} : { 'content-type': contentType };
    const path = isGet ? `${call.path}?${body.slice(0, LONGEST_QUERY)}` : call.path;
    const { status } = await demo.customers
      .send({ method: call.method, path, token, from, headers, ...(isGet ? {} : { body }) })
      .catch(() => ({ status: 0 }));
    return { status, what: curlLine(call, { contentType, body: body.slice(0, 500) }) };
  };
}

/**
 * Requests that are not calls: documents, pictures, ticks, pages, forms, polls of sockets; with
 * random names and queries.
 */
function pathDoor(demo: DemoHouse, { addressOf, requests, seed }: Plan): Door {
  const word = fc.oneof(
    fc.constantFrom(
      '0',
      '1',
      '-1',
      '2026-11-23',
      '..',
      '%2e%2e',
      '%00',
      '__proto__',
      'x'.repeat(300),
      crypto.randomUUID(),
      '9'.repeat(40),
    ),
    fc.string({ maxLength: 20 }).map(encodeURIComponent),
  );
  const path = fc.oneof(
    fc
      .tuple(word, word)
      .map(([market, day]) => `/api/microtrade/ticks?market=${market}&day=${day}`),
    fc
      .tuple(word, word, word)
      .map(
        ([id, expires, signature]) => `/api/upload/${id}?expires=${expires}&signature=${signature}`,
      ),
    word.map((id) => `/uploads/${id}.webp`),
    fc
      .tuple(word, word)
      .map(([transport, sid]) => `${SOCKET_PATH}?EIO=4&transport=${transport}&sid=${sid}`),
    word.map((rest) => `/api/docs/${rest}`),
    word.map((rest) => `/${rest}`),
    word.map((rest) => `/office/${rest}`),
    fc.constantFrom(
      '/api/openapi.json',
      '/metrics',
      '/readyz',
      '/healthz',
      '/api/payment/demo-gateway',
      '/assets/x.js',
      '/index.html',
    ),
  );
  const paths = fc.sample(
    fc.tuple(fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE'), path),
    { numRuns: Math.min(requests, 20_000), seed },
  );
  return async (index) => {
    const [method, at] = paths[index % paths.length] ?? ['GET', '/'];
    const isForm = method === 'POST';
    const { status } = await demo.customers.send({
      method,
      path: at,
      from: addressOf(index),
      ...(isForm
        ? { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
        : {}),
    });
    return { status, what: `${method} ${at}` };
  };
}

/** A request with random damage, as bytes. */
function rawDoor(demo: DemoHouse, { addressOf, requests, seed }: Plan): Door {
  const whole = Buffer.from(
    'POST /api/transaction/in HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n{"num":"1.5"}',
  );
  const damage = fc.array(
    fc.record({
      at: fc.nat(whole.length - 1),
      cut: fc.nat(6),
      put: fc.uint8Array({ maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const damages = fc.sample(damage, { numRuns: Math.min(requests, 20_000), seed });
  return async (index) => {
    let bytes = whole;
    for (const { at, cut, put } of damages[index % damages.length] ?? [])
      bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]);
    const received = await sendBytes(demo.server.port, addressOf(index), bytes);
    return {
      status: Number(/^HTTP\/1\.[01] (\d{3}) /.exec(received)?.[1] ?? 0),
      what: `bytes ${bytes.toString('base64')}`,
    };
  };
}

function sendBytes(port: number, from: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ host: '127.0.0.1', port, localAddress: from }, () =>
      socket.write(bytes),
    );
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(finish, RAW_PATIENCE_MS);
    socket.setEncoding('latin1');
    socket
      .on('data', (data: string) => (received += data))
      .on('close', finish)
      .on('error', finish);
  });
}

/** A socket that sends unexpected events, and hangs up. */
function socketDoor(demo: DemoHouse, { addressOf, seed }: Omit<Plan, 'requests'>): Door {
  const event = fc.tuple(
    fc.constantFrom(...Object.keys(CLIENT_EVENTS), 'unknown', 'disconnecting', '__proto__'),
    hostileValue,
  );
  const sessions = fc.sample(fc.array(event, { minLength: 1, maxLength: 30 }), {
    numRuns: 500,
    seed,
  });
  return async (index) => {
    // The library supports the option in Node, but its types omit it.
    const options = {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      localAddress: addressOf(index),
    };
    const socket = io(demo.server.url, options);
    const isIn = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('connect_error', () => resolve(false)),
    );
    for (const [name, json] of isIn ? (sessions[index % sessions.length] ?? []) : []) {
      // The library refuses to send its own reserved names.
      if (name !== 'disconnecting') socket.emit(name, JSON.parse(json));
    }
    await delay(20);
    socket.disconnect();
    return {
      status: isIn ? 200 : 400,
      what: `socket ${JSON.stringify(sessions[index % sessions.length])?.slice(0, 300)}`,
    };
  };
}
