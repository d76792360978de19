import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import { LANGUAGES } from '@meridian/contract/languages';
import { describe, expect, test } from 'vitest';
import { renderBody } from './render.ts';
import { STARTING_ARTICLES } from './starting-articles.ts';

const PUBLIC = resolve(import.meta.dirname, '../../../../../web/public');

describe('starting articles', () => {
  test.each([
    ['notice', 5],
    ['banner', 3],
    ['about', 3],
    ['help', 25],
    ['footerAbout', 3],
    ['footerExplain', 3],
    ['footerSupport', 3],
  ] as const)('%s has %i in each language', (category, count) => {
    for (const language of LANGUAGES) {
      const articles = STARTING_ARTICLES.filter(
        (article) => article.c_id === ARTICLE_CATEGORIES[category] && article.language === language,
      );
      expect(articles, language).toHaveLength(count);
    }
  });

  test('an id names one article in six languages; the footer can rely on them', () => {
    const byId = Map.groupBy(STARTING_ARTICLES, ({ id }) => id);
    for (const [id, versions] of byId) {
      expect(
        versions.map(({ language }) => language),
        `article ${id}`,
      ).toEqual([...LANGUAGES]);
      for (const field of ['c_id', 'thumbnail', 'update_time'] as const)
        expect(new Set(versions.map((version) => version[field])).size, `${id} ${field}`).toBe(1);
    }
    for (const id of [1901, 1902, 1903, 2101, 2102, 2103, 2201, 2202, 2203])
      expect(byId.has(id), `article ${id}`).toBe(true);
  });

  test('all languages say as much: same parts in the same order, nothing empty, nothing left in English', () => {
    const shape = (html: string): string =>
      [...html.matchAll(/<(\w+)>/g)].map(([, tag]) => tag).join();
    for (const article of STARTING_ARTICLES) {
      const english = STARTING_ARTICLES.find(
        ({ id, language }) => id === article.id && language === 'en',
      );
      const where = `article ${article.id} in ${article.language}`;
      expect(shape(article.content), where).toBe(shape(english?.content ?? ''));
      expect(Math.min(article.title.length, article.abstract.length), where).toBeGreaterThan(1);
      if (article.language !== 'en') expect(article.abstract, where).not.toBe(english?.abstract);
      expect(Number.isNaN(Date.parse(article.update_time)), where).toBe(false);
      // A place without a value, or Markdown that the renderer does not know: names of fields are
      // none.
      expect(article.content, where).not.toMatch(/[{}*`[\]]|(?<!\w)_|_(?!\w)|\n|<p>(?:#|>|\d+\. )/);
    }
  });

  test('scripts match their language', () => {
    const script = {
      ko: /\p{Script=Hangul}/u,
      ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
      'zh-CN': /\p{Script=Han}/u,
      'zh-TW': /\p{Script=Han}/u,
    } as const;
    for (const { id, language, title, content } of STARTING_ARTICLES) {
      if (language === 'en' || language === 'es')
        expect(content, `article ${id}`).not.toMatch(/[\p{Script=Han}\p{Script=Hangul}]/u);
      else expect(title + content, `article ${id} in ${language}`).toMatch(script[language]);
      if (language === 'zh-CN')
        expect(title + content, `article ${id}`).not.toMatch(/[開單買賣錢會說]/);
      if (language === 'zh-TW')
        expect(title + content, `article ${id}`).not.toMatch(/[开单买卖钱会说]/);
    }
  });

  test('banners have a picture that is served', () => {
    for (const { thumbnail } of STARTING_ARTICLES.filter(
      ({ c_id }) => c_id === ARTICLE_CATEGORIES.banner,
    )) {
      expect(existsSync(PUBLIC + thumbnail), thumbnail).toBe(true);
    }
  });
});

test('text stays text', () => {
  expect(renderBody('## A & B\n\nx <b>\n\n- "one"\n- two\n\nend\n')).toBe(
    '<h2>A &amp; B</h2><p>x &lt;b&gt;</p><ul><li>&quot;one&quot;</li><li>two</li></ul><p>end</p>',
  );
  expect(renderBody('- a\n\n1. b\n1. c\n\n```sh\nnpm <d>\n```\n')).toBe(
    '<ul><li>a</li></ul><ol><li>b</li><li>c</li></ol><pre><code>npm &lt;d&gt;</code></pre>',
  );
});
