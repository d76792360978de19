/**
 * A line between browser and server with a tap on the live feed. Events reach the page over a real
 * socket, as a server's do: passed on by the browser's remote control, they would cost the page's
 * own thread more than it takes to show them.
 */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import { FeedTap } from './feed-tap.ts';

/** For one page at a time. */
export class FeedLine {
  readonly tap = new FeedTap();
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #target: URL;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((call, answer) => {
      const { method, headers, url: path } = call;
      const { hostname: host, port } = target;
      const asked = request({ host, port, method, path, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      });
      asked.on('error', () => answer.destroy());
      call.pipe(asked);
    });
    this.#server.on('upgrade', (call, socket, head) =>
      this.#sockets.handleUpgrade(call, socket, head, (page) => this.#join(page, call)),
    );
  }

  static async to(url: string): Promise<FeedLine> {
    const line = new FeedLine(new URL(url));
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const page of this.#sockets.clients) page.terminate();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #join(page: WebSocket, { url = '/', headers }: IncomingMessage): void {
    const { origin = '', host = '' } = headers;
    const server = new WebSocket(new URL(url, this.#target.href.replace('http', 'ws')), {
      headers: { origin, host },
    });
    const early: string[] = [];
    this.tap.attach((message) => page.send(message));
    page.on('message', (data: RawData) => {
      const message = (data as Buffer).toString();
      if (!this.tap.passesToServer(message)) return;
      if (server.readyState === WebSocket.OPEN) server.send(message);
      else early.push(message);
    });
    server.on('open', () => {
      for (const message of early.splice(0)) server.send(message);
    });
    server.on('message', (data: RawData) => {
      const message = (data as Buffer).toString();
      if (this.tap.passesToPage(message)) page.send(message);
    });
    for (const [one, other] of [
      [page, server],
      [server, page],
    ] as const) {
      one.on('error', () => other.terminate());
      one.on('close', () => other.close());
    }
  }
}
