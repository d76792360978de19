import { expect, test } from 'vitest';
import type { Market } from '../../../shared/market/market.ts';
import { marketRows, type MarketColumn, type RowChoice } from './market-rows.ts';

const market = (base: string, quote: string, quoteId: number): Market =>
  ({ key: `${base}/${quote}`, base, quote, symbol: `${base}/${quote}`, quoteId }) as Market;
const GROUPS = [
  {
    id: 3,
    name: 'USDT',
    markets: [
      market('BTC', 'USDT', 3),
      market('ETH', 'USDT', 3),
      market('ADA', 'USDT', 3),
      market('NEW', 'USDT', 3),
    ],
  },
  { id: 1, name: 'BTC', markets: [market('ETH', 'BTC', 1)] },
];
const figures = (price: string, change: string, volume: string) => ({
  price,
  change,
  high: price,
  low: price,
  volume,
});
const FIGURES: Record<string, ReturnType<typeof figures>> = {
  'BTC/USDT': figures('100000', '-2.5', '576.53'),
  'ETH/USDT': figures('9000.5', '1.5', '11901.52'),
  'ADA/USDT': figures('0.00000009', '10', '0'),
};
const ALL: RowChoice = { tab: 3, search: '', favourites: new Set(), sort: undefined };
const keys = (choice: Partial<RowChoice>) =>
  marketRows(GROUPS, { ...ALL, ...choice }, (key) => FIGURES[key]).map(({ key }) => key);

test('a tab shows its group as it is listed', () => {
  expect(keys({ tab: 1 })).toEqual(['ETH/BTC']);
  expect(keys({})).toEqual(['BTC/USDT', 'ETH/USDT', 'ADA/USDT', 'NEW/USDT']);
});

test('favourites come from all groups, and those no longer listed are no trouble', () => {
  expect(
    keys({ tab: 'favourites', favourites: new Set(['ETH/BTC', 'GONE/USDT', 'ADA/USDT']) }),
  ).toEqual(['ADA/USDT', 'ETH/BTC']);
  expect(keys({ tab: 'favourites' })).toEqual([]);
});

test.each(['eth', ' ETH', 'Eth '])('a search for %j looks through all groups', (search) =>
  expect(keys({ search, tab: 'favourites' })).toEqual(['ETH/USDT', 'ETH/BTC']),
);
test.each(['eth/btc', 'ETHBTC', 'eth-btc', 'ETH_BTC', 'eth btc'])('%s names a pair', (search) =>
  expect(keys({ search })).toEqual(['ETH/BTC']),
);
test.each(['zzz', '<script>', '.*', '('])('%s is found nowhere', (search) =>
  expect(keys({ search })).toEqual([]),
);
test.each(['', '  ', '/', '-'])('%j is no search', (search) =>
  expect(keys({ search, tab: 1 })).toEqual(['ETH/BTC']),
);

test.each<[MarketColumn, boolean, string[]]>([
  ['pair', false, ['ADA/USDT', 'BTC/USDT', 'ETH/USDT', 'NEW/USDT']],
  ['pair', true, ['NEW/USDT', 'ETH/USDT', 'BTC/USDT', 'ADA/USDT']],
  ['price', true, ['BTC/USDT', 'ETH/USDT', 'ADA/USDT', 'NEW/USDT']],
  ['high', false, ['ADA/USDT', 'ETH/USDT', 'BTC/USDT', 'NEW/USDT']],
  ['low', true, ['BTC/USDT', 'ETH/USDT', 'ADA/USDT', 'NEW/USDT']],
  ['change', false, ['BTC/USDT', 'ETH/USDT', 'ADA/USDT', 'NEW/USDT']],
  ['change', true, ['ADA/USDT', 'ETH/USDT', 'BTC/USDT', 'NEW/USDT']],
  ['volume', true, ['ETH/USDT', 'BTC/USDT', 'ADA/USDT', 'NEW/USDT']],
])('by %s, descending %s: as numbers, those without one last', (name, isDescending, expected) => {
  expect(keys({ sort: { name, isDescending } })).toEqual(expected);
});

test('sorting leaves the groups as they were', () => {
  keys({ sort: { name: 'price', isDescending: false } });
  expect(keys({})).toEqual(['BTC/USDT', 'ETH/USDT', 'ADA/USDT', 'NEW/USDT']);
});
