/**
 * One kept-alive connection on a raw socket with one call in flight: a load generator that takes as
 * little as it can of the cores that it shares with the server.
 */
import { connect, type Socket } from 'node:net';

const HEADER_END = Buffer.from('\r\n\r\n');

/** Ends the generator: a figure of a load that broke means nothing. */
export function fail(reason: string): never {
  process.stderr.write(`load: ${reason}\n`);
  process.exit(1);
}

export class RawConnection {
  readonly #socket: Socket;
  #isDone = false;
  #received: Buffer = Buffer.alloc(0);

  /** @param onAnswer called with the body of each answer, each of which must have status 200 */
  constructor(port: number, onAnswer: (body: string) => void) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk: Buffer) => {
      const body = this.#bodyOf(chunk);
      if (body !== undefined) onAnswer(body);
    });
    this.#socket.on('error', (error) => fail(`a connection broke: ${error.message}`));
    this.#socket.on('close', () => this.#isDone || fail('the server closed a connection'));
  }

  /** Sends a form. */
  post(path: string, token: string, body: string): void {
    this.#socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${token}\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }

  end(): void {
    this.#isDone = true;
    this.#socket.end();
  }

  /** The answer's body once all of it is here. */
  #bodyOf(chunk: Buffer): string | undefined {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headerEnd = this.#received.indexOf(HEADER_END);
    if (headerEnd < 0) return undefined;
    const head = this.#received.toString('latin1', 0, headerEnd);
    const length = Number(
      /content-length: (\d+)/i.exec(head)?.[1] ?? fail(`an answer without a length: ${head}`),
    );
    const bodyAt = headerEnd + HEADER_END.length;
    if (this.#received.length < bodyAt + length) return undefined;
    const body = this.#received.toString('utf8', bodyAt, bodyAt + length);
    this.#received = Buffer.alloc(0);
    if (!head.startsWith('HTTP/1.1 200')) fail(`an answer that is no 200: ${head}\n${body}`);
    return body;
  }
}
