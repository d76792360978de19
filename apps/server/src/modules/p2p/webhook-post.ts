import { createHmac } from 'node:crypto';
import { postOnce, type Posted } from '../../outgoing/post.ts';

/** The result of an attempt: the status or the failure, and the duration. */
export type Attempt = Pick<Posted, 'status' | 'failure' | 'durationMs'>;

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

/** Sends an event once, see `postOnce`. */
export async function postEvent(
  { url, secret, event, body }: Message,
  hasLoopback: boolean,
): Promise<Attempt> {
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Meridian-Webhook/1',
    'x-meridian-event': event,
    'x-meridian-timestamp': String(seconds),
    'x-meridian-signature': `v1=${webhookSignature(secret, seconds, body)}`,
  };
  return postOnce({ url: new URL(url), headers, body }, hasLoopback);
}
