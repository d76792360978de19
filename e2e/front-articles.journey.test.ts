/**
 * Hostile articles on the screen. The server cleans the articles that it stores; here the server is
 * bypassed, so that the browser alone has to keep them harmless.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type Visitor } from './browser.ts';
import { arrive, goWithin } from './front.ts';

declare global {
  interface Window {
    ran?: string[];
  }
}

const ALARM = 'window.ran=[...(window.ran??[]),1]';
const HOSTILE: Readonly<Record<string, string>> = {
  script: `<script>${ALARM}</script>`,
  'script in capitals, unclosed': `<SCRIPT>${ALARM}`,
  'event of a picture': `<img src="/nothing.png" onerror="${ALARM}"><img src=x onerror=${ALARM}>`,
  'event of text': `<p onmouseover="${ALARM}" onclick="${ALARM}" autofocus tabindex=0 onfocus="${ALARM}">x</p>`,
  'link that runs': `<a href="javascript:${ALARM}">x</a><a href="java\tscript:${ALARM}">x</a><a href="&#106;avascript&colon;${ALARM}">x</a><a href="\u0001javascript:${ALARM}">x</a>`,
  'link to a document in itself': `<a href="data:text/html,<script>parent.${ALARM}</script>">x</a><a href="vbscript:x">x</a><a href="//evil.test/">x</a>`,
  drawing: `<svg onload="${ALARM}"><script>${ALARM}</script><animate onbegin="${ALARM}" attributeName=x dur=1s></animate><a href="javascript:${ALARM}"><text>x</text></a></svg>`,
  'style element':
    '<style>body{display:none}</style><link rel="stylesheet" href="https://evil.test/a.css"><p style="position:fixed;inset:0" class="x" id="root">x</p>',
  'other documents': `<iframe srcdoc="<script>parent.${ALARM}</script>"></iframe><iframe src="javascript:parent.${ALARM}"></iframe><object data="data:text/html,x"></object><embed src="x">`,
  'picture from elsewhere':
    '<img src="https://evil.test/a.png"><img src="//evil.test/a.png"><img srcset="https://evil.test/a.png 1x" src="/banners/journal.svg"><img src="data:image/svg+xml,<svg/>">',
  'form with a trap':
    '<form action="https://evil.test"><input name="password"><button formaction="javascript:1">x</button></form><base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=https://evil.test">',
  'mutation through noscript': `<noscript><p title="</noscript><img src=x onerror=${ALARM}>"></noscript>`,
  'mutation through mathematics': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${ALARM}&gt;">`,
  'mutation through a form': `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${ALARM}>`,
  'mutation through a drawing': `<svg></p><style><a id="</style><img src=1 onerror=${ALARM}>">`,
  template: `<template><img src=x onerror=${ALARM}></template><template shadowrootmode="open"><script>${ALARM}</script></template>`,
  clobbering:
    '<a id="attributes"></a><form id="x"><input name="parentNode"><input name="attributes"></form><img name="cookie">',
};
const ALLOWED_TAGS =
  /^(h2|h3|h4|p|br|hr|blockquote|pre|code|ul|ol|li|strong|b|em|i|u|s|sub|sup|a|img|figure|figcaption|table|thead|tbody|tr|th|td|span)$/;
const ALLOWED_ATTRIBUTES =
  /^(href|title|src|alt|width|height|start|colspan|rowspan|scope|target|rel|loading|decoding|data-missing)$/;

let browser: Browser;
let visitor: Visitor;
const requested: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  visitor = await arrive(browser);
  visitor.page.on('request', (request) => requested.push(request.url()));
});
afterAll(async () => browser?.close());

let articles = 0;

/** Shows an article as if the server had stored it unchanged. */
async function read(content: string): Promise<void> {
  const { page } = visitor;
  const id = ++articles;
  const message = {
    id,
    c_id: 3,
    title: `Trap ${id}`,
    abstract: 'a',
    thumbnail: '',
    update_time: '2026-01-01 00:00:00',
    content: `${content}<p>The end.</p>`,
  };
  await page.route('**/api/news/detail*', (route) =>
    route.fulfill({ json: { type: 'ok', message } }),
  );
  if (id === 1) await page.goto('/components/noticeDetail?id=1');
  else await goWithin(page, `/components/noticeDetail?id=${id}`);
  await page.getByRole('heading', { name: `Trap ${id}`, level: 1, exact: true }).waitFor();
}

/** Elements and attributes that an article's text must not have. */
async function intruders(): Promise<string[]> {
  const inside = await visitor.page.evaluate(() =>
    [...document.querySelectorAll('article > div *')].map((element) => ({
      tag: element.localName,
      attributes: [...element.attributes].map(({ name, value }): [string, string] => [name, value]),
    })),
  );
  return inside.flatMap(({ tag, attributes }) => [
    ...(ALLOWED_TAGS.test(tag) ? [] : [tag]),
    ...attributes
      .filter(([name]) => !ALLOWED_ATTRIBUTES.test(name))
      .map(([name]) => `${tag}.${name}`),
    ...attributes
      .filter(
        ([name, value]) =>
          (name === 'href' || name === 'src') && !/^(\/(?![/\\])|https?:|mailto:|#)/.test(value),
      )
      .map(([, value]) => value),
    ...(tag === 'img'
      ? attributes
          .filter(([name, value]) => name === 'src' && !/^\/(?![/\\])/.test(value))
          .map(([, value]) => value)
      : []),
  ]);
}

test.each(Object.entries(HOSTILE))('an article is harmless: %s', async (_name, content) => {
  requested.length = 0;
  await read(content);
  expect(await intruders()).toEqual([]);
  // Triggers handlers that wait for a pointer, the focus or a click.
  for (const link of await visitor.page.locator('article > div a, article > div p').all()) {
    await link.evaluate((element) => {
      for (const event of ['mouseover', 'focus', 'click'])
        element.dispatchEvent(
          new MouseEvent(event, { bubbles: true, cancelable: true, ctrlKey: true }),
        );
    });
  }
  expect(await visitor.page.evaluate(() => window.ran ?? [])).toEqual([]);
  expect(requested.filter((url) => url.includes('evil.test'))).toEqual([]);
  // Refusals by the content security policy come from the hostile article, in the document that is
  // being cleaned.
  expect(visitor.problems.filter((text) => !text.includes('Content Security Policy'))).toEqual([]);
});

test('an article keeps what people read; links elsewhere know nothing of us, a missing picture leaves its words', async () => {
  await read(
    '<h2>A</h2><p><a href="https://example.com/">out</a> <a href="/help">in</a></p><img src="/nothing-here.png" alt="A chart"><pre><code>npm start</code></pre>',
  );
  const { page } = visitor;
  const article = page.getByRole('article');
  await article.getByText('A chart').waitFor();
  expect(await article.getByRole('link', { name: 'out' }).getAttribute('rel')).toBe(
    'noopener noreferrer',
  );
  await article.getByRole('link', { name: 'in', exact: true }).click();
  await page.getByRole('heading', { name: 'Help centre', level: 1 }).waitFor();
  expect(page.url()).toContain('/help');
});
