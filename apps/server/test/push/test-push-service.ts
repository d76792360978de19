import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * A push service on this machine: keeps the messages that it was sent, and answers as a test says.
 */
export class TestPushService {
  readonly received: Received[] = [];
  /** Answers of the next requests; 201 after them. */
  readonly answers: { readonly status: number; readonly headers?: Record<string, string> }[] = [];
  /** Requests wait for it before they are answered. */
  gate: Promise<void> = Promise.resolve();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<TestPushService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestPushService(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    this.received.push({ path: request.url ?? '', headers: request.headers, body });
    const { status, headers } = this.answers.shift() ?? { status: 201 };
    await this.gate;
    // Longer than anybody reads.
    response.writeHead(status, headers).end('x'.repeat(100_000));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
