import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  [{ from: '/dealCenter' }, '/dealCenter'],
  [{ from: '/c2cDetail?id=3#top' }, '/c2cDetail?id=3#top'],
  [{ from: '//evil.example' }, '/'],
  [{ from: '/\\evil.example' }, '/'],
  [{ from: 'https://evil.example' }, '/'],
  [{ from: 7 }, '/'],
  [{}, '/'],
  [null, '/'],
])('%o leads back to %s', (state, path) => expect(returnPath({ state })).toBe(path));
