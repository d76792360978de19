import { describe, expect, test } from 'vitest';
import { sendingOf, shortened } from './custody-words.ts';

describe('what the sender says', () => {
  test('is a step, and what stands in its way', () => {
    expect(sendingOf('built: the signer refuses: paused')).toEqual({ step: 'Waits for the signer', trouble: 'The signer refuses: paused' });
    expect(sendingOf('broadcast')).toEqual({ step: 'On its way', trouble: '' });
    expect(sendingOf('')).toEqual({ step: '', trouble: '' });
  });

  test('is shown as it is where this side has no word for it', () => {
    expect(sendingOf('rebuilt')).toEqual({ step: 'rebuilt', trouble: '' });
  });
});

test('long names keep their ends, short ones stay', () => {
  expect(shortened('0x8ba1f109551bD432803012645Ac136ddd64DBA72')).toBe('0x8ba1…BA72');
  expect(shortened('demo-claim')).toBe('demo-claim');
});
