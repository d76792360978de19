/** The notifications of a browser: its permission, a worker, and a subscription. */

/** `blocked`: the person has forbidden notifications of this site, and only they can allow them. */
export type BrowserState = 'unsupported' | 'blocked' | 'on' | 'off';

/** The worker stands at the root, since it may serve only the pages below its own folder. */
const WORKER = '/push-worker.js';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** @param isOn whether the server has this browser's subscription */
export function browserState(isOn: boolean): BrowserState {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return isOn && Notification.permission === 'granted' ? 'on' : 'off';
}

/** The subscription of this browser, also one of another user. */
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (!isSupported()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** The server's name of a subscription: SHA-256 of its address, in base64url. */
export async function idOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Asks for the permission, and subscribes with new keys. Call it from a press. Undefined where the
 * person does not allow it; rejects where the browser's push service does not answer.
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscription | undefined> {
  // First: browsers forget the press while other things are waited for.
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.register(workerUrl());
  await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  await before?.unsubscribe();
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
}

function isSupported(): boolean {
  // No worker without https, no PushManager in some browsers until the site is installed.
  return (
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  );
}

let policy: { createScriptURL(url: string): string } | undefined;

/** Our one worker, as the policy of our pages lets it pass. */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('push-worker', { createScriptURL: () => WORKER });
  return policy?.createScriptURL('') ?? WORKER;
}
