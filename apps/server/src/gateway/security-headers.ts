import type { FastifyHelmetOptions } from '@fastify/helmet';

const YEAR_SECONDS = 31_536_000;

/**
 * Headers of the answers to calls: programs read them, so nothing in them may run, be framed,
 * guessed at or kept. A plain constant, because it goes with every order: helmet's middlewares took
 * a sixth of the thread under load.
 */
export function callHeaders(production: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(production
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
  };
}

/**
 * Headers of a page that answers a form: it has a style element and forms that come to us, and
 * nothing that runs.
 */
export function formPageHeaders(production: boolean): Readonly<Record<string, string>> {
  return {
    ...callHeaders(production),
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  };
}

/**
 * Features of browsers that no page of ours uses. Passkeys and copying are allowed to our own pages
 * alone.
 */
const PERMISSIONS = [
  ...[
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((name) => `${name}=()`),
  ...['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'].map(
    (name) => `${name}=(self)`,
  ),
].join(', ');

/** Which pages: the customers', the office's, or others (the description of the calls). */
export type Site = 'web' | 'office' | 'other';

/**
 * Headers of all pages besides their policy. Nobody may frame us, nor hold our window; no
 * secure-only rule before production.
 */
export function pageHeaders(production: boolean): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    hsts: production ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // It does nothing on plain HTTP but warn in the console.
    originAgentCluster: production,
  };
}

/**
 * The headers of a page that differ. @param formTarget where else than to us forms may be posted
 */
export function policyHeaders(
  site: Site,
  formTarget: string | undefined,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': pagePolicy(site, formTarget),
    'permissions-policy': PERMISSIONS,
  };
}

/**
 * Scripts come from our own files only. On the customers' pages no text becomes HTML or a script
 * but through DOMPurify, and the worker of notifications (Trusted Types): the editor of the office
 * and the description of the calls have ways of their own. Styles of the customers' pages come from
 * our own files too, or from sheets that scripts make. The office's components and the description
 * write style elements: there styles may stand in the page. They run nothing.
 */
function pagePolicy(site: Site, formTarget: string | undefined): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    site === 'web' ? "style-src 'self'" : "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    `form-action 'self'${formTarget === undefined ? '' : ` ${formSource(formTarget)}`}`,
    "frame-ancestors 'none'",
    ...(site === 'web'
      ? [
          "require-trusted-types-for 'script'",
          "trusted-types dompurify push-worker 'allow-duplicates'",
        ]
      : []),
  ].join('; ');
}

/**
 * Exactly this address as a source of a policy: without a query, and with nothing in it that would
 * end the directive.
 */
function formSource(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`;
}
