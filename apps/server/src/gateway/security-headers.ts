import type { FastifyHelmetOptions } from '@fastify/helmet';

const YEAR_SECONDS = 31_536_000;

/**
 * Headers of the answers to calls: programs read them, so nothing in them may run, be framed, guessed at or kept. A plain
 * constant, because it goes with every order: helmet's middlewares took a sixth of the thread under load.
 */
export function callHeaders(production: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(production ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` } : {}),
  };
}

/** Headers of a page that answers a form: it has a style element and forms that come to us, and nothing that runs. */
export function formPageHeaders(production: boolean): Readonly<Record<string, string>> {
  return { ...callHeaders(production), 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'" };
}

/** Headers of pages. Scripts come from our own files only; nobody may frame us; no secure-only rule before production. @param formTarget where else than to us forms may be posted */
export function pageHeaders(production: boolean, formTarget: string | undefined): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Component libraries put style elements into the page; styles run nothing.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: formTarget === undefined ? ["'self'"] : ["'self'", formSource(formTarget)],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    hsts: production ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    // They do nothing on plain HTTP but warn in the console.
    crossOriginOpenerPolicy: production,
    originAgentCluster: production,
  };
}

/** Exactly this address as a source of a policy: without a query, and with nothing in it that would end the directive. */
function formSource(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`;
}
