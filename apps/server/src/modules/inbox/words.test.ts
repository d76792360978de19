import { MESSAGE_KINDS, TOPIC_OF, type MessageKind } from '@meridian/contract/inbox/calls';
import {
  MESSAGE_TOPICS,
  UNSPOKEN_KINDS,
  URGENT_KINDS,
} from '@meridian/contract/inbox/message-topics';
import { LANGUAGES } from '@meridian/contract/languages';
import { ENGLISH } from '@meridian/contract/texts';
import { expect, test } from 'vitest';
import { textOf } from '../../texts.ts';
import { openLiveView } from '../live-view.ts';
import type { Facts } from './inbox-tables.ts';
import { grouped, wordsOf } from './words.ts';

const KINDS = Object.keys(TOPIC_OF) as MessageKind[];

test('every kind stands under one topic', () => {
  const all = MESSAGE_TOPICS.flatMap((topic) => [...MESSAGE_KINDS[topic]]);
  expect(new Set(all).size).toBe(all.length);
  expect(
    [...URGENT_KINDS, ...UNSPOKEN_KINDS].filter((kind) => !all.some((one) => one === kind)),
  ).toEqual([]);
});

test.each(LANGUAGES)('%s has a title for each kind', (language) => {
  const live = openLiveView();
  for (const kind of KINDS)
    expect(wordsOf(live, { kind, facts: {} }, language).title, kind).not.toBe('');
});

test('no title and no text is left of a kind that is gone', () => {
  const ids = Object.values(ENGLISH)
    .flatMap((area) => ('server' in area ? Object.keys(area.server) : []))
    .filter((id) => /^message\.(?:title|text)\./.test(id));
  expect(ids.length).toBeGreaterThan(KINDS.length);
  expect(ids.filter((id) => !KINDS.some((kind) => id.endsWith(`.${kind}`)))).toEqual([]);
});

test('a part is left out where one of its facts is not known, and no place is shown', () => {
  const live = openLiveView();
  const ended = (facts: Facts) => wordsOf(live, { kind: 'margin_order_ended', facts }, 'en').text;
  expect(ended({ subject: 7, why: 'margin' })).toBe(
    ': your order 7 was not filled. When its price came, the account had not enough left.',
  );
  expect(ended({ subject: 7, why: 'margin', side: 'long', count: 1_500 })).toBe(
    ': your order 7 (long, lots: 1,500) was not filled. When its price came, the account had not enough left.',
  );
  expect(ended({ subject: 7, why: 'margin', side: 'long' })).toBe(
    ended({ subject: 7, why: 'margin' }),
  );
  for (const language of LANGUAGES)
    for (const kind of KINDS)
      expect(
        wordsOf(live, { kind, facts: {} }, language).text,
        `${kind} in ${language}`,
      ).not.toMatch(/[[\]{}]/);
});

test('a change of security says where it came from and what to do, a frozen account does not blame its owner', () => {
  const live = openLiveView();
  const facts = { device: 'Firefox, Linux', address: '192.0.2.7' };
  expect(wordsOf(live, { kind: 'password_changed', facts }, 'en')).toEqual({
    title: textOf('en', 'securityChange.password_changed'),
    text: `From Firefox, Linux, 192.0.2.7. ${textOf('en', 'message.notYou')}`,
  });
  for (const kind of ['frozen', 'unfrozen'] as const)
    expect(wordsOf(live, { kind, facts: { device: '', address: '' } }, 'en').text).toBe(
      textOf('en', `message.freeze.${kind}`),
    );
});

test('numbers are grouped as the language does it, and keep each digit', () => {
  expect([
    grouped('1234567.10000001', 'en'),
    grouped('1234567.10000001', 'es'),
    grouped('9007199254740993.00000001', 'en'),
    grouped('12', 'en', true),
    grouped('-0.5', 'en', true),
  ]).toEqual([
    '1,234,567.10000001',
    '1.234.567,10000001',
    '9,007,199,254,740,993.00000001',
    '+12',
    '-0.5',
  ]);
});
