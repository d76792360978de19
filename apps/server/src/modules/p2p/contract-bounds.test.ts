import { MAX_SPANS, RELEASE_MINUTES } from '@meridian/contract/p2p/bounds';
import * as core from '@meridian/core/p2p/p2p-commands';
import { expect, test } from 'vitest';

test('pages name the minutes and the spans that the core counts', () => {
  expect(RELEASE_MINUTES).toBe(core.RELEASE_MINUTES);
  expect(MAX_SPANS).toBe(core.MAX_SPANS);
});
