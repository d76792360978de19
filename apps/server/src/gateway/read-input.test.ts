import { DecimalText, Id, NearPage, Page, Text } from '@meridian/contract/schema/scalars';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { inputReader } from './read-input.ts';
import { Refusal } from './refusal.ts';

const read = inputReader(
  Type.Object({
    id: Id,
    price: Type.Optional(DecimalText),
    page: Type.Optional(Page),
    note: Type.Optional(Text(5)),
    mode: Type.Optional(Type.Enum([1, '1'])),
    kind: Type.Optional(Type.Enum(['1', '2', 'x'])),
  }),
);

function refusalOf(raw: unknown) {
  try {
    return { accepted: read(raw) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, field: error.params.field };
  }
}

describe('inputReader', () => {
  it('gives handlers numbers for ids and text for decimals, however they travelled', () => {
    expect(read({ id: '007'.slice(2), price: '1.50', page: '2' })).toEqual({
      id: 7,
      price: '1.50',
      page: 2,
    });
    expect(read({ id: 7, price: 2, page: 3 })).toEqual({ id: 7, price: '2', page: 3 });
  });

  it('gives handlers text where a field is text, also of a JSON number', () => {
    expect(read({ id: 1, kind: 2, mode: 1, note: 13800 })).toEqual({
      id: 1,
      kind: '2',
      mode: 1,
      note: '13800',
    });
    expect(refusalOf({ id: 1, kind: 3 })).toEqual({ code: 'input_invalid', field: 'kind' });
    expect(refusalOf({ id: 1, kind: [1] })).toEqual({ code: 'input_invalid', field: 'kind' });
  });

  it.each(['1001', 1001, '0', 0, '99999999999'])(
    'refuses page %s of a list of 1,000 pages, as text and as a number',
    (page) => {
      expect(() => inputReader(Type.Object({ page: NearPage }))({ page })).toThrow(Refusal);
      expect(inputReader(Type.Object({ page: NearPage }))({ page: '1000' })).toEqual({
        page: 1000,
      });
    },
  );

  it('refuses signs that turn the direction of a text round', () => {
    expect(refusalOf({ id: 1, note: 'a\u202eb' })).toMatchObject({ field: 'note' });
  });

  it('drops what is not declared', () => {
    expect(
      read(JSON.parse('{"id":1,"user_id":2,"__proto__":{"price":"9"},"constructor":3}')),
    ).toEqual({ id: 1 });
  });

  it.each([undefined, null, '', 'x', 5, [], {}])('misses a required field in %j', (raw) => {
    expect(refusalOf(raw)).toEqual({ code: 'field_missing', field: 'id' });
  });

  it.each(['', null])('counts %j as missing', (id) => {
    expect(refusalOf({ id })).toEqual({ code: 'field_missing', field: 'id' });
  });

  it.each([
    ' ',
    '-1',
    '-0',
    '01',
    '1.0',
    '1e3',
    '0x1F',
    '１',
    '١',
    '9007199254740993',
    '1000000000000000',
    'NaN',
    ' 1',
    '1\n',
    '\u00001',
    'x'.repeat(100_000),
    -1,
    0.5,
    1e300,
    true,
  ])('refuses the id %j', (id) => {
    expect(refusalOf({ id })).toEqual({ code: 'input_invalid', field: 'id' });
  });

  it.each([[['1', '2']], [{ a: 1 }]])('refuses the id %j, which is no scalar', (id) => {
    expect(refusalOf({ id })).toEqual({ code: 'input_invalid', field: 'id' });
  });

  it.each([
    ' ',
    '1e-19',
    '1e400',
    'NaN',
    'Infinity',
    '0x1F',
    '1,5',
    '１',
    '١',
    '+1',
    '.5',
    '5.',
    '1 000',
    '1\n',
    '--1',
    true,
  ])('refuses the decimal %j', (price) => {
    expect(refusalOf({ id: 1, price })).toEqual({ code: 'number_syntax', field: 'price' });
  });

  it.each([[['1', '2']], [{ a: 1 }], [[]]])(
    'refuses the decimal %j, which is no scalar',
    (price) => {
      expect(refusalOf({ id: 1, price })).toEqual({ code: 'input_invalid', field: 'price' });
    },
  );

  it.each(['-1', '0', '-0', '0.000000000000000000000000001', '9'.repeat(1000)])(
    'leaves the plain decimal %s to whoever knows its scale',
    (price) => {
      expect(refusalOf({ id: 1, price })).toEqual({ accepted: { id: 1, price } });
    },
  );

  it.each(['0', '-1', '1.5', 0, 'x', '1234567890'])('refuses the page %j', (page) => {
    expect(refusalOf({ id: 1, page })).toEqual({ code: 'page_invalid', field: 'page' });
  });

  it.each(['123456', 'a\u0000b', 'a\nb', 123_456, true])('refuses the text %j', (note) => {
    expect(refusalOf({ id: 1, note })).toEqual({ code: 'input_invalid', field: 'note' });
  });

  it('names the first wrong field in the order of the schema', () => {
    expect(refusalOf({ id: 'x', price: 'x', mode: 9 })).toEqual({
      code: 'input_invalid',
      field: 'id',
    });
    expect(refusalOf({ price: 'x' })).toEqual({ code: 'field_missing', field: 'id' });
    expect(refusalOf({ id: 1, mode: 9, price: 'x' })).toEqual({
      code: 'number_syntax',
      field: 'price',
    });
  });
});
