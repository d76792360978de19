import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, holdToasts, showToast, useToasts } from './toasts.ts';

const texts = (): string[] => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a toast goes after five seconds, and is not said twice meanwhile', () => {
  showToast('info', 'one');
  showToast('info', 'one');
  expect(texts()).toEqual(['one']);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});

test('at most three are shown, the newest', () => {
  for (const text of ['one', 'two', 'three', 'four']) showToast('info', text);
  expect(texts()).toEqual(['two', 'three', 'four']);
});

test('what is being read stays until it is let go', () => {
  showToast('error', 'read me');
  holdToasts(true);
  vi.advanceTimersByTime(20_000);
  expect(texts()).toEqual(['read me']);
  holdToasts(false);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});

test('a toast that is put away holds no other', () => {
  showToast('error', 'one');
  showToast('error', 'two');
  holdToasts(true);
  dismissToast(useToasts.getState().toasts[0]?.id ?? 0);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});
