import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parsePolicy } from '@meridian/chain/signer/policy';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceUpload } from '@meridian/contract/p2p/appeal-calls';
import { readConfig, type Config } from '../apps/server/src/config.ts';
import { MOST_OF_NETWORK } from '../apps/server/src/gateway/client-addresses.ts';
import { uploadBodyLimit } from '../apps/server/src/gateway/files.ts';
import { HEADERS_TIMEOUT_MS } from '../apps/server/src/gateway/http.ts';
import { ROOT } from './source-tree.ts';

// The files that an operator installs, compared with the code without a container engine or an init
// system: their settings start a production, their programs and files exist, and the signer has no
// network.

type Environment = Readonly<Record<string, string>>;

interface Service {
  readonly image: string;
  readonly user: string;
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly group_add?: readonly string[];
  readonly environment: Environment;
  readonly secrets: readonly string[];
  readonly volumes: readonly string[];
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<'database' | 'signer' | 'server', Service>>;
  readonly networks: {
    readonly outward: { readonly ipam: { readonly config: readonly [Subnet] } };
  };
  readonly volumes: Readonly<Record<string, null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

interface Subnet {
  readonly subnet: string;
  readonly gateway: string;
}

const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const DOCKERFILE = read('Dockerfile');
const UNITS = {
  server: unit('deploy/meridian.service'),
  signer: unit('deploy/meridian-signer.service'),
};
/** Settings that an operator must give. */
const SAID: Environment = {
  PUBLIC_URL: 'https://exchange.example',
  OFFICE_URL: 'https://office.example',
  MAIL_FROM: 'Exchange <no-reply@exchange.example>',
};

const folder = mkdtempSync(path.join(tmpdir(), 'meridian-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Contents of the secret files, by setting. */
const SECRETS: Environment = {
  SECRET_KEY: randomBytes(48).toString('base64'),
  DATABASE_URL: 'postgres://meridian:secret@localhost/meridian?host=/run/postgresql',
  SIGNER_APPROVAL_KEY: randomBytes(32).toString('hex'),
  SMTP_URL: 'smtp://127.0.0.1:2525',
};

/** The settings with each secret's content in place of its file. */
function withSecrets(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const secret = SECRETS[name.replace(/_FILE$/, '')];
      if (!name.endsWith('_FILE') || secret === undefined) return [name, value];
      const file = path.join(folder, name);
      writeFileSync(file, `${secret}\n`, { mode: 0o600 });
      return [name, file];
    }),
  );
}

/** Expands `${NAME:-default}` and `${NAME:?message}` as compose does. */
function filled(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replaceAll(
        /\$\{(\w+):([-?])([^}]*)\}/g,
        (_whole, wanted: string, kind: string, text: string) =>
          SAID[wanted] ?? (kind === '-' ? text : `${wanted} is not said`),
      ),
    ]),
  );
}

/** Lines `Name=value` of a unit or of settings; all values of a name that is repeated. */
function unit(name: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [, key = '', value = ''] of read(name).matchAll(/^(\w+)="?(.*?)"?$/gm))
    values.set(key, [...(values.get(key) ?? []), value]);
  return values;
}

function lastOf(values: ReadonlyMap<string, readonly string[]>): Environment {
  return Object.fromEntries([...values].map(([name, all]) => [name, all.at(-1) ?? '']));
}

/** The settings that a program reads by name. */
function settingsOf(...programs: readonly string[]): Set<string> {
  const names = programs.flatMap((program) =>
    [...read(program).matchAll(/'([A-Z][A-Z0-9_]+)'/g)].map(([, name = '']) => name),
  );
  return new Set(names.flatMap((name) => [name, `${name}_FILE`]));
}

const SERVER_SETTINGS = settingsOf(
  'apps/server/src/config.ts',
  'apps/server/src/secret-files.ts',
).add('NODE_ENV');
const SIGNER_SETTINGS = settingsOf('packages/chain/src/signer/main.ts');

