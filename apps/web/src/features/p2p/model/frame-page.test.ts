import { expect, test } from 'vitest';
import { framePageOf } from './frame-page.ts';

const pageOf = (pathname: string, search = '') => framePageOf({ pathname, search }, 7);

test('each page of the marketplace marks its own link', () => {
  expect(pageOf('/fiatradCenter', '?side=sell')).toBe('market');
  expect(pageOf('/c2cOrder', '?id=3')).toBe('orders');
  expect(pageOf('/c2cRelease')).toBe('ads');
  expect(pageOf('/c2c')).toBe('publish');
  expect(pageOf('/c2c', '?id=3')).toBe('ads');
  expect(pageOf('/escrow')).toBeUndefined();
});

test('the page of another trader is not marked as the own one', () => {
  expect(pageOf('/c2cTrader')).toBe('trader');
  expect(pageOf('/c2cTrader', '?id=7')).toBe('trader');
  expect(pageOf('/c2cTrader', '?id=8')).toBeUndefined();
});
