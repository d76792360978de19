import { expect, test } from 'vitest';
import type { Country } from './countries.ts';
import { accountName } from './account-name.ts';

const CHINA: Country = { id: 156, code: 'CN', areaCode: '86', name: 'China', english: 'China' };
const SPAIN: Country = { id: 724, code: 'ES', areaCode: '34', name: 'España', english: 'Spain' };

function byPhone(phone: string, country: Country | undefined) {
  return accountName({ kind: 'mobile', email: 'not@used.example', phone }, country);
}

test('a mail address needs no country', () => {
  expect(accountName({ kind: 'email', email: ' a@b.co ', phone: '' }, undefined)).toEqual({
    kind: 'email',
    name: 'a@b.co',
    areaCode: undefined,
    whole: 'a@b.co',
  });
  expect(accountName({ kind: 'email', email: 'a@b', phone: '612345678' }, SPAIN)).toBeUndefined();
});

test('a phone number is one of its country, with what people put between digits', () => {
  expect(byPhone('612 345-678', SPAIN)).toEqual({
    kind: 'mobile',
    name: '612345678',
    areaCode: '34',
    whole: '+34612345678',
  });
  expect(byPhone('139 1234 5678', CHINA)).toEqual({
    kind: 'mobile',
    name: '13912345678',
    areaCode: '86',
    whole: '13912345678',
  });
});

test('one that says its country itself needs none', () =>
  expect(byPhone('+34 612 345 678', CHINA)).toEqual({
    kind: 'mobile',
    name: '+34612345678',
    areaCode: undefined,
    whole: '+34612345678',
  }));

test.each([
  ['', SPAIN],
  ['1234', SPAIN],
  ['61234567a', SPAIN],
  ['612345678', undefined],
  ['12912345678', CHINA],
  ['1391234567', CHINA],
])('%j in %o is none', (phone, country) => expect(byPhone(phone, country)).toBeUndefined());
