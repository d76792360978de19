import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_DRAFT, readDrafts } from './ticket-draft.ts';

test('drafts come back as they were, each for its market', () => {
  const drafts = {
    '3/1': { currency: 3, stake: '100.5', seconds: 60 },
    '3/2': { ...EMPTY_DRAFT, seconds: 30 },
  };
  expect(readDrafts(JSON.stringify(drafts))).toEqual(drafts);
});

test('a draft that is broken in part is read without that part', () => {
  const stored = {
    '3/1': { currency: '3', stake: 'unreadable', seconds: 60 },
    '3/2': { currency: 3, stake: `1${'0'.repeat(40)}`, seconds: 0.5 },
    '3/4': 'none',
    '3/5': null,
  };
  expect(readDrafts(JSON.stringify(stored))).toEqual({
    '3/1': { ...EMPTY_DRAFT, seconds: 60 },
    '3/2': { ...EMPTY_DRAFT, currency: 3 },
  });
});

test.each([undefined, '', '{', 'null', '7', '"text"'])('%s is no drafts', (text) => {
  expect(readDrafts(text)).toEqual({});
});

test('nothing that is stored is an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      for (const { stake } of Object.values(readDrafts(text)))
        expect(stake).toMatch(/^(?:\d+(?:\.\d+)?)?$/);
    }),
  );
});
