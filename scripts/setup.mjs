// The set-up of every command: installed packages and the pinned Node. Runs on the machine's own
// Node (20.19 or newer) with nothing installed, so it imports only Node itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const LOCK = path.join(ROOT, 'package-lock.json');
const MODULES = path.join(ROOT, 'node_modules');
/** Hash of the lock file that node_modules was installed from. */
const STAMP = path.join(MODULES, '.meridian-installed');
/** npm writes it at the end of every complete installation. */
const NPM_STAMP = path.join(MODULES, '.package-lock.json');
const PINNED_NODE = path.join(MODULES, 'node', 'bin', 'node');

/**
 * Installs the packages if they are missing or of another lock file, and changes to the root of the
 * checkout.
 */
export function setUp() {
  process.chdir(ROOT);
  if (isInstalled()) return;
  process.stderr.write('Installing packages (once, about half a minute) ...\n');
  const npm = npmCommand();
  const { status, error } = spawnSync(
    npm.file,
    [...npm.args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, PATH: pathWithoutModules(), npm_config_update_notifier: 'false' },
    },
  );
  if (error) fail(`npm could not be run: ${error.message}`);
  if (status !== 0)
    fail(
      '`npm ci` failed: its message stands above. A package registry must be reachable for the first start.',
    );
  writeFileSync(STAMP, lockHash());
}

/** The Node of everything but these scripts: the one in package-lock.json. */
export function pinnedNode() {
  if (existsSync(PINNED_NODE) && spawnSync(PINNED_NODE, ['--version']).status === 0)
    return PINNED_NODE;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `Node 24 is missing at ${path.relative(ROOT, PINNED_NODE)}: the package \`node\` fetches it when it is installed.\n` +
      'Is `ignore-scripts` set in your npm configuration? Then run `npm ci --ignore-scripts=false`, or use Node 24 yourself.',
  );
}

/** Environment for children, in which `node` and the packages' commands are the project's. */
export function childEnvironment(extra = {}) {
  const own = path.join(MODULES, '.bin');
  return { ...process.env, PATH: `${own}${path.delimiter}${pathWithoutModules()}`, ...extra };
}

/** A command-line tool of a package, as arguments of the pinned Node. */
export function packageTool(packageName, file) {
  return path.join(MODULES, packageName, file);
}

export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function isInstalled() {
  if (!existsSync(NPM_STAMP) || !existsSync(PINNED_NODE)) return false;
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === lockHash();
  // An installation by hand counts if it is newer than the lock file's last change.
  return statSync(NPM_STAMP).mtimeMs >= statSync(LOCK).mtimeMs;
}

function lockHash() {
  return createHash('sha256').update(readFileSync(LOCK)).digest('hex');
}

/**
 * The npm that runs this script, or the one in PATH. Never on the pinned Node: installing removes
 * that file.
 */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm && npm.endsWith('.js') && node && existsSync(node)) return { file: node, args: [npm] };
  return { file: 'npm', args: [] };
}

function pathWithoutModules() {
  const parts = (process.env.PATH ?? '').split(path.delimiter);
  return parts
    .filter(
      (part) => !part.includes(`node_modules${path.sep}.bin`) && !part.includes('node-gyp-bin'),
    )
    .join(path.delimiter);
}
