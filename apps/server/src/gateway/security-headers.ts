import type { FastifyHelmetOptions } from '@fastify/helmet';

const YEAR_SECONDS = 31_536_000;

/** Goes out with every answer. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // Component libraries put style elements into the page; styles run nothing.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

/** The other headers of every answer. Scripts come from our own files only; nobody may frame us; no secure-only rule before production. */
export function securityHeaders(production: boolean): FastifyHelmetOptions {
  return {
    // Helmet would put the policy together anew for each answer (6 % of the thread under load): it is a constant here.
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    hsts: production ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    // They do nothing on plain HTTP but warn in the console.
    crossOriginOpenerPolicy: production,
    originAgentCluster: production,
  };
}