function expectProduction(config: Config): void {
  expect(config).toMatchObject({
    mode: 'production',
    publicUrl: SAID['PUBLIC_URL'],
    officeUrl: SAID['OFFICE_URL'],
    databaseUrl: SECRETS['DATABASE_URL'],
    secretKey: SECRETS['SECRET_KEY'],
    mail: { url: SECRETS['SMTP_URL'], from: SAID['MAIL_FROM'] },
    signer: {
      socket: '/run/meridian-signer/signer.sock',
      approvalKey: SECRETS['SIGNER_APPROVAL_KEY'],
    },
  });
}

describe('compose.yaml', () => {
  const { database, signer, server } = compose.services;

  test('gives the server what production asks for, and nothing that it does not know', () => {
    const [, ofImage = ''] = /^ENV (.+)$/m.exec(DOCKERFILE) ?? [];
    const image = Object.fromEntries(
      ofImage.split(' ').map((pair) => pair.split('=')),
    ) as Environment;
    const settings = { ...image, ...filled(server.environment) };
    expect(Object.keys(settings).filter((name) => !SERVER_SETTINGS.has(name))).toEqual([]);
    const config = readConfig(withSecrets(settings));
    expectProduction(config);
    expect(config.dataDir).toBe('/data');
    // A published port must listen on the container's address.
    expect([config.host, config.office?.host, config.figures?.host]).toEqual(
      Array(3).fill('0.0.0.0'),
    );
    expect(server.ports).toEqual(
      [config.port, config.office?.port, config.figures?.port].map(
        (port) => `127.0.0.1:${port}:${port}`,
      ),
    );
    expect(config.trustedProxies).toEqual([compose.networks.outward.ipam.config[0].gateway]);
  });

  test('gives the signer settings that it reads, and its secrets from files', () => {
    expect(Object.keys(signer.environment).filter((name) => !SIGNER_SETTINGS.has(name))).toEqual(
      [],
    );
    expect(signer.environment['SIGNER_SOCKET']).toBe(server.environment['SIGNER_SOCKET']);
    expect(existsSync(path.join(ROOT, signer.command?.[0] ?? ''))).toBe(true);
  });

  test('signer and database reach nobody, and only the server is published', () => {
    for (const service of [signer, database]) {
      expect(service.network_mode).toBe('none');
      expect([service.networks, service.ports]).toEqual([undefined, undefined]);
    }
    // The server shares a volume with each of the two, and they share none with each other.
    const volumesOf = (service: Service): string[] =>
      service.volumes
        .map((volume) => volume.split(':')[0] ?? '')
        .filter((name) => name in compose.volumes);
    const shared = (one: Service, other: Service): string[] =>
      volumesOf(one).filter((name) => volumesOf(other).includes(name));
    expect(shared(server, signer)).toEqual(['signer-socket']);
    expect(shared(server, database)).toEqual(['database-socket']);
    expect(shared(signer, database)).toEqual([]);
  });

  test('each service is a user of its own without privileges', () => {
    const users = Object.values(compose.services).map(({ user }) => user.split(':')[0]);
    expect(new Set(users).size).toBe(3);
    expect(users).not.toContain('0');
    for (const { read_only, cap_drop } of Object.values(compose.services))
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] });
    const [signerUser = '', socketGroup = ''] = signer.user.split(':');
    expect(DOCKERFILE).toContain(`useradd --system --uid ${signerUser} --gid ${socketGroup}`);
    expect(DOCKERFILE).toContain(`useradd --system --uid ${server.user.split(':')[0]} `);
    expect(server.group_add).toEqual([socketGroup]);
  });

  test('images have exact versions; ours is that of package.json', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    expect([server.image, signer.image]).toEqual([`meridian:${version}`, `meridian:${version}`]);
    expect(database.image).toMatch(/^postgres:(?:1[5-9]|[2-9]\d)\.\d+-\w+$/);
  });

  test('files that it mounts exist, and secrets can be in neither the repository nor the image', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.flatMap((volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? []),
    );
    expect(mounted.length).toBeGreaterThan(0);
    expect(mounted.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    const used = Object.values(compose.services).flatMap(({ secrets }) => secrets);
    expect(used.toSorted()).toEqual(Object.keys(compose.secrets).sort());
    for (const { environment, secrets } of Object.values(compose.services))
      for (const value of Object.values(environment).filter((text) =>
        text.startsWith('/run/secrets/'),
      ))
        expect(secrets).toContain(path.basename(value));
    const files = Object.values(compose.secrets).map(({ file }) => file);
    const ignored = execFileSync('git', ['check-ignore', ...files], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(ignored.trim().split('\n')).toEqual(files);
    expect(read('.dockerignore').split('\n')).toContain('deploy/secrets');
  });

  test('the programs that the image builds with exist', () => {
    const programs = [...DOCKERFILE.matchAll(/\b(?:scripts|apps|packages)\/[\w./-]+\.\w+/g)];
    expect(programs.length).toBeGreaterThan(3);
    expect(programs.filter(([program]) => !existsSync(path.join(ROOT, program)))).toEqual([]);
  });
});

