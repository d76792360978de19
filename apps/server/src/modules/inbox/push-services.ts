import { Refusal } from '../../gateway/refusal.ts';

/** Hosts of push services: of Chrome and of the browsers built on it. */
const HOSTS: ReadonlySet<string> = new Set(['fcm.googleapis.com']);
/** Of Firefox, Edge and Safari: any host below. */
const DOMAINS = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'] as const;

/**
 * The address of a browser's subscription. Any caller with a session can send one, and we post to
 * it. Refuses with `push_service_unknown` all but https at a known push service, and an address
 * that browsers would write in another form.
 * @param ownService origin of a further service, for tests and demos
 */
export function pushEndpoint(text: string, ownService: string | undefined): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.href !== text || !isKnown(url, ownService))
    throw new Refusal('push_service_unknown', { field: 'endpoint' });
  return url;
}

function isKnown(url: URL, ownService: string | undefined): boolean {
  const { hostname, origin, protocol, port, username, password, hash } = url;
  if (username !== '' || password !== '' || hash !== '') return false;
  if (origin === ownService) return true;
  return (
    protocol === 'https:' &&
    port === '' &&
    (HOSTS.has(hostname) || DOMAINS.some((domain) => hostname.endsWith(domain)))
  );
}
