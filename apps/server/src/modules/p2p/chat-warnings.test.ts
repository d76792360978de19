import {
  COIN_WORDS,
  CONTACT_WORDS,
  isWordList,
  wordsOf,
} from '@meridian/contract/p2p/watched-words';
import { expect, it } from 'vitest';
import { flagsOf } from './chat-warnings.ts';

const START = { contact: wordsOf(CONTACT_WORDS), coin: wordsOf(COIN_WORDS) };

it.each([
  'my telegram is better',
  'add me on WhatsApp',
  'on Whats-App, please',
  'write to t.me/seller',
  '加我微信',
  'call +86 139 8765 4321',
  'https://pay.example',
  'my vx: seller1',
  'ＴＥＬＥＧＲＡＭ',
  '@seller_one',
  '@1seller',
  'my tele\u200bgram is better',
  'call 138.0013.8000',
])('warns of a way around the exchange: %s', (text) => {
  expect(flagsOf(text, START)).toEqual(['contact']);
});

it.each(['I wrote USDT as the reference', 'for 2 coins', '买币付款', '코인 값'])(
  'warns of a word about coins: %s',
  (text) => {
    expect(flagsOf(text, START)).toEqual(['coin']);
  },
);

it.each([
  'I have paid 705.00 from my account',
  '6222 0298 7654 3210',
  'Thank you, received',
  'a coincidence at the online bank',
  '已付款，请查收',
])('leaves alone: %s', (text) => {
  expect(flagsOf(text, START)).toEqual([]);
});

it('knows the words that operators have set, and those alone', () => {
  const watched = { contact: wordsOf('Zalo, 暗号'), coin: wordsOf('doge') };
  expect(flagsOf('zalo, or DOGE', watched)).toEqual(['contact', 'coin']);
  expect(flagsOf('这是暗号吗', watched)).toEqual(['contact']);
  expect(flagsOf('my telegram, a bitcoin, zalora', watched)).toEqual([]);
});

it('reads what an operator writes as text, never as a pattern', () => {
  const watched = { contact: wordsOf('.*, (a+)+$, c++'), coin: [] };
  expect(flagsOf('hello', watched)).toEqual([]);
  expect(flagsOf('I write C++', watched)).toEqual(['contact']);
});

it.each([
  [CONTACT_WORDS, true],
  [COIN_WORDS, true],
  ['one，two、three', true],
  ['one,,two', false],
  [' ', false],
  ['one, One', false],
  ['a'.repeat(41), false],
  [Array.from({ length: 301 }, (_none, n) => `w${n}`).join(), false],
])('takes a list of words, of which none is empty, long or twice: %.20s', (list, isGood) => {
  expect(isWordList(list)).toBe(isGood);
});
