import { LANGUAGES } from '@meridian/contract/languages';
import { ERROR_CODES } from '@meridian/contract/errors';
import { ENGLISH } from '@meridian/contract/texts';
import { expect, test } from 'vitest';
import { textOf } from './texts.ts';

const ENGLISH_TEXTS = Object.values(ENGLISH).flatMap((area) =>
  'server' in area ? Object.entries(area.server) : [],
);

test('a code has a text, and no text is left of a code that is gone', () => {
  const refusals = ENGLISH_TEXTS.map(([id]) => id).filter((id) => id.startsWith('refusal.'));
  expect(refusals.sort()).toEqual(ERROR_CODES.map((code) => `refusal.${code}`).sort());
});

test('values go in as they are, also hostile ones', () => {
  expect(textOf('en', 'refusal.field_missing', { field: '$& <b> {field} #' })).toBe(
    'Please fill in $& <b> {field} #.',
  );
  expect(textOf('zh-CN', 'refusal.login_delayed', { seconds: 30 })).toBe(
    '失败次数过多，请在 30 秒后再试。',
  );
});

test('a place without a value stays as it is written', () => {
  for (const language of LANGUAGES) {
    expect(textOf(language, 'refusal.field_missing')).toContain('{field}');
    expect(textOf(language, 'refusal.login_delayed')).toContain('{seconds}');
  }
});

test('one is counted as one, and many are not grouped', () => {
  const wait = (language: 'en' | 'es', seconds: number): string =>
    textOf(language, 'refusal.too_many_requests', { seconds });
  expect(wait('en', 1)).toBe('Too many requests. Please wait 1 second.');
  expect(wait('en', 3600)).toBe('Too many requests. Please wait 3600 seconds.');
  expect(wait('es', 1)).toBe('Demasiadas solicitudes. Espere 1 segundo.');
  expect(textOf('en', 'refusal.operator_waits', { hours: 1, minutes: 0 })).toContain(
    'in 1 hour and 0 minutes.',
  );
});
