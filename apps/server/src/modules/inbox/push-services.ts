import { Refusal } from '../../gateway/refusal.ts';

/** Push services of browsers: of Chrome and what is made of it. */
const HOSTS: ReadonlySet<string> = new Set(['fcm.googleapis.com']);
/** Of Firefox, Edge and Safari: any host below. */
const DOMAINS = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'] as const;

/**
 * The address of a browser's subscription. It comes from whoever has a session, and we post to it:
 * refuses with `push_service_unknown` all but https at a known push service, and what is written
 * otherwise than browsers write it.
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
