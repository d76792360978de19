import { expect, test } from 'vitest';
import type { Market } from '../../../shared/market/market.ts';
import { marketRows, type RowChoice } from './market-rows.ts';

const market = (base: string, quote: string, legal_id: number): Market => ({ key: `${base}/${quote}`, base, quote, symbol: `${base}/${quote}`, legal_id }) as Market;
const GROUPS = [
  { id: 3, name: 'USDT', markets: [market('BTC', 'USDT', 3), market('ETH', 'USDT', 3), market('ADA', 'USDT', 3)] },
  { id: 1, name: 'BTC', markets: [market('ETH', 'BTC', 1)] },
];
const FIGURES: Record<string, { price: string; change: string }> = {
  'BTC/USDT': { price: '100000', change: '-2.5' },
  'ETH/USDT': { price: '9000.5', change: '1.5' },
  'ADA/USDT': { price: '0.9', change: '10' },
};
const ALL: RowChoice = { tab: 3, search: '', favourites: new Set(), sort: 'listed', isDescending: false };
const keys = (choice: Partial<RowChoice>) => marketRows(GROUPS, { ...ALL, ...choice }, (key) => FIGURES[key]).map(({ key }) => key);

test('a tab shows its group', () => expect(keys({ tab: 1 })).toEqual(['ETH/BTC']));
test('favourites come from all groups', () => expect(keys({ tab: 'favourites', favourites: new Set(['ETH/BTC', 'ADA/USDT']) })).toEqual(['ADA/USDT', 'ETH/BTC']));
test.each(['eth', ' ETH', 'Eth'])('a search for %j looks through all groups', (search) => expect(keys({ search })).toEqual(['ETH/USDT', 'ETH/BTC']));
test.each(['eth/btc', 'ETHBTC', 'eth-btc'])('%s names a pair', (search) => expect(keys({ search })).toEqual(['ETH/BTC']));
test('rows are sorted as numbers', () => {
  expect(keys({ sort: 'price', isDescending: true })).toEqual(['BTC/USDT', 'ETH/USDT', 'ADA/USDT']);
  expect(keys({ sort: 'change', isDescending: false })).toEqual(['BTC/USDT', 'ETH/USDT', 'ADA/USDT']);
  expect(keys({ sort: 'pair' })).toEqual(['ADA/USDT', 'BTC/USDT', 'ETH/USDT']);
});
