import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** The methods of the gateway that answer requests which are no calls of the contract. */
const DOOR = /\.(serve[A-Z]\w*)\(/g;

/** The methods of the HTTP library that answer requests by themselves. */
const ROUTE =
  /\bserver\.((?:get|post|put|patch|delete|head|options|all|route)\((?:path|'[^']*'|`[^`]*`|\{))/g;

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

test('these routes and no others are known to the HTTP library', () => {
  expect(placesOf(ROUTE)).toEqual([
    'gateway/file-route.ts get(path',
    // All calls of the contract.
    'gateway/http.ts post(path',
    'gateway/http.ts route({',
    "gateway/pages.ts get('/'",
    "gateway/pages.ts get('/api/openapi.json'",
    "gateway/pages.ts get('/healthz'",
    "gateway/pages.ts get('/metrics'",
    "gateway/pages.ts get('/readyz'",
    "gateway/picture-routes.ts get('/uploads/:name'",
    'gateway/picture-routes.ts get(`${path}/:id`',
  ]);
});
