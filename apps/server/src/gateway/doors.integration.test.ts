import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@meridian/contract/schema/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALICE, TestExchange } from '../../test/test-exchange.ts';
import { partOf, type Part } from './doors.ts';

const PARTS: readonly Part[] = ['customers', 'office', 'figures'];
const METHODS = ['GET', 'POST'] as const;

let exchange: TestExchange;
let folder: string;
/** Of one listener for all, and of a listener for each part. */
let together: string;
let apart: Record<Part, string>;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  folder = mkdtempSync(join(tmpdir(), 'meridian-doors-'));
  const settings = { webRoot: buildSite('web'), officeRoot: buildSite('office') };
  together = await exchange.serveBeside(settings);
  apart = await exchange.serveApart(settings);
});
afterAll(async () => {
  await exchange.close();
  rmSync(folder, { recursive: true, force: true });
});

function buildSite(name: string): string {
  mkdirSync(join(folder, name, 'assets'), { recursive: true });
  writeFileSync(join(folder, name, 'index.html'), `<!doctype html><title>${name}</title>`);
  writeFileSync(join(folder, name, 'assets', 'a.js'), 'export {};');
  return join(folder, name);
}

/**
 * Status and code of an answer, with a customer's session: enough to tell a call from a path that
 * nobody knows.
 */
async function ask(
  address: string,
  path: string,
  method = 'GET',
): Promise<{ status: number; code: unknown; allow: string | null }> {
  const response = await fetch(address + path, {
    method,
    redirect: 'manual',
    headers: exchange.headers({ user: ALICE }),
  });
  const text = await response.text();
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: unknown }).code : undefined;
  return { status: response.status, code, allow: response.headers.get('allow') };
}

const UNKNOWN = { status: 404, code: 'route_not_found', allow: null };
const pathsOf = async (address: string): Promise<string[]> =>
  Object.keys(
    ((await (await fetch(`${address}/api/openapi.json`)).json()) as { paths: object }).paths,
  ).sort();

describe('listeners apart', () => {
  it('each call is known at the listener of its part, and at no other', async () => {
    const calls: readonly Call[] = exchange.calls;
    expect(calls.filter(({ path }) => partOf(path) === 'office').length).toBeGreaterThan(60);
    for (const { path } of calls) {
      const own = partOf(path);
      expect(await ask(apart[own], path, 'PUT'), path).toMatchObject({
        code: 'method_not_allowed',
      });
      for (const part of PARTS.filter((one) => one !== own))
        for (const method of METHODS)
          expect(await ask(apart[part], path, method), `${method} ${path} at ${part}`).toEqual(
            UNKNOWN,
          );
    }
  });

  it("each call that is an operator's is the office's", () => {
    expect(
      exchange.calls.filter(
        ({ access, path }) => access === 'operator' && partOf(path) !== 'office',
      ),
    ).toEqual([]);
  });

  it('each document names the calls of its listener', async () => {
    const named = Object.fromEntries(
      await Promise.all(
        (['customers', 'office'] as const).map(
          async (part) => [part, await pathsOf(apart[part])] as const,
        ),
      ),
    );
    for (const part of ['customers', 'office'] as const)
      expect(named[part]).toEqual(
        [
          ...new Set(
            exchange.calls.map(({ path }) => path).filter((path) => partOf(path) === part),
          ),
        ].sort(),
      );
    expect(await (await fetch(`${apart.customers}/api/openapi.json`)).text()).not.toContain(
      '/office/',
    );
    expect((await ask(apart.figures, '/api/openapi.json')).status).toBe(404);
  });

  it('pages, files and figures are where they belong', async () => {
    const found = async (path: string): Promise<Part[]> => {
      const statuses = await Promise.all(
        PARTS.map(async (part) => [part, (await ask(apart[part], path)).status] as const),
      );
      return statuses.filter(([, status]) => status !== 404).map(([part]) => part);
    };
    for (const path of ['/dealCenter', '/assets/a.js'])
      expect(await found(path), path).toEqual(['customers']);
    for (const path of ['/office', '/office/', '/office/users', '/office/assets/a.js'])
      expect(await found(path), path).toEqual(['office']);
    expect(await found('/')).toEqual(['customers', 'office']);
    expect((await ask(apart.office, '/')).status).toBe(302);
    expect(await found('/api/docs/')).toEqual(['customers', 'office']);
    expect(await found('/metrics')).toEqual(['figures']);
    for (const path of ['/healthz', '/readyz']) expect(await found(path), path).toEqual(PARTS);
    expect(await (await fetch(`${apart.customers}/readyz`)).json()).toEqual({ ready: true });
    expect(await (await fetch(`${apart.figures}/readyz`)).json()).toEqual({
      ready: true,
      waitingFor: [],
    });
  });
});

describe('one listener', () => {
  it('serves all of it', async () => {
    expect(await pathsOf(together)).toEqual(
      [...new Set(exchange.calls.map(({ path }) => path))].sort(),
    );
    for (const path of ['/', '/office/', '/metrics', '/readyz', '/healthz', '/api/docs/'])
      expect((await ask(together, path)).status, path).toBe(200);
    for (const { path } of exchange.calls)
      expect(await ask(together, path, 'PUT'), path).toMatchObject({ code: 'method_not_allowed' });
  });
});
