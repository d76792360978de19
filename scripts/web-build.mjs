// Builds apps/web when its output is missing or older than what it is made of.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment, fail, packageTool, pinnedNode, ROOT } from './setup.mjs';

const WEB = path.join(ROOT, 'apps', 'web');
const OUTPUT = path.join(WEB, 'dist', 'index.html');
/** Hash of the sources that the output was built from. */
const STAMP = path.join(ROOT, 'node_modules', '.cache', 'meridian', 'web-build');
const SOURCES = ['apps/web', 'packages/contract', 'packages/money', 'package-lock.json', 'tsconfig.base.json'];
const SKIPPED = new Set(['node_modules', 'dist', '.cache']);

export function buildWeb() {
  const hash = hashOfSources();
  if (existsSync(OUTPUT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  process.stderr.write('Building the web application ...\n');
  const { status } = spawnSync(pinnedNode(), [packageTool('vite', 'bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: WEB,
    stdio: ['ignore', 2, 2],
    env: childEnvironment({ NODE_ENV: 'production' }),
  });
  if (status !== 0) fail('The web application could not be built: the message stands above.');
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hash);
}

function hashOfSources() {
  const hash = createHash('sha256');
  const add = (relative) => {
    const entries = readdirSync(path.join(ROOT, relative), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const name = `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) add(name);
      } else if (entry.isFile()) addFile(name);
    }
  };
  const addFile = (name) => {
    const text = readFileSync(path.join(ROOT, name));
    hash.update(`${name}\0${text.length}\0`).update(text);
  };
  for (const source of SOURCES) {
    if (path.extname(source) === '') add(source);
    else addFile(source);
  }
  return hash.digest('hex');
}
