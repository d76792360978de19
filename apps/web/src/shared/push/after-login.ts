import { adoptSubscription } from './push-api.ts';

/**
 * Where this browser may get notifications: keeps a subscription of this account, ends one of
 * another.
 */
export async function lookAtPush(): Promise<void> {
  if ('Notification' in globalThis && Notification.permission === 'granted')
    await adoptSubscription();
}
