import { adoptSubscription } from './push-api.ts';

/** Looks whose notifications this browser gets, where it may get any. */
export async function lookAtPush(): Promise<void> {
  if ('Notification' in globalThis && Notification.permission === 'granted')
    await adoptSubscription();
}
