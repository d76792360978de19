import { afterEach, expect, test, vi } from 'vitest';
import { clearStored, readStored, removeStored, writeStored } from './stored.ts';

afterEach(() => {
  removeStored('device');
  clearStored();
  vi.unstubAllGlobals();
});

test('what a full disk does not take lasts as long as the page', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem: () => 'old',
    setItem: full,
    removeItem: () => undefined,
    clear: () => undefined,
  });
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
  writeStored('nightMode', '1');
  expect(readStored('token')).toBe('secret');
  clearStored();
  expect(readStored('token')).toBeUndefined();
  expect(readStored('nightMode')).toBeUndefined();
});

test('logging out leaves by what the server knows the browser, and nothing else', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  });
  writeStored('token', 'secret');
  writeStored('device', 'known');
  clearStored();
  expect([...kept]).toEqual([['device', 'known']]);
});

test('values are stored under the names of the specification', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  });
  writeStored('quoteId', '3');
  writeStored('userId', '7');
  expect([...kept]).toEqual([
    ['legal_id', '3'],
    ['user_id', '7'],
  ]);
  expect(readStored('quoteId')).toBe('3');
  removeStored('userId');
  expect([...kept.keys()]).toEqual(['legal_id']);
});
