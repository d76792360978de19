// A thousand listeners, a process of its own: each is a raw connection that speaks just enough
// WebSocket and Socket.IO to subscribe to one book, so that the server is measured and not a client
// library. Meanwhile one user moves the book. Argument: path of a JSON file {port, token, clients,
// warmupSeconds, seconds}. Prints one line of JSON.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

interface Plan {
  readonly port: number;
  readonly token: string;
  readonly clients: number;
  readonly warmupSeconds: number;
  readonly seconds: number;
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plan;
const PAIR = { legal_id: 3, currency_id: 1 };
/** Shorter than half a frame of the server, so that each frame has a change. */
const MOVE_EVERY_MS = 20;
/** Listeners that connect at once. */
const TOGETHER = 20;
const HEADER_END = '\r\n\r\n';

let isMeasuring = false;
let gaps = 0;
const longestMs: number[] = [];

class Listener {
  updates = 0;
  longestMs = 0;
  readonly ready: Promise<void>;
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #isUpgraded = false;
  #seq = 0;
  #lastMs = 0;
  #isReady: () => void = () => undefined;

  constructor() {
    this.ready = new Promise((resolve) => (this.#isReady = resolve));
    this.#socket = connect(plan.port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on('error', (error) => fail(`a connection broke: ${error.message}`));
    this.#socket.write(
      `GET /wss/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13${HEADER_END}`,
    );
  }

  end(): void {
    this.#socket.removeAllListeners('data').destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (!this.#isUpgraded) {
      const end = this.#received.indexOf(HEADER_END);
      if (end < 0) return;
      if (!this.#received.toString('latin1', 0, end).startsWith('HTTP/1.1 101'))
        fail(`no upgrade: ${this.#received.toString('latin1', 0, end)}`);
      this.#received = this.#received.subarray(end + HEADER_END.length);
      this.#isUpgraded = true;
    }
    for (let text = this.#frame(); text !== undefined; text = this.#frame()) this.#packet(text);
  }

  /** The next whole frame of the server, which sends frames unmasked. */
  #frame(): string | undefined {
    const bytes = this.#received;
    if (bytes.length < 2) return undefined;
    const short = bytes.readUInt8(1);
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < start) return undefined;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(2)
          : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < start + length) return undefined;
    this.#received = bytes.subarray(start + length);
    return bytes.toString('latin1', start, start + length);
  }

  /**
   * Engine.IO's packets: 0 open, 2 ping, 4 message; in a message Socket.IO's: 0 connected, 2 event.
   */
  #packet(text: string): void {
    if (text === '2') this.#send('3');
    else if (text.startsWith('0')) this.#send('40');
    else if (text.startsWith('40'))
      this.#send(`42${JSON.stringify(['subscribe', { channel: 'market_depth', ...PAIR }])}`);
    else if (text.startsWith('42["market_depth"')) this.#update(text);
  }

  #update(text: string): void {
    const seq = Number(/"seq":(\d+)/.exec(text)?.[1]);
    const previous = Number(/"prev_seq":(\d+)/.exec(text)?.[1]);
    const now = performance.now();
    if (text.includes('"kind":"snapshot"')) this.#isReady();
    else {
      if (previous !== this.#seq) gaps++;
      if (isMeasuring) {
        this.updates++;
        if (this.#lastMs > 0) this.longestMs = Math.max(this.longestMs, now - this.#lastMs);
        this.#lastMs = now;
      }
    }
    this.#seq = seq;
  }

  /** A client must mask its frames; a mask of zeros is valid. */
  #send(text: string): void {
    this.#socket.write(
      Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]),
    );
  }
}

function fail(reason: string): never {
  process.stderr.write(`listeners: ${reason}\n`);
  process.exit(1);
}

async function post<Answer>(path: string, body: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${plan.port}${path}`, {
    method: 'POST',
    headers: { Authorization: plan.token },
    body: new URLSearchParams(body),
  });
  return (await answer.json()) as Answer;
}

/** Places an order below the market, revokes it, places another: each changes the book. */
async function moveBook(isOver: () => boolean): Promise<void> {
  const pair = { legal_id: String(PAIR.legal_id), currency_id: String(PAIR.currency_id) };
  const { message } = await post<{ message: { in: { price: string }[] } }>(
    '/api/transaction/deal',
    pair,
  );
  const price = (Number(message.in.at(-1)?.price) - 1).toFixed(2);
  while (!isOver()) {
    const nextMs = performance.now() + MOVE_EVERY_MS;
    const { id } = await post<{ id?: number }>('/api/transaction/in', {
      ...pair,
      price,
      num: '0.001',
      mode: '2',
    });
    await delay(Math.max(0, nextMs - performance.now()));
    if (id !== undefined) await post('/api/transaction_del', { id: String(id) });
    await delay(Math.max(0, nextMs + MOVE_EVERY_MS - performance.now()));
  }
}

const listeners: Listener[] = [];
while (listeners.length < plan.clients) {
  const together = Array.from(
    { length: Math.min(TOGETHER, plan.clients - listeners.length) },
    () => new Listener(),
  );
  listeners.push(...together);
  await Promise.all(together.map(({ ready }) => ready));
}
let isOver = false;
const moving = moveBook(() => isOver);
await delay(plan.warmupSeconds * 1000);
process.stdout.write('measuring\n');
isMeasuring = true;
const before = process.cpuUsage();
const startedAt = performance.now();
await delay(plan.seconds * 1000);
isMeasuring = false;
const seconds = (performance.now() - startedAt) / 1000;
const processor = process.cpuUsage(before);
process.stdout.write('measured\n');
isOver = true;
await moving;
for (const listener of listeners) listener.end();
for (const listener of listeners) longestMs.push(listener.longestMs);
const updates = listeners.map((listener) => listener.updates);
const result = {
  perSecond: updates.reduce((sum, count) => sum + count, 0) / seconds,
  slowestPerSecond: Math.min(...updates) / seconds,
  longestMs: Math.max(...longestMs),
  gaps,
  seconds,
  processorUs: processor.user + processor.system,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
