import { expect, test } from 'vitest';
import { countriesIn, foundCountries, likelyCountry } from './countries.ts';

const ROWS = [
  { id: 276, code: 'DE', areaCode: '49', english: 'Germany' },
  { id: 384, code: 'CI', areaCode: '225', english: 'Côte d’Ivoire' },
  { id: 156, code: 'CN', areaCode: '86', english: 'China' },
  { id: 158, code: 'TW', areaCode: '886', english: 'Taiwan' },
  { id: 826, code: 'GB', areaCode: '44', english: 'United Kingdom' },
  { id: 784, code: 'AE', areaCode: '971', english: 'United Arab Emirates' },
];
const english = countriesIn('en', ROWS);

function find(text: string, countries = english): string[] {
  return foundCountries(countries, text).map(({ code }) => code);
}

test('are named and sorted in the language in use', () => {
  expect(countriesIn('es', ROWS).map(({ name }) => name)).toEqual([
    'Alemania',
    'China',
    'Côte d’Ivoire',
    'Emiratos Árabes Unidos',
    'Reino Unido',
    'Taiwán',
  ]);
  expect(countriesIn('ja', ROWS).find(({ code }) => code === 'DE')?.name).toBe('ドイツ');
});

test('nothing typed finds all', () => expect(find('  ')).toHaveLength(ROWS.length));

test.each([
  ['ger', ['DE']],
  ['united', ['AE', 'GB']],
  ['kingdom', ['GB']],
  ['cote', ['CI']],
  ['+86', ['CN']],
  ['88', ['TW']],
  ['8', ['CN', 'TW']],
  ['nowhere', []],
])('%s finds %o', (text, codes) => expect(find(text)).toEqual(codes));

test('another language finds by its own names and by the English ones', () => {
  const spanish = countriesIn('es', ROWS);
  expect(find('alem', spanish)).toEqual(['DE']);
  expect(find('germany', spanish)).toEqual(['DE']);
  expect(find('arabes', spanish)).toEqual(['AE']);
});

test('the browser says where its user lives', () => {
  expect(likelyCountry(english, ['de-DE', 'en-GB'])?.code).toBe('DE');
  expect(likelyCountry(english, ['en', 'zh-Hant-TW'])?.code).toBe('TW');
  expect(likelyCountry(english, ['fr-FR', 'no locale'])).toBeUndefined();
});
