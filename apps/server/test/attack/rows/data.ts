/**
 * Attacks by an attacker with a copy of stored or built files, and attacks that only tests inside
 * the house can check.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { realName } from '@meridian/contract/identity/calls';
import { officeMe } from '@meridian/contract/office/operators';
import type { House, ProductionHouse } from '../house/house.ts';
import { ROOT } from '../house/running-server.ts';
import { counted, judge, parallel, type Outcome, type Row } from '../row.ts';

const NAME = 'Ottilie Zwanzigerová';
const DOCUMENT = 'QX7730442Z';

/** Every text or bytes column of every table. */
async function columnsWith(
  { server }: House,
  condition: (column: string, isBytes: boolean) => string,
): Promise<string[]> {
  const columns = await server.sql<{ table_name: string; column_name: string; data_type: string }>(
    `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' AND data_type IN ('text', 'bytea', 'jsonb', 'json', 'character varying')`,
  );
  const found = await parallel(
    columns,
    1,
    async ({ table_name: table, column_name: column, data_type: type }) => {
      const [row] = await server.sql<{ found: boolean }>(
        `SELECT EXISTS (SELECT FROM "${table}" WHERE ${condition(`"${column}"`, type === 'bytea')}) AS found`,
      );
      return row?.found === true ? `${table}.${column}` : '';
    },
  );
  return found.filter((name) => name !== '');
}

async function copyOfTheDatabase(house: House): Promise<Outcome> {
  const customer = await house.newcomer();
  const [front_pic = '', reverse_pic = '', hand_pic = ''] = [
    await customer.upload(),
    await customer.upload(),
    await customer.upload(),
  ];
  await customer.ask(realName, { name: NAME, card_id: DOCUMENT, front_pic, reverse_pic, hand_pic });
  const pictures = await columnsWith(house, (column, isBytes) =>
    isBytes ? `substr(${column}, 1, 3) = '\\xffd8ff'::bytea` : 'false',
  );
  const holds = (text: string) =>
    columnsWith(house, (column, isBytes) =>
      isBytes
        ? `position('${text}'::text::bytea IN ${column}) > 0`
        : `position('${text}' IN ${column}::text) > 0`,
    );
  const [names, documents] = [await holds(NAME), await holds(DOCUMENT)];
  const seen = [...pictures, ...names, ...documents];
  return judge(
    seen.length === 0
      ? 'no picture, name or number of a document in any column'
      : `in the clear: ${counted(seen)}`,
    {
      'no pictures': pictures.length === 0,
      'no names': names.length === 0,
      'no numbers of documents': documents.length === 0,
    },
  );
}

async function oneOrigin(
  { customers, figures, ...house }: ProductionHouse,
  newAddress: () => string,
): Promise<Outcome> {
  const from = newAddress();
  const doors = [
    '/office/',
    '/office/api/me',
    '/office/api/login',
    '/metrics',
    '/office/assets/x.js',
  ];
  const seen = await parallel(
    doors,
    1,
    async (path) => [path, (await customers.send({ path, from })).status] as const,
  );
  const document = await customers.send({ path: '/api/openapi.json', from });
  const token = await customers.call(officeMe, {}, { from, token: house.owner.token });
  const own = await figures.send({ path: '/metrics' });
  const expected = Object.fromEntries(
    seen.map(([path, status]) => [`${path} is nothing there (${status})`, status === 404]),
  );
  return judge(
    `office, its calls and figures: ${counted(seen.map(([, status]) => status))}; figures at their own door: ${own.status}`,
    {
      ...expected,
      'the document names no call of the office':
        document.status === 200 && !document.text.includes('/office/api/'),
      'an operator’s token is good for nothing there': token.status === 404,
      'figures are where they belong': own.status === 200,
    },
  );
}

function lockFile(): Outcome {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>;
  };
  const foreign = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );
  const hosts = new Set(
    foreign.map(([, { resolved }]) => (resolved === undefined ? 'none' : new URL(resolved).host)),
  );
  const loose = foreign
    .filter(([, { integrity }]) => integrity === undefined)
    .map(([path]) => path);
  const built = ['web', 'office']
    .map((app) => join(ROOT, 'apps', app, 'dist', 'assets'))
    .filter((folder) => existsSync(folder));
  const hints = built.flatMap((folder) =>
    readdirSync(folder).filter(
      (name) =>
        name.endsWith('.js') && readFileSync(join(folder, name), 'utf8').includes('Demo1234'),
    ),
  );
  return judge(
    `${foreign.length} packages of ${hosts.size} host, all with a checksum; ${hints.length === 0 ? 'no password' : hints.join(', ')} in the built pages`,
    {
      'every package has a checksum': loose.length === 0,
      'all are of one host': hosts.size === 1,
      'the pages carry no password of the demo': hints.length === 0,
    },
  );
}

/**
 * An attack that cannot be tried from outside: the test that checks it must exist under its name.
 */
function heldBy(file: string, ...names: readonly string[]): () => Promise<Outcome> {
  return () => {
    const path = join(ROOT, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const seen =
      names.length === 0 ? `held by ${file}` : `held by "${names.join('", "')}" in ${file}`;
    return Promise.resolve(
      judge(seen, {
        'the test is there': text !== '',
        ...Object.fromEntries(names.map((name) => [`"${name}"`, text.includes(name)])),
      }),
    );
  };
}

export const DATA_ROWS: readonly Row[] = [
  {
    id: '16',
    tries: 'read passports and names from a copy of the database',
    against: 'demo',
    run: ({ demo }) => copyOfTheDatabase(demo),
  },
  {
    id: '25',
    tries: 'reach the office and the figures by the customers’ door',
    against: 'production',
    run: ({ production }) => oneOrigin(production, () => production.newAddress()),
  },
  {
    id: '30b',
    tries: 'withdraw to a new address at once where there is no whitelist',
    against: 'a test',
    run: heldBy(
      'apps/server/src/modules/custody/stolen-session.integration.test.ts',
      'a first payment to an address waits for a day or an operator, and its owner reads until when',
    ),
  },
  {
    id: '37',
    tries: 'add an operator whom no log knows, by a stop between two transactions',
    against: 'a test',
    run: heldBy(
      'apps/server/src/modules/office/operators.integration.test.ts',
      'and its entry in the log are there together, or neither is',
    ),
  },
  {
    id: '38',
    tries: 'be paid at an address that looks like the customer’s',
    against: 'a test',
    run: heldBy(
      'packages/contract/src/custody/look-alike.test.ts',
      'addresses that begin and end alike are taken for each other',
    ),
  },
  {
    id: '42',
    tries: 'come in with a package, or read the demo’s passwords in the pages',
    against: 'files',
    run: () => Promise.resolve(lockFile()),
  },
];
