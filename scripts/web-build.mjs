// Builds apps/web and apps/office if the output is missing or older than its sources, and
// compresses it: the server sends the compressed files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { childEnvironment, fail, packageTool, pinnedNode, ROOT } from './setup.mjs';

/** Folder of each application, and its name in messages. */
const APPLICATIONS = { 'apps/web': 'the web application', 'apps/office': 'the office' };
/** Their sources besides their own folders. */
const SHARED_SOURCES = [
  'packages/contract',
  'packages/money',
  'texts',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/web-build.mjs',
];
const STAMPS = path.join(ROOT, 'node_modules', '.cache', 'meridian');
const TEXT = /\.(?:html|js|css|svg|json|webmanifest)$/;
/** Smaller files are not worth compressing. */
const LEAST_BYTES = 1024;
const SKIPPED = new Set(['node_modules', 'dist', '.cache']);

export function buildWeb() {
  for (const [folder, name] of Object.entries(APPLICATIONS)) build(folder, name);
}

/** @param {string} folder @param {string} name */
function build(folder, name) {
  const output = path.join(ROOT, folder, 'dist');
  // Holds the hash of the sources of the output.
  const stamp = path.join(STAMPS, `${path.basename(folder)}-build`);
  const hash = hashOf([folder, ...SHARED_SOURCES]);
  if (
    existsSync(path.join(output, 'index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash
  )
    return;
  process.stderr.write(`Building ${name} ...\n`);
  const { status } = spawnSync(
    pinnedNode(),
    [packageTool('vite', 'bin/vite.js'), 'build', '--logLevel', 'error'],
    {
      cwd: path.join(ROOT, folder),
      stdio: ['ignore', 2, 2],
      env: childEnvironment({ NODE_ENV: 'production' }),
    },
  );
  if (status !== 0) fail(`Building ${name} has failed: the message stands above.`);
  compress(output);
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stamp, hash);
}

/** Puts a `.br` and a `.gz` beside each text file. @param {string} folder */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = readFileSync(file);
    if (text.length < LEAST_BYTES) continue;
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    );
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}

/** @param {string[]} sources files and folders */
function hashOf(sources) {
  const hash = createHash('sha256');
  const add = (relative) => {
    const entries = readdirSync(path.join(ROOT, relative), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
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
  for (const source of sources) {
    if (path.extname(source) === '') add(source);
    else addFile(source);
  }
  return hash.digest('hex');
}
