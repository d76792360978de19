// Builds apps/web when its output is missing or older than what it is made of, and compresses it: the server sends what lies ready.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { childEnvironment, fail, packageTool, pinnedNode, ROOT } from './setup.mjs';

const WEB = path.join(ROOT, 'apps', 'web');
const OUTPUT = path.join(WEB, 'dist', 'index.html');
/** Hash of the sources that the output was built from. */
const STAMP = path.join(ROOT, 'node_modules', '.cache', 'meridian', 'web-build');
const SOURCES = ['apps/web', 'packages/contract', 'packages/money', 'package-lock.json', 'tsconfig.base.json', 'scripts/web-build.mjs'];
const TEXT = /\.(?:html|js|css|svg|json|webmanifest)$/;
/** Less is not worth a second file. */
const LEAST_BYTES = 1024;
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
  compress(path.dirname(OUTPUT));
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, hash);
}

/** Puts a `.br` and a `.gz` beside each text file. @param {string} folder */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = readFileSync(file);
    if (text.length < LEAST_BYTES) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
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
