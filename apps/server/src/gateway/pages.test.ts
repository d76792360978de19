import { expect, it } from 'vitest';
import { servedUrl } from './pages.ts';

it.each([
  ['/dealCenter/%00', '/'],
  ['/dealCenter/%1F?x=1', '/'],
  ['/dealCenter/%zz', '/'],
  ['/%c0%af', '/'],
  ['/office/%zz', '/office/'],
])('serves the application for an address that names no file: %s', (url, served) => {
  expect(servedUrl({ url })).toBe(served);
});

it.each([
  '/dealCenter/BTC_USDT?x=%zz',
  '/dealCenter/BTC%2FUSDT',
  '/api/%zz',
  '/office/api/%zz',
  '/uploads/%00.webp',
  '/assets/%00',
  '*',
])('leaves what can be read, and the addresses of programs: %s', (url) => {
  expect(servedUrl({ url })).toBe(url);
});
