import { EVIDENCE_RULES } from '@meridian/contract/p2p/bounds';
import { WIRE_REASONS } from '@meridian/contract/p2p/appeal-calls';
import { expect, test } from 'vitest';
import { answerOf, evidenceFault, reasonsOf } from './appeal.ts';

test('each side is offered reasons that it may give', () => {
  const of = (side: 'buy' | 'sell') =>
    (['paid', 'completed', 'cancelled'] as const).map((state) => reasonsOf({ side, state }));
  for (const reasons of of('buy'))
    for (const reason of reasons) expect(WIRE_REASONS.buyer).toContain(reason);
  for (const reasons of of('sell'))
    for (const reason of reasons) expect(WIRE_REASONS.seller).toContain(reason);
  expect(reasonsOf({ side: 'buy', state: 'cancelled' })[0]).toBe('cancelled_after_paying');
  expect(reasonsOf({ side: 'sell', state: 'completed' })[0]).toBe('payment_reversed');
});

test('who has answered is not told that the other side did', () => {
  expect(answerOf({ isOwn: false, answeredMs: 1 })).toBe('youAnswered');
  expect(answerOf({ isOwn: true, answeredMs: 1 })).toBe('answered');
  expect(answerOf({ isOwn: false, answeredMs: 0 })).toBe('youAnswer');
  expect(answerOf({ isOwn: true, answeredMs: 0 })).toBe('otherAnswers');
});

test('evidence is a picture, a PDF or a video of at most ten megabytes', () => {
  const size = EVIDENCE_RULES.bytes;
  for (const type of ['image/png', 'image/jpeg', 'application/pdf', 'video/mp4'])
    expect(evidenceFault({ type, size }), type).toBeUndefined();
  expect(evidenceFault({ type: 'text/html', size: 1 })).toBe('type');
  expect(evidenceFault({ type: 'image/png', size: size + 1 })).toBe('size');
});
