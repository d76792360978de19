import { describe, expect, test } from 'vitest';
import { writeDecimal } from './display.ts';
import { readTypedDecimal, UNREADABLE } from './typed-decimal.ts';
import {
  entered,
  faultOf,
  fieldOf,
  follow,
  inputOf,
  left,
  toldFaultOf,
  typedInto,
  type TypedField,
} from './typed-field.ts';

const ENGLISH = { group: ',', point: '.' };
const SPANISH = { group: '.', point: ',' };

/** The number of a text, or the reason why it has none. */
function read(text: string, marks = ENGLISH): string {
  const result = readTypedDecimal(text, marks);
  return result.state === 'number' ? result.plain : result.state;
}

describe('a typed text where the comma groups', () => {
  test.each([
    ['15,000', '15000'],
    ['103,074.68', '103074.68'],
    ['1,234,567.5', '1234567.5'],
    ['103074.68', '103074.68'],
    ['1.000', '1'],
    ['.5', '0.5'],
    ['007', '7'],
    ['00.50', '0.5'],
    ['0', '0'],
    ['0.00', '0'],
    [' 15,000\t', '15000'],
    ['１５，０００．５', '15000.5'],
    ['12。5', '12.5'],
  ])('%j is %s', (text, plain) => expect(read(text)).toBe(plain));

  test.each([
    '1e-5',
    '1e3',
    '-5',
    '+5',
    '−5',
    '½',
    '²',
    '٣',
    '1 000',
    '1\u00a0000',
    "1'000",
    '1,23,456',
    '1,2345',
    '0,123',
    '01,234',
    '1.2.3',
    '1.234,5',
    '$5',
    '5 USDT',
    '1\n2',
    '\u200b5',
    '1、2',
    'x',
    '0x1F',
    'NaN',
    '１²',
  ])('%j is no number', (text) => expect(read(text)).toBe('foreign'));

  test.each(['5.', '.', '1,', '1,2', '1,23', '1,234,', '1,234,5', '1,234.', '12,5'])(
    '%j may become one',
    (text) => expect(read(text)).toBe('unfinished'),
  );
  test.each(['', ' ', '\u00a0'])('%j is nothing', (text) => expect(read(text)).toBe('empty'));
});

describe('a typed text where the point groups', () => {
  test.each([
    ['1.000', '1000'],
    ['15.000', '15000'],
    ['103.074,68', '103074.68'],
    ['1,5', '1.5'],
    ['1,000', '1'],
    [',5', '0.5'],
    ['103074,68', '103074.68'],
    // No grouped number begins so: the point must be the decimal mark.
    ['0.5', '0.5'],
    ['0.500', '0.5'],
    ['.5', '0.5'],
    ['103074.68', '103074.68'],
    ['1234.567', '1234.567'],
  ])('%j is %s', (text, plain) => expect(read(text, SPANISH)).toBe(plain));

  test.each(['1.2345', '12.5000', '1,234.5', '1,234,5', '0.5,5', '12,5.0', '1e3', '-1'])(
    '%j is no number',
    (text) => expect(read(text, SPANISH)).toBe('foreign'),
  );
  // A third digit would make it twelve thousand and five hundred.
  test.each(['12.5', '12.50', '1.', '5,', '0.', '1234.', '1.000,'])('%j may become one', (text) =>
    expect(read(text, SPANISH)).toBe('unfinished'),
  );
});

test('a long text is judged in no time', () => {
  const startedMs = performance.now();
  for (const text of [
    '1'.repeat(100_000) + 'x',
    '1,'.repeat(100_000),
    `1${',000'.repeat(100_000)}x`,
    ' '.repeat(100_000) + 'x',
  ])
    expect(read(text)).toBe('foreign');
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});

test('a number is written with all its digits', () => {
  expect(writeDecimal('1234567.50', ENGLISH)).toBe('1,234,567.50');
  expect(writeDecimal('-1234.5', SPANISH)).toBe('−1.234,5');
});

