import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { Call } from '@meridian/contract/schema/call';
import { openApiDocument } from '@meridian/contract/schema/openapi';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Part } from './doors.ts';
import { Refusal } from './refusal.ts';
import { pageHeaders, policyHeaders, type Site } from './security-headers.ts';

/** Whether the server serves; while it does not, why: for `/readyz`. */
export interface Readiness {
  readonly ready: boolean;
  readonly waitingFor: readonly string[];
  /** Alarms that an operator has to look at while the server serves. */
  readonly alarms?: readonly string[];
}

interface PagesOptions {
  /** Parts that the listener serves. */
  readonly parts: readonly Part[];
  /** Its calls, once all are registered. */
  readonly calls: () => readonly Call[];
  readonly production: boolean;
  readonly webRoot: string | undefined;
  readonly officeRoot: string | undefined;
  readonly formTarget?: string | undefined;
  readonly readiness: () => Readiness;
  readonly metrics: Registry;
}

/** In ordinary calls. */
const DOCUMENT_COST = 10;
const METRICS_COST = 20;
const ABOUT = { title: 'Meridian', version: '0.1.0' };
/** Prefixes that belong to programs: an unknown path there is an error, never a page. */
const PROGRAM_PATH =
  /^\/(?:api|office\/api|wss|healthz|readyz|metrics|(?:office\/)?assets|uploads)(?:[/?]|$)/i;

const OFFICE_PATH = /^\/office(?:[/?]|$)/;
const DOCS_PATH = /^\/api\/docs(?:[/?]|$)/;

/**
 * Everything of a listener that is no call: state of the server, documents of the API, the
 * customers' application and the office.
 */
export async function addPages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  const { parts, calls } = options;
  await server.register(helmet, pageHeaders(options.production));
  const headers = (site: Site): Readonly<Record<string, string>> =>
    policyHeaders(site, site === 'web' ? options.formTarget : undefined);
  const bySite = { web: headers('web'), office: headers('office'), other: headers('other') };
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(bySite[siteOf(request.url)]);
    done();
  });
  addState(server, options);
  const hasPeople = parts.includes('customers') || parts.includes('office');
  if (hasPeople) await server.register((scope) => addDocsPage(scope, calls));
  const webRoot = parts.includes('customers') ? builtIn(options.webRoot) : undefined;
  const officeRoot = parts.includes('office') ? builtIn(options.officeRoot) : undefined;
  const shared = {
    cacheControl: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: setCacheHeader,
  } as const;
  if (webRoot !== undefined) await server.register(fastifyStatic, { ...shared, root: webRoot });
  if (officeRoot !== undefined)
    await server.register(fastifyStatic, {
      ...shared,
      root: officeRoot,
      prefix: '/office/',
      decorateReply: webRoot === undefined,
    });
  if (!parts.includes('customers') && parts.includes('office'))
    server.get('/', (_request, reply) => reply.redirect('/office/'));
  server.setNotFoundHandler((request, reply) =>
    answerNotFound(request, reply, { calls, webRoot, officeRoot }),
  );
}

/**
 * The address whose file is served for another address. An address that cannot be decoded, or that
 * has control characters, names no file and would be refused. Outside the paths of programs the
 * application is served instead, and decides which page to show.
 */
export function servedUrl({ url = '/' }: { readonly url?: string | undefined }): string {
  if (isReadable(url.split('?', 1)[0] ?? '') || PROGRAM_PATH.test(url)) return url;
  return OFFICE_PATH.test(url) ? '/office/' : '/';
}

function isReadable(path: string): boolean {
  try {
    return !path.includes('%') || !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function siteOf(url: string): Site {
  if (OFFICE_PATH.test(url)) return 'office';
  return DOCS_PATH.test(url) ? 'other' : 'web';
}

/**
 * State of the process: whether it lives and serves, on every listener; its waits, alarms and
 * figures on the listener of the figures.
 */
function addState(server: FastifyInstance, { parts, readiness, metrics }: PagesOptions): void {
  const hasFigures = parts.includes('figures');
  server.get('/healthz', () => ({ status: 'ok' }));
  server.get('/readyz', (_request, reply) => {
    const state = readiness();
    return reply.code(state.ready ? 200 : 503).send(hasFigures ? state : { ready: state.ready });
  });
  if (hasFigures)
    server.get('/metrics', { config: { cost: METRICS_COST } }, async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.metrics()),
    );
}

/** The folder, where an application was built into it. */
function builtIn(folder: string | undefined): string | undefined {
  return folder !== undefined && existsSync(join(folder, 'index.html')) ? folder : undefined;
}

async function addDocsPage(server: FastifyInstance, calls: () => readonly Call[]): Promise<void> {
  const document = openApiDocument([], ABOUT);
  let text = '';
  // Long documents, and a page that loads several.
  server.addHook(
    'onRoute',
    (route) => void (route.config = { ...route.config, cost: DOCUMENT_COST }),
  );
  await server.register(fastifySwagger, {
    mode: 'static',
    specification: { document: document as never },
  });
  await server.register(fastifySwaggerUi, { routePrefix: '/api/docs' });
  server.addHook('onReady', (done) => {
    // Only now are all calls known.
    Object.assign(document, openApiDocument(calls(), ABOUT));
    text = JSON.stringify(document);
    done();
  });
  server.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
}

/** Files with a hash in their name never change; everything else is asked for again. */
function setCacheHeader(reply: FastifyReply, path: string): void {
  void reply.header(
    'cache-control',
    path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
}

function answerNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Pick<PagesOptions, 'calls' | 'webRoot' | 'officeRoot'>,
): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = site
    .calls()
    .filter((call) => call.path === path)
    .map(({ method }) => method);
  if (methods.length > 0) {
    reply.header('allow', methods.join(', '));
    throw new Refusal('method_not_allowed');
  }
  const isPage =
    (request.method === 'GET' || request.method === 'HEAD') && !PROGRAM_PATH.test(request.url);
  const root = OFFICE_PATH.test(request.url) ? site.officeRoot : site.webRoot;
  if (!isPage || root === undefined) throw new Refusal('route_not_found');
  // The applications have their own routes: they decide which page to show.
  return reply.sendFile('index.html', root);
}
