import { fieldOf, follow, inputOf, toldFaultOf } from '@meridian/money/typed-field';
import { useState } from 'react';
import { grouped, marksOf } from '../figures.ts';
import { useLanguage } from '../i18n/language.ts';
import { useTranslate } from '../i18n/translate.ts';

export interface TypedDecimalProps {
  /** A plain decimal; '' if empty, `UNREADABLE` if the text is not a number. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /**
   * Most decimals that the field accepts. More are an error, none is cut. Undefined if the form
   * checks that.
   */
  readonly decimals?: number | undefined;
  /** The form's error about the value. */
  readonly error?: string | undefined;
}

/**
 * The only parser of typed numbers: the text of an input, with the separators of the page, and its
 * error.
 */
export function useTypedDecimal({ value, onChange, decimals, error }: TypedDecimalProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [kept, keep] = useState(() => fieldOf(value, marksOf(language)));
  const field = follow(kept, value, marksOf(language));
  if (field !== kept) keep(field);
  const input = {
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    spellCheck: false,
    ...inputOf(field, { keep, onChange }),
  } as const;
  const fault = toldFaultOf(field, { decimals, wasTried: error !== undefined });
  if (fault === undefined) return { input, error };
  if (fault === 'decimals')
    return { input, error: t('number.decimals', { decimals: decimals ?? 0 }) };
  const example = decimals === 0 ? '12345' : '1234.5';
  const { point } = marksOf(language);
  return {
    input,
    error: t('number.unreadable', {
      grouped: grouped(example, language),
      plain: example.replace('.', point),
    }),
  };
}
