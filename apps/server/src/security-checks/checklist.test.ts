import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDERS = ['apps', 'packages', 'e2e'];
/** Items of the checklist that have one place for the whole exchange. The others, about money, have a test in each area. */
const ITEMS = [...Array.from({ length: 17 }, (_none, index) => index + 1), ...Array.from({ length: 10 }, (_none, index) => index + 30)].map((item) => String(item).padStart(2, '0'));

/** Where a test is whose name begins with the number of an item. */
function testsOfItems(): { item: string; file: string }[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
      .map((name) => `${folder}/${name}`)
      .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\b(?:it|test|describe)(?:\.each\([^\n]*\))?\(\s*["'`]item (\d\d): /g)].map(([, item = '']) => ({ item, file }))),
  );
}

it('each item of the security checklist has one place, and docs/THREATS.md knows it', () => {
  const isListed = ({ item }: { item: string }) => ITEMS.includes(item);
  // An item may have several tests, all of them in one file.
  const found = [...new Map(testsOfItems().filter(isListed).map((test) => [`${test.item} ${test.file}`, test])).values()];
  const documented = [...readFileSync(join(ROOT, 'docs/THREATS.md'), 'utf8').matchAll(/^\| (\d\d) \| .* \| `([^`]+)` \|$/gm)].map(([, item = '', file = '']) => ({ item, file }));
  const byItem = (a: { item: string }, b: { item: string }) => Number(a.item) - Number(b.item);
  expect(found.sort(byItem).map(({ item }) => item)).toEqual(ITEMS);
  expect(documented.filter(isListed).sort(byItem)).toEqual(found);
});
