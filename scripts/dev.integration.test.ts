import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeDataDir, temporaryDataDir } from '../apps/server/src/database/temporary-database.ts';
import { freePort } from '../apps/server/src/free-port.ts';
import { ROOT } from './source-tree.ts';

const UP_WITHIN_MS = 120_000;
const ENDS_WITHIN_MS = 60_000;

describe('npm run dev', () => {
  const dataDir = temporaryDataDir();
  let ports: { readonly server: number; readonly web: number; readonly office: number };
  let dev: ChildProcess;
  let output = '';

  beforeAll(async () => {
    ports = { server: await freePort(), web: await freePort(), office: await freePort() };
    const { NODE_ENV: _nodeEnv, MODE: _mode, ...inherited } = process.env;
    // In a process group of its own, so that a signal reaches all of it, as Ctrl-C does.
    dev = spawn(process.execPath, [path.join(ROOT, 'scripts', 'dev.mjs')], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited,
        PORT: String(ports.server),
        DEV_WEB_PORT: String(ports.web),
        DEV_OFFICE_PORT: String(ports.office),
        DATA_DIR: dataDir,
        CHAIN_LOCAL: 'off',
        CONTEST: 'off',
      },
    });
    for (const stream of [dev.stdout, dev.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  });
  afterAll(() => {
    if (dev.exitCode === null && dev.signalCode === null) dev.kill('SIGKILL');
    removeDataDir(dataDir);
  });

  const textOf = (port: number, where: string): Promise<string> =>
    fetch(`http://127.0.0.1:${port}${where}`).then(
      (answer) => answer.text(),
      () => '',
    );
  const served = (): number => output.split('Meridian serves').length - 1;

  test(
    'serves both applications from their sources, and passes calls to the server',
    { timeout: UP_WITHIN_MS },
    async () => {
      const waiting = { timeout: UP_WITHIN_MS, interval: 200 };
      await expect.poll(() => textOf(ports.web, '/'), waiting).toContain('/src/main.tsx');
      await expect
        .poll(() => textOf(ports.office, '/office/'), waiting)
        .toContain('/office/src/main.tsx');
      await expect
        .poll(() => textOf(ports.web, '/api/currency/quotation_new'), waiting)
        .toContain('"type":"ok"');
      expect(await textOf(ports.office, '/office/api/me')).toContain('operator_required');
    },
  );

  test('starts the server again when a source changes', { timeout: UP_WITHIN_MS }, async () => {
    await expect.poll(served, { timeout: UP_WITHIN_MS }).toBe(1);
    const now = new Date();
    utimesSync(path.join(ROOT, 'apps/server/src/main.ts'), now, now);
    await expect.poll(served, { timeout: UP_WITHIN_MS, interval: 100 }).toBe(2);
    expect(output).toContain('apps/server/src/main.ts has changed: the server starts again');
    expect(await textOf(ports.web, '/api/currency/quotation_new')).toContain('"type":"ok"');
  });

  test('ends cleanly at Ctrl-C', { timeout: ENDS_WITHIN_MS }, async () => {
    const ended = once(dev, 'exit');
    process.kill(-(dev.pid ?? 0), 'SIGINT');
    expect(await ended).toEqual([0, null]);
    for (const port of Object.values(ports)) expect(await textOf(port, '/')).toBe('');
    // PostgreSQL removes the file on a clean stop.
    expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});
