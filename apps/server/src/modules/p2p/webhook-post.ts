import { createHmac } from 'node:crypto';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { WebhookDelivery } from '@meridian/contract/p2p/webhook-calls';
import { addressOf } from './webhook-target.ts';

/** Of a whole attempt, from the question for the address to the end of the answer. */
const TIMEOUT_MS = 10_000;
/** An answer is not read; what is longer ends the connection. */
const ANSWER_BYTES = 4_096;
const HEADER_BYTES = 8_192;
const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO|ERR_TLS|ERR_SSL/;

/** What became of an attempt. */
export interface Attempt {
  /** 0 without an answer. */
  readonly status: number;
  readonly failure: WebhookDelivery['failure'];
  readonly durationMs: number;
}

interface Message {
  readonly url: string;
  readonly secret: string;
  /** Id of the event. */
  readonly event: string;
  readonly body: string;
}

/** How a body is signed: HMAC-SHA256 over time, point and body, as 64 hexadecimal digits. */
export function webhookSignature(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

/**
 * Sends an event once. Connects to the address that was looked at and to no other, follows no
 * redirect, and never throws.
 */
export async function postEvent(message: Message, hasLoopback: boolean): Promise<Attempt> {
  const beganMs = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const outcome = await attempt(message, hasLoopback, signal).catch(
    (error: unknown): Omit<Attempt, 'durationMs'> => ({
      status: 0,
      failure: signal.aborted ? 'timeout' : failureOf(error),
    }),
  );
  return { ...outcome, durationMs: Math.round(performance.now() - beganMs) };
}

async function attempt(
  { url: text, secret, event, body }: Message,
  hasLoopback: boolean,
  signal: AbortSignal,
): Promise<Omit<Attempt, 'durationMs'>> {
  const url = new URL(text);
  const address = await unlessAborted(addressOf(url, hasLoopback), signal);
  if (address === undefined) return { status: 0, failure: 'address' };
  const seconds = Math.floor(Date.now() / 1000);
  const status = await statusOf(
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
      headers: {
        host: url.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Meridian-Webhook/1',
        'x-meridian-event': event,
        'x-meridian-timestamp': String(seconds),
        'x-meridian-signature': `v1=${webhookSignature(secret, seconds, body)}`,
      },
    },
    { body, isSecure: url.protocol === 'https:' },
  );
  return { status, failure: '' };
}

/** The status of the answer, once it has ended or has grown too long. */
function statusOf(
  options: RequestOptions & { readonly servername: string },
  { body, isSecure }: { readonly body: string; readonly isSecure: boolean },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(options, (answer) => {
      const { statusCode = 0 } = answer;
      let bytes = 0;
      const done = (): void => {
        resolve(statusCode);
        request.destroy();
      };
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES) done();
      });
      // Who has answered has heard it, whatever becomes of the rest.
      answer.on('end', done).on('error', done);
    });
    request.on('error', reject);
    request.end(body);
  });
}

function failureOf(error: unknown): WebhookDelivery['failure'] {
  const { code = '' } = (error ?? {}) as { code?: string };
  return CERTIFICATE.test(code) ? 'certificate' : 'connection';
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
