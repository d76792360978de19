import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES, errorMessage } from './error-messages.ts';
import { ERROR_CODES } from './errors.ts';
import { LANGUAGES } from './languages.ts';

/** Names of parameters, plain ones and those of plurals. */
const placesOf = (text: string) =>
  [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name).sort((a, b) => (a < b ? -1 : 1));

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

  it('counts one as one', () => {
    const wait = (language: 'en' | 'es', seconds: number) =>
      errorMessage('too_many_requests', language, { seconds });
    expect(wait('en', 1)).toBe('Too many requests. Please wait 1 second.');
    expect(wait('en', 2)).toBe('Too many requests. Please wait 2 seconds.');
    expect(wait('es', 1)).toBe('Demasiadas solicitudes. Espere 1 segundo.');
    expect(errorMessage('operator_waits', 'en', { hours: 1, minutes: 0 })).toContain(
      'in 1 hour and 0 minutes.',
    );
  });

  it('has no number before a word that is always many', () => {
    for (const language of ['en', 'es'] as const)
      for (const code of ERROR_CODES)
        expect(ERROR_MESSAGES[language][code], code).not.toMatch(
          /\{(?:seconds|minutes|hours|days)\}/,
        );
  });
});
