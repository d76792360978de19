import { expect, test } from 'vitest';
import { askAbout, directionAsked } from './ticket-question.ts';

const duration = { seconds: 30, payoutRatio: '80', leastStake: '10', mostStake: '5000' };
const offer = { duration, feeRatio: '2', isOpen: true };

test('a question stands while its offer does', () => {
  expect(directionAsked(undefined, offer)).toBeUndefined();
  expect(directionAsked(askAbout('down', offer), { ...offer, duration: { ...duration } })).toBe(
    'down',
  );
});

test.each([
  ['another payout', { ...offer, duration: { ...duration, payoutRatio: '70' } }],
  ['another fee', { ...offer, feeRatio: '3' }],
  [
    'the first duration in place of one that is gone',
    { ...offer, duration: { ...duration, seconds: 60 } },
  ],
  ['the end of the offer', { ...offer, isOpen: false }],
  ['no duration at all', { ...offer, duration: undefined }],
])('%s ends it', (_name, next) => {
  expect(directionAsked(askAbout('up', offer), next)).toBeUndefined();
});
