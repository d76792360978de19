import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** A package of package-lock.json, by its folder. */
export interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  /** True for a workspace, whose folder is `resolved`. */
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export type Lock = Readonly<Record<string, Locked>>;

export function readLock(): Lock {
  return (
    JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock }
  ).packages;
}

/** Third-party packages by folder, without workspaces. */
export function foreignPackages(lock: Lock): readonly (readonly [string, Locked])[] {
  return Object.entries(lock).filter(
    ([folder, { link }]) => folder.includes('node_modules/') && link !== true,
  );
}

/** The package name `@scope/name` of a folder in node_modules. */
export function nameOf(folder: string, { name }: Locked = {}): string {
  return name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
