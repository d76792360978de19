import { MESSAGE_KINDS, TOPIC_OF, type MessageKind } from '@meridian/contract/inbox/calls';
import {
  MESSAGE_TOPICS,
  UNSPOKEN_KINDS,
  URGENT_KINDS,
} from '@meridian/contract/inbox/message-topics';
import { LANGUAGES } from '@meridian/contract/languages';
import { expect, test } from 'vitest';
import { openLiveView } from '../live-view.ts';
import { SECURITY_CHANGES } from '../account/security-notices.ts';
import type { Facts } from './inbox-tables.ts';
import { grouped, INBOX_TEXTS, wordsOf } from './words.ts';

const KINDS = Object.keys(TOPIC_OF) as MessageKind[];
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort();

test('every kind stands under one topic', () => {
  const all = MESSAGE_TOPICS.flatMap((topic) => [...MESSAGE_KINDS[topic]]);
  expect(new Set(all).size).toBe(all.length);
  expect(
    [...URGENT_KINDS, ...UNSPOKEN_KINDS].filter((kind) => !all.some((one) => one === kind)),
  ).toEqual([]);
});

test.each(LANGUAGES)(
  '%s has a title for each kind, and names in each text what the English one names',
  (language) => {
    const live = openLiveView();
    for (const kind of KINDS)
      expect(wordsOf(live, { kind, facts: {} }, language).title, kind).not.toBe('');
    for (const [kind, text] of Object.entries(INBOX_TEXTS.en.texts)) {
      expect(
        placeholders(INBOX_TEXTS[language].texts[kind as keyof typeof INBOX_TEXTS.en.texts]),
        kind,
      ).toEqual(placeholders(text));
    }
  },
);

test('only English is English', () => {
  for (const language of LANGUAGES.filter((each) => each !== 'en')) {
    const { titles, texts, whys } = INBOX_TEXTS[language];
    const own = [...Object.values(titles), ...Object.values(texts), ...Object.values(whys)];
    const english = new Set<string>([
      ...Object.values(INBOX_TEXTS.en.titles),
      ...Object.values(INBOX_TEXTS.en.texts),
      ...Object.values(INBOX_TEXTS.en.whys),
    ]);
    expect(
      own.filter((text) => english.has(text)),
      language,
    ).toEqual([]);
  }
});

test('a part in brackets is left out where one of its facts is not known, and no bracket is shown', () => {
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
      ).not.toMatch(/[[\]]/);
});

test('a change of security says where it came from and what to do, a frozen account does not blame its owner', () => {
  const live = openLiveView();
  const facts = { device: 'Firefox, Linux', address: '192.0.2.7' };
  expect(wordsOf(live, { kind: 'password_changed', facts }, 'en')).toEqual({
    title: SECURITY_CHANGES.en.password_changed,
    text: `From Firefox, Linux, 192.0.2.7. ${INBOX_TEXTS.en.notYou}`,
  });
  for (const kind of ['frozen', 'unfrozen'] as const)
    expect(wordsOf(live, { kind, facts: { device: '', address: '' } }, 'en').text).toBe(
      INBOX_TEXTS.en.freezes[kind],
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