describe('a field', () => {
  test('keeps what is typed as it is typed, and shows what it was read as when it is left', () => {
    const field = typedInto('15000.50', ENGLISH);
    expect(field).toMatchObject({ text: '15000.50', value: '15000.5' });
    expect(left(field).text).toBe('15,000.5');
    expect(left(typedInto('15,', ENGLISH)).text).toBe('15,');
  });

  test('shows what the form sets, in the writing of its language', () => {
    expect(follow(typedInto('7', ENGLISH), '103074.68', ENGLISH).text).toBe('103,074.68');
    expect(follow(typedInto('7', ENGLISH), '', ENGLISH).text).toBe('');
    expect(fieldOf(UNREADABLE, ENGLISH).text).toBe('');
  });

  test('is not written anew while its own value comes back', () => {
    const field = typedInto('1.50', ENGLISH);
    expect(follow(field, '1.5', ENGLISH)).toBe(field);
    const wrong = typedInto('1e5', ENGLISH);
    expect(follow(wrong, UNREADABLE, ENGLISH)).toBe(wrong);
  });

  test('keeps its number when the language changes', () => {
    expect(follow(typedInto('1.000', SPANISH), '1000', ENGLISH)).toMatchObject({
      text: '1,000',
      value: '1000',
    });
    // A text that was no number must not silently become one.
    const wrong = typedInto('1.5', SPANISH);
    expect(follow(wrong, UNREADABLE, ENGLISH)).toBe(wrong);
    expect(faultOf(wrong)).toBe('unfinished');
  });

  test('says what is wrong', () => {
    expect(faultOf(typedInto('1e5', ENGLISH))).toBe('foreign');
    expect(faultOf(typedInto('1,2', ENGLISH))).toBe('unfinished');
    expect(faultOf(typedInto('1.234', ENGLISH), 2)).toBe('decimals');
    expect(faultOf(typedInto('1.230', ENGLISH), 2)).toBeUndefined();
    expect(faultOf(typedInto('', ENGLISH), 2)).toBeUndefined();
  });
});

describe('an input', () => {
  /** A form with one field, as on a page. */
  function form(value = '') {
    const state = { field: fieldOf(value, ENGLISH) as TypedField, value };
    const input = () =>
      inputOf(state.field, {
        keep: (field) => (state.field = field),
        onChange: (next) => (state.value = next),
      });
    return {
      state,
      enter: () => input().onFocus(),
      leave: () => input().onBlur(),
      type: (text: string) => input().onChange({ target: { value: text } }),
    };
  }

  test('keeps the text that is typed, tells the number that it is, and shows its reading when it is left', () => {
    const { state, enter, type, leave } = form();
    enter();
    type('15000.50');
    expect(state).toMatchObject({ value: '15000.5', field: { text: '15000.50' } });
    leave();
    expect(state).toMatchObject({
      value: '15000.5',
      field: { text: '15,000.5', isEntered: false },
    });
  });

  test('is not called wrong while somebody types, unless the form was tried', () => {
    const { state, enter, type, leave } = form('7');
    enter();
    type('1,2');
    expect(toldFaultOf(state.field)).toBeUndefined();
    expect(toldFaultOf(state.field, { wasTried: true })).toBe('unfinished');
    type('1e5');
    expect(toldFaultOf(state.field)).toBe('foreign');
    type('1,2');
    leave();
    expect(state.field.text).toBe('1,2');
    expect(toldFaultOf(state.field)).toBe('unfinished');
  });

  test('stays entered when the form sets its value', () => {
    expect(follow(entered(fieldOf('7', ENGLISH)), '8', ENGLISH)).toMatchObject({
      text: '8',
      isEntered: true,
    });
    expect(toldFaultOf(typedInto('1.234', ENGLISH), { decimals: 2 })).toBe('decimals');
  });
});
