import { describe, expect, test } from 'vitest';
import { voteFaults } from './vote-faults.ts';

const NOW = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const FORM = {
  title: 'Which coin?',
  start: new Date(NOW + DAY),
  end: new Date(NOW + 8 * DAY),
  options: 'Alpha coin | https://example.com\nBeta coin\n',
};

describe('a round of votes', () => {
  test('is fine', () => expect(voteFaults(FORM, NOW)).toEqual({}));

  test('is fine where it is open for a day', () =>
    expect(voteFaults({ ...FORM, end: new Date(NOW + 2 * DAY) }, NOW)).toEqual({}));

  test.each([
    ['start', { start: new Date(NOW - 1) }],
    ['end', { end: FORM.start }],
    ['end', { end: new Date(NOW + 2 * DAY - 1) }],
    ['end', { end: new Date(NOW + 92 * DAY) }],
    ['title', { title: '' }],
    ['start', { start: null }],
    ['end', { end: undefined }],
    ['options', { options: null }],
    ['options', { options: 'Alpha coin' }],
    ['options', { options: 'Alpha coin\nalpha coin' }],
    ['options', { options: 'Alpha coin\n| https://example.com' }],
    ['options', { options: `Alpha coin\n${'B'.repeat(61)}` }],
    ['options', { options: Array.from({ length: 21 }, (_, index) => `C${index}`).join('\n') }],
  ])('has a fault at %s', (field, change) => {
    expect(Object.keys(voteFaults({ ...FORM, ...change }, NOW))).toEqual([field]);
  });
});
