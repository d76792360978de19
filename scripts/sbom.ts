// `npm run sbom`: every package of the lock file as CycloneDX, on stdout. npm's own list fails if
// two packages require different peers.
import { pathToFileURL } from 'node:url';
import { foreignPackages, nameOf, readLock, type Lock } from './lock-file.ts';

interface Component {
  readonly type: 'library';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  /** `excluded`: a build or test dependency, which never runs in production. */
  readonly scope: 'required' | 'optional' | 'excluded';
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

/**
 * The document: each package and version once, in order, so that the same lock file gives the same
 * text.
 */
export function billOfMaterials(
  lock: Lock,
): { readonly bomFormat: string; readonly components: readonly Component[] } & Readonly<
  Record<string, unknown>
> {
  const components = new Map<string, Component>();
  for (const [folder, locked] of foreignPackages(lock)) {
    const { version = '', integrity = '', license, dev, optional } = locked;
    const name = nameOf(folder, locked);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const hashes = integrity
      .split(' ')
      .filter((hash) => hash.startsWith('sha512-'))
      .map((hash) => ({
        alg: 'SHA-512',
        content: Buffer.from(hash.slice('sha512-'.length), 'base64').toString('hex'),
      }));
    const scope = dev === true ? 'excluded' : optional === true ? 'optional' : 'required';
    components.set(purl, {
      type: 'library',
      name,
      version,
      purl,
      scope,
      hashes,
      ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    });
  }
  const { name = '', version = '' } = lock[''] ?? {};
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.stdout.write(`${JSON.stringify(billOfMaterials(readLock()), null, 2)}\n`);
