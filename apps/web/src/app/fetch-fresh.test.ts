import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchFresh, FetchFailure, usePartsUnderWay } from './fetch-fresh.ts';

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const reload = vi.fn();
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  reload.mockClear();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('gives what was fetched', async () => {
  expect(await fetchFresh(() => Promise.resolve(7))).toBe(7);
  expect(usePartsUnderWay.getState()).toBe(0);
});

test('after a deployment the page is loaded anew, once', async () => {
  void fetchFresh(gone);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await expect(fetchFresh(gone)).rejects.toThrow(FetchFailure);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('without a connection, or where nothing can be remembered, it is not', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await expect(fetchFresh(gone)).rejects.toThrow(FetchFailure);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', undefined);
  await expect(fetchFresh(gone)).rejects.toThrow(FetchFailure);
  expect(reload).not.toHaveBeenCalled();
});
