import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../apps/server/src/free-port.ts';
import { makeTree } from './production-tree.ts';

const STARTS_WITHIN_MS = 90_000;
/** Not for production: compilers, chains of the demo, tools of tests and of the build. */
const LEFT_OUT = [
  'solc',
  '@foundry-rs/anvil',
  'vitest',
  'vite',
  'typescript',
  'eslint',
  'playwright-core',
  'fast-check',
  'lighthouse',
  'react-admin',
  'axe-core',
];

let home: string;
let tree: string;
let made: ReturnType<typeof makeTree>;
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'meridian-tree-'));
  tree = path.join(home, 'meridian');
  made = makeTree(tree);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('what production runs', () => {
  it('has every package that it imports, and none of those that only build, test or demonstrate', () => {
    for (const name of made.packages)
      expect(existsSync(path.join(tree, 'node_modules', name)), name).toBe(true);
    for (const name of LEFT_OUT)
      expect(existsSync(path.join(tree, 'node_modules', name)), name).toBe(false);
    expect(existsSync(path.join(tree, 'node_modules/node'))).toBe(false);
  });

  it('has no tests, no source of pages and no test kit', () => {
    const names = readdirSync(tree, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('node_modules') && !name.includes('/dist/'),
    );
    expect(
      names.filter((name) => /\.test\.tsx?$|testkit|\/testing\/|^e2e|^bench|\.tsx$/.test(name)),
    ).toEqual([]);
  });

  it('starts with its own Node, with the listeners of production, and stops', async () => {
    const [port, office, figures] = await Promise.all([freePort(), freePort(), freePort()]);
    const settings = {
      PORT: String(port),
      OFFICE_PORT: String(office),
      METRICS_PORT: String(figures),
      DATA_DIR: path.join(home, 'data'),
      CHAIN_LOCAL: 'off',
      CONTEST: 'off',
      MODE: 'demo',
      NODE_ENV: 'production',
      PATH: process.env['PATH'] ?? '',
    };
    const server: ChildProcess = spawn(
      path.join(tree, 'bin/node'),
      ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'],
      { cwd: tree, env: settings, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()));
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    try {
      const deadline = Date.now() + STARTS_WITHIN_MS;
      const isReady = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${figures}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isReady())) {
        if (server.exitCode !== null || Date.now() > deadline)
          throw new Error(`it did not start:\n${output}`);
        await delay(100);
      }
      const statusOf = async (at: number, where: string): Promise<number> =>
        (await fetch(`http://127.0.0.1:${at}${where}`)).status;
      expect([
        await statusOf(port, '/api/custorm'),
        await statusOf(port, '/office/api/me'),
        await statusOf(port, '/metrics'),
        await statusOf(port, '/readyz'),
      ]).toEqual([200, 404, 404, 200]);
      expect(await statusOf(office, '/office/api/me')).not.toBe(404);
      expect([await statusOf(office, '/api/custorm'), await statusOf(figures, '/metrics')]).toEqual(
        [404, 200],
      );
      expect(output).toContain(`The office of Meridian: http://127.0.0.1:${office}`);
    } finally {
      server.kill('SIGTERM');
      const forced = setTimeout(() => server.kill('SIGKILL'), 30_000);
      expect(await ended).toBe(0);
      clearTimeout(forced);
    }
  });

  it('the command makes it, and not over another', () => {
    expect(() =>
      execFileSync(process.execPath, [path.join(import.meta.dirname, 'production-tree.ts'), tree], {
        stdio: 'pipe',
      }),
    ).toThrow('exists');
  });
});
