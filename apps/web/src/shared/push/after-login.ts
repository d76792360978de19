/**
 * Call it after a login, without waiting: looks whose notifications this browser gets, where it may
 * get any.
 */
export function lookAtPush(): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  import('./push-api.ts')
    .then(({ adoptSubscription }) => adoptSubscription())
    .catch(() => undefined);
}
