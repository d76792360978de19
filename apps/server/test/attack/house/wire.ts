/**
 * For tests: calls over HTTP or HTTPS as clients of many addresses make them, and their answers.
 */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import type { Call, CallInput } from '@meridian/contract/schema/call';
import { CALLER_HEADER } from './tls-proxy.ts';

const PATIENCE_MS = 30_000;
/** Most connections of one address. */
const MOST_CONNECTIONS = 64;

export interface Answer {
  /** 0 if the connection ended without an answer. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text parsed as JSON; without fields if it is not JSON. */
  readonly body: {
    readonly type?: string;
    readonly code?: string;
    readonly message?: unknown;
    readonly [field: string]: unknown;
  };
  readonly ms: number;
}

export interface Sending {
  readonly token?: string | undefined;
  /** Address of the client. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawSending extends Sending {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | Buffer;
}

export class Wire {
  readonly url: URL;
  readonly #cert: string | undefined;
  readonly #agents = new Map<string, Agent | TlsAgent>();

  /**
   * @param cert of the proxy, to which clients send their address in a header. Without it a
   *   client's address is the connection's own
   */
  constructor(url: string, cert?: string) {
    this.url = new URL(url);
    this.#cert = cert;
  }

  get origin(): string {
    return this.url.origin;
  }

  /** Never rejects: a connection that ends is an answer of status 0. */
  send({ method = 'GET', path, body, token, from, headers = {} }: RawSending): Promise<Answer> {
    const isTls = this.#cert !== undefined;
    const startedMs = performance.now();
    const sent = {
      ...(token ? { authorization: token } : {}),
      ...(isTls && from !== undefined ? { [CALLER_HEADER]: from } : {}),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    return new Promise((resolve) => {
      const give = (status: number, answerHeaders: IncomingHttpHeaders, text: string): void =>
        resolve({
          status,
          headers: answerHeaders,
          text,
          body: jsonOf(text),
          ms: performance.now() - startedMs,
        });
      const options = {
        host: this.url.hostname,
        port: this.url.port,
        method,
        path,
        headers: sent,
        agent: this.#agentOf(from),
        timeout: PATIENCE_MS,
      };
      const asked = (isTls ? httpsRequest : httpRequest)(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('close', () =>
          give(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()),
        );
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', (error) => give(0, {}, error.message));
      asked.end(body);
    });
  }

  call<C extends Call>(
    call: C,
    input: CallInput<C> | Readonly<Record<string, unknown>>,
    sending: Sending = {},
  ): Promise<Answer> {
    const fields = new URLSearchParams(
      Object.entries(input as object).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    ).toString();
    if (call.method === 'GET') return this.send({ ...sending, path: `${call.path}?${fields}` });
    return this.send({
      ...sending,
      method: 'POST',
      path: call.path,
      body: fields,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...sending.headers },
    });
  }

  json(path: string, body: string, sending: Sending = {}): Promise<Answer> {
    return this.send({
      ...sending,
      method: 'POST',
      path,
      body,
      headers: { 'content-type': 'application/json', ...sending.headers },
    });
  }

  file(call: Call, file: Buffer, sending: Sending = {}): Promise<Answer> {
    const edge = 'edge-of-a-part';
    const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${edge}--\r\n`)]);
    return this.send({
      ...sending,
      method: 'POST',
      path: call.path,
      body,
      headers: { 'content-type': `multipart/form-data; boundary=${edge}`, ...sending.headers },
    });
  }

  /** Closes kept-alive connections, as after a restart of the server. */
  hangUp(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  #agentOf(from = ''): Agent | TlsAgent {
    let agent = this.#agents.get(from);
    if (agent === undefined) {
      const kept = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
      agent =
        this.#cert === undefined
          ? new Agent({ ...kept, ...(from === '' ? {} : { localAddress: from }) })
          : new TlsAgent({ ...kept, ca: this.#cert });
      this.#agents.set(from, agent);
    }
    return agent;
  }
}

/** The code of a refusal, `accepted`, or the status if the answer has neither. */
export function verdictOf({ status, body }: Answer): string {
  return (
    body.code ??
    (body.type === 'ok' || (status >= 200 && status < 300) ? 'accepted' : String(status))
  );
}

function jsonOf(text: string): Answer['body'] {
  try {
    const value: unknown = text.startsWith('{') ? JSON.parse(text) : {};
    return value as Answer['body'];
  } catch {
    return {};
  }
}
