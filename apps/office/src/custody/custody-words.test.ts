import { describe, expect, test } from 'vitest';
import { sendingOf } from './custody-words.ts';

describe('what the sender says', () => {
  test('is a step, and what stands in its way', () => {
    expect(sendingOf('built: the signer refuses: paused')).toEqual({
      step: 'Waits for the signer',
      trouble: 'The signer refuses: paused',
    });
    expect(sendingOf('broadcast')).toEqual({ step: 'On its way', trouble: '' });
    expect(sendingOf('')).toEqual({ step: '', trouble: '' });
  });

  test('is shown as it is where this side has no word for it', () => {
    expect(sendingOf('rebuilt')).toEqual({ step: 'rebuilt', trouble: '' });
  });
});
