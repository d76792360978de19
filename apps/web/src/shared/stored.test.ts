import { afterEach, expect, test, vi } from 'vitest';
import { clearStored, readStored, removeStored, writeStored } from './stored.ts';

afterEach(() => {
  clearStored();
  vi.unstubAllGlobals();
});

test('what a full disk does not take lasts as long as the page', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => 'old', setItem: full, removeItem: () => undefined, clear: () => undefined });
  writeStored('locale', 'ko');
  expect(readStored('locale')).toBe('ko');
  expect(readStored('lang')).toBe('old');
  removeStored('locale');
  expect(readStored('locale')).toBe('old');
});

test('a browser that forbids storage is no error', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(readStored('token')).toBeUndefined();
  writeStored('token', 'secret');
  writeStored('night_mode', '1');
  expect(readStored('token')).toBe('secret');
  clearStored();
  expect(readStored('token')).toBeUndefined();
  expect(readStored('night_mode')).toBeUndefined();
});
