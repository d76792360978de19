import { expect, test } from 'vitest';
import { footerLinks } from './footer-links.ts';

const FIXED = [1901, 1902];
const article = (id: number) => ({ id, title: `Article ${id}` });

test('the fixed links stand before the articles are known, and where there are none', () => {
  for (const articles of [undefined, []])
    expect(footerLinks(FIXED, articles)).toEqual([{ id: 1901 }, { id: 1902 }]);
});

test('other articles follow them under their titles', () => {
  expect(footerLinks(FIXED, [article(7), article(1902), article(1901)])).toEqual([
    { id: 1901 },
    { id: 1902 },
    { id: 7, title: 'Article 7' },
  ]);
});

test('what the operator has removed leads nowhere and is left out', () => {
  expect(footerLinks(FIXED, [article(1902)])).toEqual([{ id: 1902 }]);
});
