import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteConfig } from '@meridian/contract/site/calls';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { ClientAddresses } from './client-addresses.ts';
import type { Part } from './doors.ts';
import { createGateway, type Gateway, type GatewayOptions } from './http.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** The methods of the gateway that answer requests which are no calls of the contract. */
const DOOR = /\.(serve[A-Z]\w*)\(/g;
/** An import of more than the types of an HTTP library. Without one nothing is a server. */
const LIBRARY = /^import (?!type\b)[^;]*? from '(fastify|node:https?)'/gm;

/** All places in shipped code of the server that match, sorted: file and first group. */
function placesOf(pattern: RegExp): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/server/src'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) =>
      [...readFileSync(join(ROOT, name), 'utf8').matchAll(pattern)].map(
        ([, place]) => `${name.replace('apps/server/src/', '')} ${place}`,
      ),
    )
    .sort();
}

/**
 * The guard of calls does not stand before these doors: each decides by itself who may come in. A
 * new one is a decision.
 */
test('these doors and no others are no calls', () => {
  expect(placesOf(DOOR)).toEqual([
    // The signed link of a picture, for its owner and the office.
    'modules/identity/module.ts servePictures',
    'modules/news/module.ts servePublicPictures',
    // The signed link of a file of an appeal, for the session that it was made for.
    'modules/p2p/routes.ts serveOwnFiles',
    // The payment service of the demo, which signs its forms.
    'modules/payment/demo-gateway.ts serveForm',
    'modules/payment/demo-gateway.ts serveForm',
    // The public file of ticks.
    'modules/seconds/module.ts serveFile',
  ]);
});

/** Opens each door of a gateway, and lets it serve one call. */
const OPENED: Readonly<Record<string, (gateway: Gateway) => void>> = {
  registerCall: (gateway) => gateway.registerCall(siteConfig, () => Promise.reject(new Error())),
  serveFile: (gateway) => gateway.serveFile('/api/the-file', () => undefined),
  serveForm: (gateway) => gateway.serveForm('/api/the-form', () => Promise.reject(new Error())),
  serveOwnFiles: (gateway) =>
    gateway.serveOwnFiles('/api/the-files', () => Promise.resolve(undefined)),
  servePictures: (gateway) => gateway.servePictures(() => Promise.resolve(undefined)),
  servePublicPictures: (gateway) => gateway.servePublicPictures(() => Promise.resolve(undefined)),
};

/** All routes that the HTTP library knows of a gateway with every door, as it is told of each. */
async function routesOf(apart: readonly Exclude<Part, 'customers'>[]): Promise<string[]> {
  const routes: string[] = [];
  const listenTo = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      routes.push(`${[method].flat().join()} ${url}`);
    });
  };
  const folder = mkdtempSync(join(tmpdir(), 'meridian-doors-'));
  writeFileSync(join(folder, 'index.html'), '');
  subscribe('fastify.initialization', listenTo);
  try {
    const gateway = await createGateway({
      // Nobody asks anything of it.
      ...({} as Pick<GatewayOptions, 'access' | 'operators'>),
      addresses: new ClientAddresses([]),
      production: true,
      rateLimits: false,
      webRoot: folder,
      officeRoot: folder,
      readiness: () => ({ ready: true, waitingFor: [] }),
      metrics: new Registry(),
      logger: pino({ level: 'silent' }),
      apart,
    });
    const methods = Object.keys(gateway).filter((name) => /^(?:register|serve)/.test(name));
    expect(methods.sort()).toEqual(Object.keys(OPENED));
    for (const open of Object.values(OPENED)) open(gateway);
    await gateway.close();
  } finally {
    unsubscribe('fastify.initialization', listenTo);
    rmSync(folder, { recursive: true });
  }
  return [...new Set(routes)].sort();
}

/** Of one listener for all. */
const ROUTES = [
  // The documents of the calls, and the pages that show them.
  'GET /api/docs',
  'GET /api/docs/json',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /api/docs/yaml',
  'GET /api/openapi.json',
  // The call.
  'GET /api/site/config',
  // The doors.
  'GET /api/the-file',
  'GET /api/the-files/:id',
  'GET /api/upload/:id',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'GET /uploads/:name',
  // Built files of the customers' pages, of the documents and of the office.
  'HEAD,GET /*',
  'HEAD,GET /api/docs/static/*',
  'HEAD,GET /office/*',
  'POST /api/the-form',
];

// A route that is registered beside the calls of the contract has no guard before it either.
test('these routes and no others are known to the HTTP library', async () => {
  expect(await routesOf([])).toEqual(ROUTES);
  // The listener of the office alone leads from its root to its pages.
  expect(await routesOf(['office', 'figures'])).toEqual(['GET /', ...ROUTES]);
});

test('these files and no others have an HTTP library', () => {
  expect(placesOf(LIBRARY)).toEqual([
    'gateway/http.ts fastify',
    // It sends.
    'outgoing/post.ts node:http',
    'outgoing/post.ts node:https',
  ]);
});
