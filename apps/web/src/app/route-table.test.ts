import { readFileSync } from 'node:fs';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { EARLY, SHEET_BELOW, TERMINALS } from '../../build/terminals.ts';
import { TEXT_PARTS } from '../shared/i18n/language.ts';
import {
  ACCOUNT,
  ACCOUNT_PAGES,
  ASSET_PAGES,
  ASSETS,
  BUY,
  MORE,
  PRIMARY,
  SHOP,
} from './navigation.ts';
import { ROWS, type PageHandle } from './route-table.ts';
import { ROUTES } from './routes.tsx';

/** Every address of the specification, by the layout of its page. */
const SPECIFIED = {
  main: [
    ...[
      '/',
      '/match',
      '/fiatradCenter',
      '/legalTrade',
      '/c2c',
      '/c2cOrder',
      '/c2cRelease',
      '/c2cTrade',
      '/c2cDetail',
      '/quotation',
    ],
    ...[
      '/allTransaction',
      '/leverRecord',
      '/leverTransactions',
      '/leverTransaction',
      '/leverList',
      '/bindEmail',
      '/success',
      '/noticeList',
      '/upstart',
      '/sale',
      '/crowd',
      '/vote',
      '/rebate',
      '/pledge',
      '/wealth',
      '/savings',
      '/earn',
      '/components/noticeDetail',
    ],
    ...['/lever_manger', '/finanrec', '/withdraw_address'],
  ],
  terminal: ['/dealCenter', '/secondDealCenter', '/leverdealCenter'],
  standalone: ['/components/login', '/components/register', '/forgetPwd', '/resetPwd', '/setCash'],
  account: [
    ...[
      '/accountCenter',
      '/accountEntrust',
      '/accountMessage',
      '/accountSet',
      '/recharge',
      '/coinRecord',
      '/rechargeMoney',
      '/aceite',
      '/region',
    ],
    ...['/chargeRecord', '/transferLog', '/userSetting', '/authentication', '/payment'],
  ],
  assets: [
    '/finance',
    '/letransactions',
    '/transfer',
    '/lever',
    '/change',
    '/legal',
    '/legalAccount',
    '/changeAccount',
    '/transferLegal',
    '/transferRecord',
  ],
} as const;
const OPEN_TO_VISITORS = new Set<string>([
  ...[
    '/',
    '/match',
    '/fiatradCenter',
    '/legalTrade',
    '/quotation',
    '/secondDealCenter',
    '/leverdealCenter',
    '/success',
    '/noticeList',
    '/upstart',
    '/sale',
    '/crowd',
    '/vote',
    '/pledge',
    '/wealth',
    '/savings',
    '/earn',
    '/components/noticeDetail',
  ],
  ...['/dealCenter', '/components/login', '/components/register', '/forgetPwd'],
]);

/** The page at an address: undefined if there is none. */
function pageAt(path: string): PageHandle | undefined {
  const last = matchRoutes(ROUTES, path)?.at(-1)?.route;
  return last === undefined || last.path === '*' ? undefined : (last.handle as PageHandle);
}

describe.each(Object.entries(SPECIFIED))('layout %s', (layout, paths) => {
  test.each(paths)('%s', (path) => {
    expect(pageAt(path)?.layout).toBe(layout);
    const prefix =
      layout === 'account' ? '/account' : layout === 'assets' ? '/new_account' : undefined;
    if (prefix !== undefined) expect(pageAt(prefix + path)?.layout).toBe(layout);
    expect(ROWS.find((row) => row.path === path)?.isPrivate ?? false).toBe(
      !OPEN_TO_VISITORS.has(path),
    );
  });
});

test('only these have a place besides the specified', () => {
  const specified = new Set<string>(Object.values(SPECIFIED).flat());
  const besides = ROWS.filter(({ path }) => !specified.has(path));
  const [own, open] = [true, false].map((isPrivate) =>
    besides.filter((row) => (row.isPrivate ?? false) === isPrivate).map(({ path }) => path),
  );
  expect(open).toEqual([
    '/match/trade',
    '/convert',
    '/c2cTrader',
    '/c2cVerify',
    '/c2cEscrow',
    '/secondVerify',
    '/freeze',
    '/help',
    '/fees',
    '/loan',
    '/demo/outbox',
  ]);
  expect(own).toEqual(['/complaint', '/invitations', '/micro']);
});

test('no address stands there twice, none is unknown', () => {
  expect(ROWS.map(({ path }) => path)).toHaveLength(new Set(ROWS.map(({ path }) => path)).size);
  expect(pageAt('/no/such/page')).toBeUndefined();
});

test('the menus lead to pages', () => {
  const entries = [
    ...PRIMARY,
    ...BUY.entries,
    ...MORE.flatMap((group) => group.entries),
    ...ACCOUNT,
    SHOP,
    ASSETS,
    ...ACCOUNT_PAGES,
    ...ASSET_PAGES,
  ];
  for (const entry of entries)
    if ('to' in entry) expect(pageAt(entry.to), entry.label).toBeDefined();
});

test.each(Object.entries(EARLY))('the texts of %s are asked for early', (path, { texts }) => {
  const row = ROWS.find((one) => one.path === path);
  const last = TEXT_PARTS.indexOf(row?.texts ?? 'rest');
  expect(texts).toEqual(TEXT_PARTS.slice(0, last + 1));
  expect(row?.layout === 'terminal').toBe(path in TERMINALS);
});

test('every terminal but the contest is asked for early', () => {
  const terminals = ROWS.filter(({ layout }) => layout === 'terminal').map(({ path }) => path);
  expect(new Set(terminals)).toEqual(new Set(['/match/trade', ...Object.keys(TERMINALS)]));
});

test.each(['spot', 'margin'])('the form of %s is in the sheet below the same width', (area) => {
  const page = readFileSync(new URL(`../features/${area}/page.tsx`, import.meta.url), 'utf8');
  expect(page).toContain(`const PHONE_WIDTH = ${SHEET_BELOW};`);
});
