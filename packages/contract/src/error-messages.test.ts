import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES, errorMessage } from './error-messages.ts';
import { ERROR_CODES } from './errors.ts';
import { LANGUAGES } from './languages.ts';

const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort((a, b) => (a < b ? -1 : 1));

describe('messages of errors', () => {
  it.each(LANGUAGES)('has exactly the codes of the catalogue in %s', (language) => {
    expect(Object.keys(ERROR_MESSAGES[language])).toEqual(ERROR_CODES);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))(
    'says in %s what English says, with the same parameters',
    (language) => {
      for (const code of ERROR_CODES) {
        expect(placesOf(ERROR_MESSAGES[language][code]), code).toEqual(
          placesOf(ERROR_MESSAGES.en[code]),
        );
        expect(ERROR_MESSAGES[language][code], code).not.toBe(ERROR_MESSAGES.en[code]);
        expect(ERROR_MESSAGES[language][code].trim(), code).not.toBe('');
      }
    },
  );

  it('puts parameters in as they are, also hostile ones', () => {
    expect(errorMessage('field_missing', 'en', { field: '$& <b> {field}' })).toBe(
      'Please fill in $& <b> {field}.',
    );
    expect(errorMessage('login_delayed', 'zh-CN', { seconds: 30 })).toBe(
      '失败次数过多，请在 30 秒后再试。',
    );
  });
});
