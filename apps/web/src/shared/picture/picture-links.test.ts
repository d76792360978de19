import { expect, test } from 'vitest';
import { isAnySending, NO_PICTURES, wirePictures } from './picture-links.ts';

test('pictures keep their places, and empty places are left out', () => {
  expect(wirePictures(NO_PICTURES)).toEqual({});
  const chosen = NO_PICTURES.with(2, { link: '/api/upload/a', isSending: false });
  expect(wirePictures(chosen)).toEqual({ pic_3: '/api/upload/a' });
});

test('one that is on its way is known', () => {
  expect(isAnySending(NO_PICTURES)).toBe(false);
  expect(isAnySending(NO_PICTURES.with(1, { link: '', isSending: true }))).toBe(true);
});