describe('units of systemd', () => {
  const HARDENED = {
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    PrivateTmp: 'yes',
    PrivateDevices: 'yes',
    RestrictNamespaces: 'yes',
    RestrictSUIDSGID: 'yes',
    SystemCallArchitectures: 'native',
    StateDirectoryMode: '0700',
    UMask: '0077',
    Restart: 'always',
  };
  const only = (values: ReadonlyMap<string, readonly string[]>, name: string): string =>
    values.get(name)?.[0] ?? '';

  test.each(Object.entries(UNITS))('the %s runs a program of ours, hardened', (_name, values) => {
    const settings = lastOf(values);
    expect(settings).toMatchObject(HARDENED);
    const [node, ...rest] = only(values, 'ExecStart').split(' ');
    expect(node).toBe(`${only(values, 'WorkingDirectory')}/bin/node`);
    expect(existsSync(path.join(ROOT, rest.at(-1) ?? ''))).toBe(true);
  });

  test('the server gets what production asks for, and may open the socket of the signer', () => {
    const settings = lastOf(unit('deploy/server.env'));
    expect(Object.keys(settings).filter((name) => !SERVER_SETTINGS.has(name))).toEqual([]);
    const config = readConfig(withSecrets(settings));
    expectProduction(config);
    expect(config.dataDir).toBe(`/var/lib/${only(UNITS.server, 'StateDirectory')}`);
    expect(only(UNITS.server, 'SupplementaryGroups')).toBe(only(UNITS.signer, 'Group'));
    expect(only(UNITS.server, 'User')).not.toBe(only(UNITS.signer, 'User'));
    // On a stop, a request may take 5 s, and undoing a start 20 s.
    expect(Number(only(UNITS.server, 'TimeoutStopSec'))).toBeGreaterThan(30);
  });

  test('the signer gets settings that it reads, and has no network', () => {
    const settings = (UNITS.signer.get('Environment') ?? []).map((pair) => pair.split('='));
    expect(
      settings.map(([name = '']) => name).filter((name) => !SIGNER_SETTINGS.has(name)),
    ).toEqual([]);
    const socket = Object.fromEntries(settings)['SIGNER_SOCKET'] as string;
    expect(socket).toBe(lastOf(unit('deploy/server.env'))['SIGNER_SOCKET']);
    expect(path.dirname(socket)).toBe(`/run/${only(UNITS.signer, 'RuntimeDirectory')}`);
    expect(lastOf(UNITS.signer)).toMatchObject({
      PrivateNetwork: 'yes',
      RestrictAddressFamilies: 'AF_UNIX',
    });
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.skipIf(!hasSystemd)('systemd reads them, and finds little exposed', () => {
    for (const name of ['meridian-signer.service', 'meridian.service']) {
      const file = path.join(folder, name);
      // It checks that the program exists, which is not installed here.
      writeFileSync(
        file,
        read(`deploy/${name}`).replaceAll('/opt/meridian/bin/node', process.execPath),
      );
      const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      expect([verified.status, verified.stderr]).toEqual([0, '']);
      const judged = spawnSync(
        'systemd-analyze',
        ['security', '--offline=true', '--threshold=20', file],
        { encoding: 'utf8' },
      );
      expect(judged.status, judged.stdout.split('\n').at(-2)).toBe(0);
    }
  });
});

describe('what else is installed', () => {
  test('the proxy passes the caller on to both listeners, and takes the largest upload', () => {
    const proxy = read('deploy/nginx.conf');
    const config = readConfig({ MODE: 'demo', OFFICE_PORT: '', OFFICE_HOST: '127.0.0.1' });
    const targets = [...proxy.matchAll(/proxy_pass http:\/\/127\.0\.0\.1:(\d+);/g)];
    expect(targets.map(([, port]) => Number(port))).toEqual([config.port, config.office?.port]);
    const passedOn = [...proxy.matchAll(/X-Forwarded-For (\S+);/g)].map(([, value]) => value);
    expect(passedOn).toEqual(['$remote_addr', '$remote_addr']);
    const limits = [...proxy.matchAll(/client_max_body_size (\d+)m;/g)].map(([, size]) =>
      Number(size),
    );
    expect(limits.length).toBe(2);
    for (const limit of limits)
      expect(limit * 1024 * 1024).toBeGreaterThan(uploadBodyLimit(evidenceUpload));
  });

  test('the proxy and the firewall bound what one network holds, because the server cannot', () => {
    const proxy = read('deploy/nginx.conf');
    // Directives outside of all blocks apply to each server that does not set its own.
    const forAll = proxy.replaceAll(/^\w[^\n]*\{\n[^]*?^\}$/gm, '');
    expect(forAll).not.toContain('server_name');
    expect(forAll).toContain('limit_conn_zone $caller_network zone=callers:10m;');
    const once = (directive: string, value: string): void => {
      const all = [...proxy.matchAll(new RegExp(`^\\s*${directive} (.*);$`, 'gm'))];
      expect(all.map(([, given]) => given)).toEqual([value]);
      expect(forAll).toContain(`\n${directive} ${value};\n`);
    };
    once('limit_conn', `callers ${MOST_OF_NETWORK}`);
    once('client_header_timeout', `${HEADERS_TIMEOUT_MS / 1000}s`);
    once('client_body_timeout', '20s');
    const counts = [
      ...read('deploy/nftables.conf').matchAll(/^ +tcp dport .* ct count over (\d+) /gm),
    ];
    expect(counts.map(([, count]) => Number(count))).toEqual([MOST_OF_NETWORK, MOST_OF_NETWORK]);
    expect(read('docs/operating/production.md')).toMatch(/worker_connections\\\) \.\*\/\\1 \d{5};/);
  });

  test('the policy is one that the signer takes', () => {
    const policy = parsePolicy(read('deploy/policy.json'));
    expect(policy.operators?.origin).toBe(SAID['OFFICE_URL']);
  });

  test('the policy lets nothing leave without a device of an operator', () => {
    const { assets } = JSON.parse(read('deploy/policy.json')) as {
      readonly assets: readonly Readonly<Record<string, unknown>>[];
    };
    expect(assets.length).toBeGreaterThan(0);
    for (const { dust, withoutOperators } of assets)
      expect({ dust, withoutOperators }).toEqual({
        dust: '0',
        withoutOperators: { perWithdrawal: '0', perDay: '0' },
      });
  });

  test('the office is reached with a certificate of an operator only', () => {
    const servers = read('deploy/nginx.conf').split(/^server \{$/m);
    const office = servers.filter((server) => server.includes('http://127.0.0.1:3001;'));
    expect(office.length).toBe(1);
    const asked = [
      ...(office[0] ?? '').matchAll(/^ +(ssl_(?:verify_client|client_certificate)) (.*);$/gm),
    ];
    expect(asked.map(([, name, value]) => [name, value])).toEqual([
      ['ssl_client_certificate', '/etc/nginx/meridian/operators-ca.crt'],
      ['ssl_verify_client', 'on'],
    ]);
  });

  test.each(['deploy/create-owner.sh', 'docs/operating/production.md'])(
    '%s makes an owner of the database who is no superuser, and no password is an argument',
    (name) => {
      const text = read(name);
      const roles = [...text.matchAll(/^ *(?:CREATE|ALTER) ROLE (.*) PASSWORD [^;]*;$/gm)];
      expect(roles.map(([, role]) => role)).toEqual(['meridian LOGIN CREATEROLE']);
      expect(text.match(/\b(?:CREATE|ALTER) (?:ROLE|USER)\b|\bSUPERUSER\b/g)).toEqual([
        'CREATE ROLE',
      ]);
      const programs = text.match(/^.*\b(?:psql|pg_dump|pg_restore) .*-.*$/gm) ?? [];
      expect(programs.length).toBeGreaterThan(0);
      for (const line of programs) expect(line).not.toMatch(/password|postgres:|url|\$\(/);
    },
  );
});

describe('docs/operating/production.md', () => {
  const page = read('docs/operating/production.md');
  const commands = [...page.matchAll(/^ {4}(.*)$/gm)].map(([, line = '']) => line).join('\n');

  test('names files and programs that exist', () => {
    const named = [
      ...page.matchAll(
        /\b(?:deploy|scripts|apps|packages)\/[\w./-]+\.(?:ts|mjs|json|conf|env|service)\b/g,
      ),
    ].map(([name]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Environment };
    const ours = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(ours.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('links to pages and headings that exist', () => {
    const anchorsOf = (name: string): string[] =>
      [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\d\s-]/gu, '')
          .replaceAll(' ', '-'),
      );
    const links = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(10);
    const broken = links.filter((target) => {
      const [file = '', anchor] = target.split('#');
      const name = `docs/operating/${file === '' ? 'production.md' : file}`;
      return (
        !existsSync(path.join(ROOT, name)) ||
        (anchor !== undefined && !anchorsOf(name).includes(anchor))
      );
    });
    expect(broken).toEqual([]);
  });

  test('makes the users, files and folders that the units ask for', () => {
    for (const values of Object.values(UNITS)) {
      const { User, StateDirectory } = lastOf(values);
      expect(commands).toMatch(new RegExp(`useradd .*/var/lib/${StateDirectory} .* ${User}$`, 'm'));
    }
    const secrets = ['deploy/server.env', 'deploy/meridian-signer.service'].flatMap((name) =>
      [...read(name).matchAll(/_FILE=(\S+)/g)].map(([, file = '']) => file),
    );
    expect(secrets.length).toBe(6);
    for (const file of secrets) {
      const user = file.startsWith('/etc/meridian-signer/') ? 'meridian-signer' : 'meridian';
      expect(commands).toContain(`secret ${file} ${user}\n`);
    }
    expect(commands).toContain(lastOf(UNITS.server)['EnvironmentFile']);
  });

  test('names figures that the server has, and settings that it reads', () => {
    const figures = [...page.matchAll(/`((?:engine|projector|invariant)_\w+)`/g)].map(
      ([, name = '']) => name,
    );
    expect(figures.length).toBe(3);
    for (const figure of figures) {
      const found = spawnSync('git', ['grep', '-q', `'${figure}'`, '--', 'apps/server/src'], {
        cwd: ROOT,
      });
      expect(found.status, figure).toBe(0);
    }
    const settings = [...page.matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)].map(
      ([, name = '']) => name,
    );
    expect(settings.length).toBeGreaterThan(3);
    expect(settings.filter((name) => !SERVER_SETTINGS.has(name))).toEqual([]);
  });
});
