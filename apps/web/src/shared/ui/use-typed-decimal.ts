import { fieldOf, follow, inputOf, toldFaultOf } from '@meridian/money/typed-field';
import { useState } from 'react';
import { grouped, marksOf } from '../figures.ts';
import { useLanguage } from '../i18n/language.ts';
import { useTranslate } from '../i18n/translate.ts';

export interface TypedDecimalProps {
  /** A plain decimal; '' where nothing is typed, `UNREADABLE` where the text is no number. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /**
   * How many decimals the field takes. More are an error, none is cut. Undefined where the form
   * judges that.
   */
  readonly decimals?: number | undefined;
  /** What the form finds wrong with the value. */
  readonly error?: string | undefined;
}

/**
 * The one way in which a person writes a number: the text of an input, in the writing of the page,
 * and what is wrong with it.
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
