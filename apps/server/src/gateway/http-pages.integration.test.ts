import type { Call } from '@meridian/contract/schema/call';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Gateway, GatewayOptions } from './http.ts';
import {
  answerOf,
  closeGateways,
  openGround,
  registerSome,
  removeGround,
  serve,
} from '../../test/test-gateway.ts';

beforeAll(openGround);
afterEach(closeGateways);
afterAll(removeGround);

describe('pages', () => {
  it('serves the web application: its files, its routes, and hashed files for ever', async () => {
    const address = await serve();
    for (const path of [
      ...['/', '/dealCenter', '/components/noticeDetail?id=1'],
      ...['/dealCenter/%00', '/dealCenter/%zz', '/%'],
    ]) {
      const response = await fetch(`${address}${path}`);
      expect(await response.text(), path).toContain('<title>Meridian<');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-security-policy')).toMatch(
        /script-src 'self';.*frame-ancestors 'none'/,
      );
      expect(response.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('strict-transport-security')).toBeNull();
    }
    expect((await fetch(`${address}/assets/app-1a2b3c.js`)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const path of ['/assets/gone.js', '/assets/..%2f..%2fetc/passwd', '/metrics/x'])
      expect((await fetch(`${address}${path}`)).status, path).toBe(404);
    expect((await fetch(`${address}/dealCenter`, { method: 'POST' })).status).toBe(404);
  });

  it('lets forms go to the payment gateway where there is one, and nowhere else', async () => {
    const targetOf = async (settings: Partial<GatewayOptions>) =>
      /form-action ([^;]*)/.exec(
        (await fetch(await serve(settings))).headers.get('content-security-policy') ?? '',
      )?.[1];
    expect(await targetOf({})).toBe("'self'");
    expect(await targetOf({ formTarget: 'https://pay.example/gate;x,y/pay?version=1' })).toBe(
      "'self' https://pay.example/gate%3Bx%2Cy/pay",
    );
  });

  it('serves the office beside it, also where only one of the two was built', async () => {
    for (const address of [await serve(), await serve({ webRoot: undefined })]) {
      for (const path of ['/office', '/office/', '/office/users?q=1']) {
        const response = await fetch(`${address}${path}`);
        expect(await response.text(), path).toContain('<title>Meridian office<');
        expect(response.headers.get('content-security-policy')).toMatch(
          /script-src 'self';.*frame-ancestors 'none'/,
        );
      }
      expect(
        (await fetch(`${address}/office/assets/office-1a2b3c.js`)).headers.get('cache-control'),
      ).toBe('public, max-age=31536000, immutable');
      for (const path of ['/office/assets/app-1a2b3c.js', '/office/api/nothing'])
        expect((await fetch(`${address}${path}`)).status, path).toBe(404);
    }
    const address = await serve({ officeRoot: undefined });
    expect((await fetch(`${address}/office/`)).status).toBe(404);
    expect(await (await fetch(`${address}/officers`)).text()).toContain('<title>Meridian<');
  });

  it('asks browsers for secure connections in production only', async () => {
    const address = await serve({ production: true });
    for (const path of ['/api/custorm', '/', '/office/', '/healthz'])
      expect(
        (await fetch(`${address}${path}`)).headers.get('strict-transport-security'),
        path,
      ).toMatch(/max-age=31536000/);
    const forms = await serve({ production: true }, (gateway) =>
      gateway.serveForm('/api/payment/gateway', () => Promise.resolve({ html: '' })),
    );
    expect(
      (await fetch(`${forms}/api/payment/gateway`, { method: 'POST' })).headers.get(
        'strict-transport-security',
      ),
    ).toMatch(/max-age=31536000/);
  });

  it('gives pages no power that they do not use, and a window of their own, on plain HTTP too', async () => {
    const address = await serve();
    const policyOf = async (path: string) => (await fetch(address + path)).headers;
    for (const path of ['/', '/office/', '/api/docs/']) {
      const headers = await policyOf(path);
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(headers.get('permissions-policy'), path).toMatch(
        /camera=\(\).*geolocation=\(\).*publickey-credentials-get=\(self\)/,
      );
    }
    expect((await policyOf('/')).get('content-security-policy')).toContain(
      "require-trusted-types-for 'script'; trusted-types dompurify push-worker 'allow-duplicates'",
    );
    expect((await policyOf('/dealCenter')).get('content-security-policy')).toContain(
      'require-trusted-types-for',
    );
    for (const path of ['/office/', '/api/docs/'])
      expect((await policyOf(path)).get('content-security-policy'), path).not.toContain(
        'trusted-types',
      );
  });

  it('sends its headers with every answer, also with refusals', async () => {
    const address = await serve();
    for (const path of [
      '/api/custorm',
      '/api/user/nothing',
      '/api/transaction/in',
      '/healthz',
      '/api/openapi.json',
      '/',
    ]) {
      const { headers } = await fetch(`${address}${path}`);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    }
  });

  it('says how the server is', async () => {
    let ready = false;
    const address = await serve({
      readiness: () => ({ ready, waitingFor: ready ? [] : ['feed'] }),
    });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect(await answerOf(await fetch(`${address}/readyz`))).toEqual({
      status: 503,
      ready: false,
      waitingFor: ['feed'],
    });
    ready = true;
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await fetch(`${address}/api/custorm`);
    expect(await (await fetch(`${address}/metrics`)).text()).toContain(
      'http_call_seconds_count{call="GET /api/custorm"} 1',
    );
  });

  it('describes exactly the calls that it serves, and shows them on a page', async () => {
    let gateway: Gateway | undefined;
    const address = await serve({}, (created) => {
      gateway = created;
      registerSome(created);
    });
    const document = (await (await fetch(`${address}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const registered = (gateway?.calls ?? []).map(({ method, path }: Call) => `${method} ${path}`);
    expect(described.sort((a, b) => (a < b ? -1 : 1))).toEqual(
      registered.sort((a, b) => (a < b ? -1 : 1)),
    );
    const page = await fetch(`${address}/api/docs/`);
    expect(await page.text()).toContain('swagger-ui');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('refuses to register a call twice', async () => {
    await expect(
      serve({}, (gateway) => [1, 2].forEach(() => registerSome(gateway))),
    ).rejects.toThrow('registered twice');
  });
});
