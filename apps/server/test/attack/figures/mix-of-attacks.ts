/**
 * The hostile mix, as a program of its own, which its caller runs with the lowest priority: `node
 * mix-of-attacks.ts URL ACCOUNT PASSWORD TOKEN SECONDS`. Unending strings, expensive headers, deep
 * and broad bodies, uploads, passwords, documents, figures, files of ticks, sockets that subscribe
 * without end. Prints the number of tries and of passed ones for each, and the longest stop that
 * the figures reported.
 */
import { upload } from '@meridian/contract/identity/calls';
import { SOCKET_PATH } from '@meridian/contract/socket-events';
import sharp from 'sharp';
import { io } from 'socket.io-client';
import { Wire, type Answer } from '../house/wire.ts';
import { stopOf } from './stops.ts';

const [url = '', account = '', password = '', token = '', seconds = '10'] = process.argv.slice(2);
const BODY_BYTES = 65_000;
/** Attackers have many addresses; with one, only the limits would be measured. */
const ADDRESSES = 60;
const wire = new Wire(url);
const endMs = performance.now() + Number(seconds) * 1_000;
const counts: Record<string, { tried: number; passed: number }> = {};
let asked = 0;
let stopMs = 0;
const from = (): string => `127.90.${++asked % ADDRESSES}.9`;
const json = (body: string, type = 'application/json') =>
  wire.json('/api/user/register', body, { from: from(), headers: { 'content-type': type } });

const large = await sharp({
  create: { width: 4_900, height: 4_900, channels: 3, background: '#123456' },
})
  .png({ compressionLevel: 9 })
  .toBuffer();
const attacks: Readonly<Record<string, () => Promise<Answer>>> = {
  'unending string': () => json(`{"a":"${'\\"'.repeat(BODY_BYTES / 2)}`),
  'dear header': () => json('{}', `application/json${' '.repeat(14_000)};x`),
  'deep body': () => json('['.repeat(BODY_BYTES)),
  'many keys': () =>
    json(`{${Array.from({ length: 7_000 }, (_none, index) => `"${index}":1`).join(',')}}`),
  'big form': () =>
    wire.send({
      method: 'POST',
      path: '/api/user/register',
      body: 'a=1&'.repeat(BODY_BYTES / 4),
      from: from(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  upload: () => wire.file(upload, large, { token, from: from() }),
  login: () =>
    wire.send({
      method: 'POST',
      path: '/api/user/login',
      body: new URLSearchParams({
        user_string: asked % 2 === 0 ? account : `nobody${asked}@x.example`,
        password: asked % 4 === 0 ? password : 'Wrong12345',
      }).toString(),
      from: from(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  openapi: () => wire.send({ path: '/api/openapi.json', from: from() }),
  async metrics() {
    const answer = await wire.send({ path: '/metrics', from: from() });
    // Each reading resets the figure, so the highest is kept here.
    stopMs = Math.max(stopMs, stopOf(answer.text) ?? 0);
    return answer;
  },
  ticks: () =>
    wire.send({
      path: `/api/microtrade/ticks?market=1&day=${new Date().toISOString().slice(0, 10)}`,
      from: from(),
    }),
  chart: () =>
    wire.send({ path: '/api/currency/new_timeshar?symbol=BTC/USDT&period=1min', from: from() }),
};

async function repeat(name: string, attack: () => Promise<Answer>): Promise<void> {
  const count = (counts[name] ??= { tried: 0, passed: 0 });
  while (performance.now() < endMs) {
    const { status } = await attack();
    count.tried++;
    if (status !== 429 && status !== 0) count.passed++;
  }
}

/** Subscribes to all markets in a loop. */
async function subscribe(address: string): Promise<void> {
  const count = (counts['socket events'] ??= { tried: 0, passed: 0 });
  while (performance.now() < endMs) {
    // The library supports the option in Node, but its types omit it.
    const options = {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      localAddress: address,
    };
    const socket = io(url, options);
    socket.onAny(() => count.passed++);
    const isIn = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('connect_error', () => resolve(false)),
    );
    if (!isIn) await new Promise((resolve) => setTimeout(resolve, 500));
    while (socket.connected && performance.now() < endMs) {
      for (let index = 0; index < 50; index++) socket.emit('subscribe', { channel: 'daymarket' });
      count.tried += 50;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    socket.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

await Promise.all([
  ...Object.entries(attacks).flatMap(([name, attack]) => [
    repeat(name, attack),
    repeat(name, attack),
  ]),
  ...[1, 2, 3, 4].map((index) => subscribe(`127.91.${index}.9`)),
]);
wire.hangUp();
process.stdout.write(`${JSON.stringify({ counts, stopMs })}\n`);
process.exit(0);
