import { expect, test } from 'vitest';
import { ACCOUNT_PAGES, ASSET_PAGES, isTaken } from './navigation.ts';
import { ROWS } from './route-table.ts';

const taken = (pathname: string) =>
  [...ACCOUNT_PAGES, ...ASSET_PAGES]
    .filter((entry) => isTaken(entry, pathname))
    .map(({ to }) => to);

test('a page that has several addresses is shown as taken under each of them', () => {
  expect(taken('/accountSet')).toEqual(['/accountSet']);
  expect(taken('/accountCenter')).toEqual(['/accountSet']);
  expect(taken('/account/accountCenter')).toEqual(['/accountSet']);
  expect(taken('/new_account/changeAccount')).toEqual(['/change']);
  expect(taken('/recharge')).toEqual([]);
});

test('every other address of an entry is one of the route table', () => {
  const known = ROWS.map(({ path }) => path);
  for (const { also = [] } of [...ACCOUNT_PAGES, ...ASSET_PAGES])
    for (const path of also) expect(known).toContain(path);
});
