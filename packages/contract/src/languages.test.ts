import { describe, expect, it } from 'vitest';
import { resolveLanguage } from './languages.ts';

describe('resolveLanguage', () => {
  it.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['ko', 'ko'],
    ['kr', 'ko'],
    ['ja-JP', 'ja'],
    ['jp', 'ja'],
    ['zh', 'zh-CN'],
    ['ZH-cn', 'zh-CN'],
    ['zh_CN', 'zh-CN'],
    ['zh-Hans-SG', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['zh-TW', 'zh-TW'],
    ['zh-hk', 'zh-TW'],
    ['hk', 'zh-TW'],
    ['tw', 'zh-TW'],
    ['es-419', 'es'],
    ['spa', 'es'],
    [' es ', 'es'],
  ])('knows %s as %s', (tag, language) => {
    expect(resolveLanguage(tag)).toBe(language);
  });

  it.each([undefined, '', 'fr', 'constructor', '__proto__', '1', '💰', 'x'.repeat(10_000)])(
    'falls back to English for %s',
    (tag) => {
      expect(resolveLanguage(tag)).toBe('en');
    },
  );
});
