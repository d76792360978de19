import { isIP } from 'node:net';
import { Refusal } from '../../gateway/refusal.ts';
import { isLoopbackUrl } from '../../outgoing/public-address.ts';

/** Ports that an endpoint may have. */
const PORTS: ReadonlySet<string> = new Set(['', '8443']);

/** Only a demo on somebody's own machine tells programs of that machine. */
export function isLoopbackAllowed({
  isDemo,
  isDemoPublic,
}: {
  readonly isDemo: boolean;
  readonly isDemoPublic: boolean;
}): boolean {
  return isDemo && !isDemoPublic;
}

/**
 * The address of an endpoint as it is kept. Refuses with `webhook_url_invalid` every address but
 * one of https with a name, on port 443 or 8443, without a login and a fragment.
 * @param hasLoopback of a demo on somebody's own machine: http to that machine too
 */
export function webhookUrl(text: string, hasLoopback: boolean): string {
  const refusal = new Refusal('webhook_url_invalid', { field: 'url' });
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || url.hash !== '')
    throw refusal;
  if (isLoopbackUrl(url)) {
    if (!hasLoopback || !/^https?:$/.test(url.protocol)) throw refusal;
    return url.href;
  }
  const isName = url.hostname.includes('.') && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  if (url.protocol !== 'https:' || !PORTS.has(url.port) || !isName) throw refusal;
  return url.href;
}
