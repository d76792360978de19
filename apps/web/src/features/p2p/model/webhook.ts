import type { DELIVERY_FAILURES, WebhookEvent } from '@meridian/contract/p2p/webhook-calls';

/** The endpoint of a merchant. */
export interface Webhook {
  readonly url: string;
  readonly isEnabled: boolean;
}

/** An event for an endpoint, with the state of its delivery. */
export interface Delivery {
  readonly id: number;
  readonly event: WebhookEvent;
  /** 0 of a test. */
  readonly dealId: number;
  readonly state: 'waiting' | 'delivered' | 'givenUp' | 'dropped';
  readonly attempts: number;
  /** Of the last answer, 0 without one. */
  readonly status: number;
  readonly failure: (typeof DELIVERY_FAILURES)[number];
  readonly durationMs: number;
  readonly createdMs: number;
}

/** Whether a delivery can be sent again: a waiting one is sent by itself. */
export function canBeResent({ state }: Pick<Delivery, 'state'>): boolean {
  return state === 'givenUp' || state === 'dropped';
}
