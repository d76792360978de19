import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDERS = ['apps', 'packages', 'e2e', 'scripts'];
const numbers = (count: number): string[] =>
  Array.from({ length: count }, (_none, index) => String(index + 1).padStart(2, '0'));
const ITEMS = numbers(40);
/** Attacks by an operator, or in an operator's name. */
const OPERATOR_ITEMS = numbers(18);
/**
 * Items about money, which have a test in each area. The others have one place for the whole
 * exchange.
 */
const OF_AREAS = ITEMS.slice(17, 29);

interface Place {
  readonly item: string;
  readonly file: string;
}

const byPlace = (a: Place, b: Place): number =>
  `${a.item} ${a.file}` < `${b.item} ${b.file}` ? -1 : 1;

/**
 * The places of tests whose name begins with this word and the number of an item. An item may have
 * several tests in one file.
 */
function testsOf(list: 'item' | 'operator'): Place[] {
  const named = new RegExp(
    `\\b(?:it|test|describe)(?:\\.each\\([^\\n]*\\))?\\(\\s*["'\`]${list} (\\d\\d)[:,] `,
    'g',
  );
  const places = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
      .map((name) => `${folder}/${name}`)
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(named)].map(([, item = '']): Place => ({
          item,
          file,
        })),
      ),
  );
  return [...new Map(places.map((place) => [`${place.item} ${place.file}`, place])).values()].sort(
    byPlace,
  );
}

const THREATS = readFileSync(join(ROOT, 'docs/THREATS.md'), 'utf8');

/** The places of tests by the tables of docs/THREATS.md, for rows with numbers of this form. */
function documented(number: RegExp): Place[] {
  const row = new RegExp(`^\\| ${number.source} \\| .* \\| \`([^\`]+)\` \\|$`, 'gm');
  return [...THREATS.matchAll(row)]
    .map(([, item = '', file = '']): Place => ({ item, file }))
    .sort(byPlace);
}

it('each of the forty items of the security checklist has its tests, and docs/THREATS.md knows where', () => {
  const places = testsOf('item');
  expect(documented(/(\d\d)/)).toEqual(places);
  expect([...new Set(places.map(({ item }) => item))]).toEqual(ITEMS);
  const twice = places
    .map(({ item }) => item)
    .filter((item, index, all) => all[index - 1] === item && !OF_AREAS.includes(item));
  expect(twice, 'items with more than one place').toEqual([]);
});

it('each item of the list about operators has its tests, and docs/THREATS.md knows where', () => {
  const found = testsOf('operator');
  expect(documented(/O(\d\d)/)).toEqual(found);
  expect(found.map(({ item }) => item)).toEqual(OPERATOR_ITEMS);
});
