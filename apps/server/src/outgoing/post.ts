import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { addressOf } from './public-address.ts';

/** Of a whole attempt, from the question for the address to the end of the answer. */
const TIMEOUT_MS = 10_000;
/** The text of an answer is not used; a longer one ends the connection. */
const ANSWER_BYTES = 4_096;
const HEADER_BYTES = 8_192;
const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO|ERR_TLS|ERR_SSL/;

/** The outcome of an attempt. */
export interface Posted {
  /** 0 without an answer. */
  readonly status: number;
  /** The wait that the answer asks for, 0 where it asks for none. */
  readonly retryAfterSeconds: number;
  /** Why there is no answer, '' where there is one. */
  readonly failure: '' | 'address' | 'timeout' | 'certificate' | 'connection';
  readonly durationMs: number;
}

interface Message {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/**
 * Posts once to an address that somebody else has chosen. Connects to the public address that was
 * looked at and to no other, follows no redirect, and never throws.
 * @param hasLoopback whether this machine may be posted to
 */
export async function postOnce(message: Message, hasLoopback: boolean): Promise<Posted> {
  const beganMs = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const outcome = await attempt(message, hasLoopback, signal).catch(
    (error: unknown): Omit<Posted, 'durationMs'> => ({
      ...UNANSWERED,
      failure: signal.aborted ? 'timeout' : failureOf(error),
    }),
  );
  return { ...outcome, durationMs: Math.round(performance.now() - beganMs) };
}

const UNANSWERED = { status: 0, retryAfterSeconds: 0 } as const;

async function attempt(
  { url, headers, body }: Message,
  hasLoopback: boolean,
  signal: AbortSignal,
): Promise<Omit<Posted, 'durationMs'>> {
  const address = await unlessAborted(addressOf(url, hasLoopback), signal);
  if (address === undefined) return { ...UNANSWERED, failure: 'address' };
  const answer = await answerOf(
    {
      host: address,
      port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
      // The certificate is that of the name.
      servername: url.hostname,
      path: url.pathname + url.search,
      method: 'POST',
      agent: false,
      maxHeaderSize: HEADER_BYTES,
      signal,
      headers: { host: url.host, 'content-length': Buffer.byteLength(body), ...headers },
    },
    { body, isSecure: url.protocol === 'https:' },
  );
  return { ...answer, failure: '' };
}

/** The answer, once it has ended or has grown too long. */
function answerOf(
  options: RequestOptions & { readonly servername: string },
  { body, isSecure }: { readonly body: string | Uint8Array; readonly isSecure: boolean },
): Promise<Pick<Posted, 'status' | 'retryAfterSeconds'>> {
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(options, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      const retryAfter = Number(headers['retry-after'] ?? 0);
      const retryAfterSeconds = retryAfter > 0 ? retryAfter : 0;
      let bytes = 0;
      const done = (): void => {
        resolve({ status, retryAfterSeconds });
        request.destroy();
      };
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES) done();
      });
      // A receiver that has answered has the message, even if the rest of its answer fails.
      answer.on('end', done).on('error', done);
    });
    request.on('error', reject);
    request.end(body);
  });
}

function failureOf(error: unknown): Posted['failure'] {
  const { code = '' } = (error ?? {}) as { code?: string };
  return CERTIFICATE.test(code) ? 'certificate' : 'connection';
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
