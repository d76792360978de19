import {
  ARTICLE_ATTRIBUTES,
  ARTICLE_LINK,
  ARTICLE_PICTURE,
  ARTICLE_TAGS,
} from '@meridian/contract/news/article-html';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STARTING_ARTICLES } from './articles/starting-articles.ts';
import { cleanArticle, cleanArticleHtml } from './clean-article.ts';

const TAG = /<\/?([a-z][a-z0-9]*)((?:[^<>"]|"[^"]*")*)>/gi;
const ATTRIBUTE = /([^\s="/]+)(?:="([^"]*)")?/g;
const tags = new Set<string>(ARTICLE_TAGS);
const attributes = new Map<string, readonly string[]>(Object.entries(ARTICLE_ATTRIBUTES));

/**
 * Forbidden parts of an article, found by parsing the output as plain text, not by the library that
 * made it.
 */
function faults(html: string): string[] {
  const forbidden: string[] = [];
  const rest = html.replace(TAG, (_whole, tag: string, inside: string) => {
    if (!tags.has(tag)) forbidden.push(`<${tag}>`);
    for (const [, name = '', value = ''] of inside.replace(/\/$/, '').matchAll(ATTRIBUTE)) {
      if (attributes.get(tag)?.includes(name) !== true) forbidden.push(`${tag}.${name}`);
      if (name === 'href' && !ARTICLE_LINK.test(value)) forbidden.push(`href ${value}`);
      if (name === 'src' && !ARTICLE_PICTURE.test(value)) forbidden.push(`src ${value}`);
    }
    return '';
  });
  if (rest.includes('<')) forbidden.push(`a tag in ${rest}`);
  return forbidden;
}

describe('the HTML of an article', () => {
  test.each([
    ['script', '<p>a</p><script>alert(1)</script><p>b</p>', '<p>a</p><p>b</p>'],
    ['a script in capitals, unclosed', '<p>a</p><SCRIPT>alert(1)', '<p>a</p>'],
    ['an event', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    [
      'an event of a picture',
      '<img src="/a.png" onerror="alert(1)" alt="a" />',
      '<img src="/a.png" alt="a" />',
    ],
    ['a picture that is only its event', '<img src=x onerror=alert(1)>', ''],
    ['a picture from elsewhere', '<img src="https://tracker.test/a.png" />b', 'b'],
    [
      'a picture from elsewhere without a scheme',
      '<img src="//tracker.test/a.png" /><img src="/\\tracker.test/a.png" />b',
      'b',
    ],
    [
      'a picture in its own address',
      '<img src="data:image/svg+xml,<svg onload=alert(1)>" />b',
      'b',
    ],
    ['an element that hides a nested paragraph', '<p><A]]><p>', '<p></p><p></p><p></p>'],
    ['a link with a space before it', '<a href=" /help">a</a>', '<a href="/help">a</a>'],
    ['a link that runs', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['a link that runs, with a tab in it', '<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
    [
      'a link that runs, written in entities',
      '<a href="&#106;avascript&colon;alert(1)">a</a>',
      '<a>a</a>',
    ],
    [
      'a link that runs, after a control character',
      '<a href="\u0001javascript:alert(1)">a</a>',
      '<a>a</a>',
    ],
    [
      'a link to a document in its own address',
      '<a href="data:text/html,<script>alert(1)</script>">a</a>',
      '<a>a</a>',
    ],
    ['a link elsewhere without a scheme', '<a href="//evil.test/">a</a>', '<a>a</a>'],
    ['a drawing', '<svg onload="alert(1)"><a href="javascript:1"><text>a</text></a></svg>b', 'b'],
    ['formulae', '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>b', 'b'],
    [
      'another document',
      '<iframe src="https://evil.test" srcdoc="<script>alert(1)</script>">a</iframe>b',
      'b',
    ],
    ['an object', '<object data="a.swf"><p>a</p></object><embed src="a.swf">b', 'b'],
    [
      'styles',
      '<style>body{display:none}</style><p style="position:fixed;inset:0" class="x" id="root">a</p>',
      '<p>a</p>',
    ],
    [
      'a form',
      '<form action="https://evil.test"><input name="password"><button formaction="x">a</button></form>',
      'a',
    ],
    [
      'a base, a refresh, a style sheet',
      '<base href="https://evil.test"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x">a',
      'a',
    ],
    ['a comment with a condition', '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->a', 'a'],
    [
      'a tag in a tag',
      '<<p>script>alert(1)<</p>/script>',
      '&lt;<p>script&gt;alert(1)&lt;</p>/script&gt;',
    ],
    [
      'a mutation by templates',
      '<template><p><noscript><p title="</noscript><img src=x onerror=alert(1)>"></template>b',
      'b',
    ],
    ['a second title of the page', '<h1>a</h1>', '<h2>a</h2>'],
  ])('loses %s', (_what, dirty, clean) => {
    expect(cleanArticleHtml(dirty)).toBe(clean);
  });

  test('keeps what people read', () => {
    const html =
      '<h2>A</h2><p>b <strong>c</strong> <a href="/help">d</a> <a href="https://a.test/?x=1&amp;y=2" title="e">f</a> <a href="mailto:a@b.test">g</a></p>' +
      '<ul><li>h</li></ul><ol start="3"><li>i</li></ol><pre><code>npm start</code></pre><img src="/banners/a.svg" alt="j" />' +
      '<table><thead><tr><th scope="col">k</th></tr></thead><tbody><tr><td colspan="2">l &lt; m</td></tr></tbody></table>';
    expect(cleanArticleHtml(html)).toBe(html);
  });

  test('of each starting article goes through as it is', () => {
    for (const article of STARTING_ARTICLES)
      expect(cleanArticle(article), `article ${article.id}`).toEqual(article);
  });

  test('is harmless whatever it is made of, and stays so', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '`',
        '=',
        '/',
        '&',
        ' ',
        '\0',
        '\t',
        '<!--',
        '-->',
        ']]>',
        '<![CDATA[',
        '</',
      ),
      fc.constantFrom(
        'script',
        'svg',
        'math',
        'style',
        'title',
        'p',
        'a',
        'img',
        'table',
        'mglyph',
        'noscript',
        'template',
        'xmp',
        'textarea',
        'iframe',
        'foreignObject',
      ),
      fc.constantFrom(
        ' onerror=alert(1)',
        ' href="javascript:alert(1)"',
        ' src=x',
        ' href=',
        ' style="x"',
        'javascript:',
        '&#x6a;',
        '&colon;',
        ' srcdoc="<script>"',
      ),
      fc.constantFrom(
        '<script>',
        '</script>',
        '<svg>',
        '</svg>',
        '<style>',
        '</style>',
        '<a href="',
        '">',
        '<img src="',
        '<p>',
        '</p>',
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = cleanArticleHtml(pieces.join(''));
        expect(faults(once)).toEqual([]);
        expect(cleanArticleHtml(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('the picture of an article is ours or none', () => {
  const [article] = STARTING_ARTICLES;
  if (article === undefined) throw new Error('there are no articles');
  const thumbnailOf = (thumbnail: string): string =>
    cleanArticle({ ...article, thumbnail }).thumbnail;
  expect(
    [
      '/banners/a.svg',
      '//evil.test/a.svg',
      'https://evil.test/a.svg',
      'javascript:alert(1)',
      '',
    ].map(thumbnailOf),
  ).toEqual(['/banners/a.svg', '', '', '', '']);
});
