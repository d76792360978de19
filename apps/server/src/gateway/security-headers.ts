import type { FastifyHelmetOptions } from '@fastify/helmet';

const YEAR_SECONDS = 31_536_000;

/** Headers of every answer. Scripts come from our own files only; nobody may frame us; no secure-only rule before production. */
export function securityHeaders(production: boolean): FastifyHelmetOptions {
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
        formAction: ["'self'"],
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
