import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDERS = ['apps', 'packages', 'e2e', 'scripts'];
const ITEMS = Array.from({ length: 40 }, (_none, index) => String(index + 1).padStart(2, '0'));
/** Items about what this exchange does not have: the day it does, they get their tests. 26: a marketplace of customers among themselves. */
const NOT_BUILT = ['26'];
/** Items about money, which have a test in each area. The others have one place for the whole exchange. */
const OF_AREAS = ITEMS.slice(17, 29);

/** Where a test is whose name begins with the number of an item. */
function testsOfItems(): { item: string; file: string }[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
      .map((name) => `${folder}/${name}`)
      .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\b(?:it|test|describe)(?:\.each\([^\n]*\))?\(\s*["'`]item (\d\d)[:,] /g)].map(([, item = '']) => ({ item, file }))),
  );
}

interface Place {
  readonly item: string;
  readonly file: string;
}

const byPlace = (a: Place, b: Place): number => (`${a.item} ${a.file}` < `${b.item} ${b.file}` ? -1 : 1);

it('each of the forty items of the security checklist has its tests, and docs/THREATS.md knows where', () => {
  // An item may have several tests in one file.
  const found = [...new Map(testsOfItems().map((test) => [`${test.item} ${test.file}`, test])).values()].sort(byPlace);
  const document = readFileSync(join(ROOT, 'docs/THREATS.md'), 'utf8');
  const documented = [...document.matchAll(/^\| (\d\d) \| .* \| `([^`]+)` \|$/gm)].map(([, item = '', file = '']): Place => ({ item, file })).sort(byPlace);
  expect(documented).toEqual(found);
  expect([...new Set(found.map(({ item }) => item))]).toEqual(ITEMS.filter((item) => !NOT_BUILT.includes(item)));
  const twice = found.map(({ item }) => item).filter((item, index, all) => all[index - 1] === item && !OF_AREAS.includes(item));
  expect(twice, 'items with more than one place').toEqual([]);
  expect([...document.matchAll(/^\| (\d\d) \| .* \| not built \|$/gm)].map(([, item]) => item)).toEqual(NOT_BUILT);
});
