import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { Call } from '@meridian/contract/call';
import { openApiDocument } from '@meridian/contract/openapi';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { Refusal } from './refusal.ts';
import { pageHeaders } from './security-headers.ts';

/** Whether the server serves; while it does not, why: for `/readyz`. */
export interface Readiness {
  readonly ready: boolean;
  readonly waitingFor: readonly string[];
  /** What an operator has to look at while it serves. */
  readonly alarms?: readonly string[];
}

interface PagesOptions {
  readonly calls: readonly Call[];
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
/** Prefixes that belong to programs: what is not found there is an error, never a page. */
const PROGRAM_PATH = /^\/(?:api|office\/api|wss|healthz|readyz|metrics|(?:office\/)?assets|uploads)(?:[/?]|$)/i;

const OFFICE_PATH = /^\/office(?:[/?]|$)/;

/** Everything that is no call: state of the server, documents of the API, the customers' application and the office. */
export async function addPages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  const { calls, readiness, metrics } = options;
  await server.register(helmet, pageHeaders(options.production, options.formTarget));
  server.get('/healthz', () => ({ status: 'ok' }));
  server.get('/readyz', (_request, reply) => {
    const state = readiness();
    return reply.code(state.ready ? 200 : 503).send(state);
  });
  server.get('/metrics', { config: { cost: METRICS_COST } }, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  await server.register((scope) => addDocsPage(scope, calls));
  const webRoot = builtIn(options.webRoot);
  const officeRoot = builtIn(options.officeRoot);
  const shared = { cacheControl: false, preCompressed: true, dotfiles: 'ignore', setHeaders: setCacheHeader } as const;
  if (webRoot !== undefined) await server.register(fastifyStatic, { ...shared, root: webRoot });
  if (officeRoot !== undefined) await server.register(fastifyStatic, { ...shared, root: officeRoot, prefix: '/office/', decorateReply: webRoot === undefined });
  server.setNotFoundHandler((request, reply) => answerNotFound(request, reply, { calls, webRoot, officeRoot }));
}

/** The folder, where an application was built into it. */
function builtIn(folder: string | undefined): string | undefined {
  return folder !== undefined && existsSync(join(folder, 'index.html')) ? folder : undefined;
}

async function addDocsPage(server: FastifyInstance, calls: readonly Call[]): Promise<void> {
  const document = openApiDocument([], ABOUT);
  let text = '';
  // Long documents, and a page that loads several.
  server.addHook('onRoute', (route) => void (route.config = { ...route.config, cost: DOCUMENT_COST }));
  await server.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
  await server.register(fastifySwaggerUi, { routePrefix: '/api/docs' });
  server.addHook('onReady', (done) => {
    // Only now are all calls known.
    Object.assign(document, openApiDocument(calls, ABOUT));
    text = JSON.stringify(document);
    done();
  });
  server.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
}

/** Files with a hash in their name never change; everything else is asked for again. */
function setCacheHeader(reply: FastifyReply, path: string): void {
  void reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache');
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply, site: { calls: readonly Call[] } & Pick<PagesOptions, 'webRoot' | 'officeRoot'>): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = site.calls.filter((call) => call.path === path).map(({ method }) => method);
  if (methods.length > 0) {
    reply.header('allow', methods.join(', '));
    throw new Refusal('method_not_allowed');
  }
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !PROGRAM_PATH.test(request.url);
  const root = OFFICE_PATH.test(request.url) ? site.officeRoot : site.webRoot;
  if (!isPage || root === undefined) throw new Refusal('route_not_found');
  // The applications have their own routes: they decide what to show.
  return reply.sendFile('index.html', root);
}
