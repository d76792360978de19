/**
 * For tests: the proxy in front of a server in production. It terminates TLS, appends the caller's
 * address to X-Forwarded-For, and forwards requests and sockets. All callers of a test run on one
 * machine, so a header, which the proxy removes, names the address to append.
 */
import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { makeCertificate } from './certificate.ts';

/** Header with the caller's address. */
export const CALLER_HEADER = 'x-caller-address';

export class TlsProxy {
  readonly cert: string;
  readonly #server: Server;
  /** Address of the server behind it, set once that runs. */
  upstream = new URL('http://127.0.0.1:9');

  private constructor() {
    const { key, cert } = makeCertificate();
    this.cert = cert;
    this.#server = createServer({ key, cert }, (incoming, outgoing) => {
      const passed = this.#pass(incoming);
      passed.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () =>
        outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(),
      );
      // If the client hangs up, the proxy hangs up on the server too.
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
    });
    this.#server.on('upgrade', (incoming: IncomingMessage, client: Duplex) =>
      this.#upgrade(incoming, client),
    );
  }

  static async start(): Promise<TlsProxy> {
    const proxy = new TlsProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #pass(incoming: IncomingMessage): ReturnType<typeof request> {
    const { [CALLER_HEADER]: caller, ...headers } = incoming.headers;
    const before = headers['x-forwarded-for'];
    const forwarded: OutgoingHttpHeaders = {
      ...headers,
      'x-forwarded-for': [
        ...(before === undefined ? [] : [before]),
        String(caller ?? '192.0.2.1'),
      ].join(', '),
      'x-forwarded-proto': 'https',
    };
    return request({
      host: this.upstream.hostname,
      port: this.upstream.port,
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: forwarded,
    });
  }

  #upgrade(incoming: IncomingMessage, client: Duplex): void {
    const passed = this.#pass(incoming);
    passed.on('upgrade', (answer, server) => {
      const lines = Object.entries(answer.headers).map(
        ([name, value]) => `${name}: ${String(value)}\r\n`,
      );
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      server.on('error', () => client.destroy());
      client.on('error', () => server.destroy());
      server.pipe(client).pipe(server);
    });
    passed.on('response', () => client.destroy());
    passed.on('error', () => client.destroy());
    passed.end();
  }
}
