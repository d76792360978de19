import { expect, test } from 'vitest';
import { choiceOf, paramsOf } from './market-choice.ts';

const read = (text: string) => choiceOf(new URLSearchParams(text));

test('an address without parameters is the market to buy in', () => {
  const usual = read('');
  expect(usual).toEqual({
    side: 'buy',
    coin: undefined,
    money: '',
    way: '',
    isTakeable: false,
    code: '',
    ad: undefined,
  });
  expect(paramsOf(usual)).toEqual({});
});

test('a choice survives the address', () => {
  const text = 'side=sell&coin=3&money=500.5&way=bank&fitting=1&code=aB3&ad=12';
  expect(new URLSearchParams(paramsOf(read(text))).toString()).toBe(text);
});

test('what is none of the choices is not taken over', () => {
  expect(read('side=x&coin=-1&money=1e3&way=cash&fitting=yes&ad=0')).toEqual(read(''));
  for (const money of ['0', '-5', '0.001']) expect(read(`money=${money}`).money, money).toBe('');
});
