/**
 * A connection between browser and server that loses answers: the call arrives and is executed, but
 * the browser gets no answer.
 */
import { once } from 'node:events';
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export class SwallowingLine {
  readonly #server: Server;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  /** Idempotency keys of the calls of each path, in their order. */
  readonly #keys = new Map<string, string[]>();
  #swallowed: string | undefined;

  private constructor(targetPort: number) {
    this.#port = targetPort;
    this.#server = createServer((call, answer) => void this.#pass(call, answer));
    this.#server.on('connection', (socket) => this.#follow(socket));
    this.#server.on('upgrade', (call, near: Socket) => this.#upgrade(call, near));
  }

  static async to(url: string): Promise<SwallowingLine> {
    const line = new SwallowingLine(Number(new URL(url).port));
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts the next successful answer on this path after its first byte. */
  swallow(path: string): void {
    this.#swallowed = path;
  }

  /** The keys of the calls on this path since the last reading. */
  keysOf(path: string): readonly string[] {
    const keys = this.#keys.get(path) ?? [];
    this.#keys.delete(path);
    return keys;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #pass(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    try {
      const { pathname } = new URL(call.url ?? '/', this.url);
      const key = call.headers['idempotency-key'];
      if (call.method === 'POST')
        this.#keys.set(pathname, [...(this.#keys.get(pathname) ?? []), String(key)]);
      const { status, headers, body } = await this.#ask(call, await read(call));
      if (
        call.method === 'POST' &&
        pathname === this.#swallowed &&
        body.toString().includes('"type":"ok"')
      ) {
        this.#swallowed = undefined;
        // One byte arrives: browsers resend a request by themselves if the connection closes before
        // any answer.
        answer.writeHead(status, headers).write(body.subarray(0, 1), () => call.socket.destroy());
        return;
      }
      answer.writeHead(status, headers).end(body);
    } catch {
      call.socket.destroy();
    }
  }

  async #ask({ method, url, headers }: IncomingMessage, body: Buffer) {
    const asked = request({
      host: '127.0.0.1',
      port: this.#port,
      method,
      path: url,
      headers,
      agent: false,
    });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: await read(answer) };
  }

  /** Sockets pass unchanged. */
  #upgrade(call: IncomingMessage, near: Socket): void {
    const far = connect(this.#port, '127.0.0.1');
    this.#follow(far);
    const lines = call.rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${call.rawHeaders[index + 1]}`] : [],
    );
    far.write(`${[`${call.method} ${call.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
    far.pipe(near).pipe(far);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const)
      socket.on('close', () => other.destroy());
  }

  #follow(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
