import { expect, test } from 'vitest';
import { countriesIn, foundCountries, likelyCountry } from './countries.ts';

const ROWS = [
  { country_id: 276, code: 'DE', area_code: '49', name_cn: '德国', name_en: 'Germany' },
  { country_id: 384, code: 'CI', area_code: '225', name_cn: '科特迪瓦', name_en: 'Côte d’Ivoire' },
  { country_id: 156, code: 'CN', area_code: '86', name_cn: '中国', name_en: 'China' },
  { country_id: 158, code: 'TW', area_code: '886', name_cn: '台湾', name_en: 'Taiwan' },
  { country_id: 826, code: 'GB', area_code: '44', name_cn: '英国', name_en: 'United Kingdom' },
  {
    country_id: 784,
    code: 'AE',
    area_code: '971',
    name_cn: '阿联酋',
    name_en: 'United Arab Emirates',
  },
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
