import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReadable, readJson } from './body-parsers.ts';
import { Refusal } from './refusal.ts';

function refusalOf(text: string): string | undefined {
  try {
    readJson(text);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('isReadable', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;',
    'application/json ; charset=utf-8',
    'application/json;charset="UTF-8" ; ',
    'application/x-www-form-urlencoded; charset=utf8',
  ])('takes %s', (type) => {
    expect(isReadable(type)).toBe(true);
  });

  it.each([
    '',
    'application/json;;',
    'application/json; charset=utf-8; charset=utf-8',
    'application/json; charset=utf-16',
    'application/json;\tcharset=utf-8',
    'application/jsonx',
    `application/json${' '.repeat(100)}`,
    'application/json; boundary=x',
  ])('refuses %j', (type) => {
    expect(isReadable(type)).toBe(false);
  });
});

describe('readJson', () => {
  it('keeps the digits of numbers that a binary fraction would change', () => {
    expect(
      readJson(
        '{"a":0.1,"b":1e-7,"c":1.0,"d":12345678901234567890,"e":-0,"f":7,"g":0.10000000000000000001}',
      ),
    ).toEqual({
      a: '0.1',
      b: '1e-7',
      c: '1.0',
      d: '12345678901234567890',
      e: '-0',
      f: 7,
      g: '0.10000000000000000001',
    });
  });

  it.each(['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"x":{"a":1,"a":1}}', '{"x":[{"a":1,"a":1}]}'])(
    'refuses the repeated key of %s',
    (text) => {
      expect(refusalOf(text)).toBe('input_invalid');
    },
  );

  it.each(['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', '{"a":"a\\":1,\\"a","b":"{\\"a\\":1}"}', ''])(
    'takes %s, where no key is repeated',
    (text) => {
      expect(refusalOf(text)).toBeUndefined();
    },
  );

  it.each([
    '[]',
    '1',
    'null',
    '"x"',
    '{',
    '{"a"}',
    '{a:1}',
    'x',
    '{"a":1}}',
    '\u0000',
    '{"a"::1}',
    '"a":::',
    '["a":1]',
    '{"a":"b',
    '{"a\\',
    '{"\\":1}',
    '{"a":01}',
    `${'['.repeat(60_000)}`,
    `{"a":${'['.repeat(20)}${']'.repeat(20)}}`,
  ])('refuses %j', (text) => {
    expect(refusalOf(text)).toBe('body_malformed');
  });

  it('refuses a key that an object has twice, at whatever depth, and nothing else', () => {
    type Value = string | Value[] | { pairs: [string, Value][] };
    const { value } = fc.letrec<{ value: Value }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.string({ unit: 'binary' }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.record({
          pairs: fc.array(fc.tuple(fc.constantFrom('a', 'b', '"', '\\', '{', ':'), tie('value')), {
            maxLength: 3,
          }),
        }),
      ),
    }));
    const write = (each: Value): string => {
      if (typeof each === 'string') return JSON.stringify(each);
      if (Array.isArray(each)) return `[${each.map(write).join(' ,')}]`;
      return `{${each.pairs.map(([key, inner]) => `${JSON.stringify(key)} : ${write(inner)}`).join(',')}}`;
    };
    const repeats = (each: Value): boolean => {
      if (typeof each === 'string') return false;
      if (Array.isArray(each)) return each.some(repeats);
      return (
        new Set(each.pairs.map(([key]) => key)).size < each.pairs.length ||
        each.pairs.some(([, inner]) => repeats(inner))
      );
    };
    fc.assert(
      fc.property(value, (inner) => {
        expect(refusalOf(`{"x":${write(inner)}}`)).toBe(
          repeats(inner) ? 'input_invalid' : undefined,
        );
      }),
    );
  });

  it('reads what JSON.parse reads, and throws nothing but refusals', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.oneof(
            fc.string(),
            fc.boolean(),
            fc.maxSafeInteger().filter((n) => !Object.is(n, -0)),
          ),
        ),
        (value) => {
          const text = JSON.stringify(value);
          expect(readJson(text)).toEqual(JSON.parse(text));
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', ' '),
        }),
        (text) => void refusalOf(text),
      ),
    );
  });
});
