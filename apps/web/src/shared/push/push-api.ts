import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../http/api-call.ts';
import { OWN } from '../session.ts';
import { browserState, currentSubscription, idOf, type BrowserState } from './browser-push.ts';

const fetchPush = apiCall('GET /api/user/push');
const subscribe = apiCall('POST /api/user/push_subscribe');
const unsubscribe = apiCall('POST /api/user/push_unsubscribe');

export interface PushDevice {
  readonly id: string;
  /** Browser and system, '' where unknown. */
  readonly device: string;
  readonly createdAt: string;
}

export interface PushSettings {
  readonly publicKey: string;
  /** Newest first. */
  readonly devices: readonly PushDevice[];
  /** Whether this browser gets notifications of this account, or why it cannot. */
  readonly state: BrowserState;
  /** This browser's among the devices; it may be none of them. */
  readonly ownId: string | undefined;
}

export const pushQuery = queryOptions({
  queryKey: [OWN, 'push'],
  queryFn: async ({ signal }) => settingsOf(await fetchPush({}, { signal })),
});

/** Makes this browser a device of the account. */
export async function sendSubscription(subscription: PushSubscription): Promise<PushSettings> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  return settingsOf(await subscribe({ endpoint: endpoint ?? '', p256dh, auth }));
}

export async function removeDevice(id: string): Promise<PushSettings> {
  return settingsOf(await unsubscribe({ id }));
}

/**
 * After a login: a subscription of this browser goes on in the new session where it belongs to this
 * account. One of another account ends, so that nobody reads a stranger's messages here.
 */
export async function adoptSubscription(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription === undefined) return;
  const { devices, ownId } = await settingsOf(await fetchPush({}));
  if (devices.some(({ id }) => id === ownId)) await sendSubscription(subscription);
  else await subscription.unsubscribe();
}

async function settingsOf({
  public_key: publicKey,
  devices: rows,
}: Output<'GET /api/user/push'>): Promise<PushSettings> {
  const devices = rows.map(({ id, device, created_time }) => ({
    id,
    device,
    createdAt: created_time,
  }));
  const subscription = await currentSubscription();
  const ownId = subscription === undefined ? undefined : await idOf(subscription);
  const isOn = devices.some(({ id }) => id === ownId);
  return { publicKey, devices, ownId, state: browserState(isOn) };
}
