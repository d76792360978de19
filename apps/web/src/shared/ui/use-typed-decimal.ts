import { faultOf, fieldOf, follow, left, typedInto } from '@meridian/money/typed-field';
import { useState } from 'react';
import { grouped, marksOf } from '../figures.ts';
import { useLanguage } from '../i18n/language.ts';
import { useTranslate } from '../i18n/translate.ts';

export interface TypedDecimalProps {
  /** A plain decimal; '' where nothing is typed, `UNREADABLE` where the text is no number. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** How many decimals the field takes. More are an error, none is cut. Undefined where the form judges that. */
  readonly decimals?: number | undefined;
  /** What the form finds wrong with the value. */
  readonly error?: string | undefined;
}

/** The one way in which a person writes a number: the text of an input, in the writing of the page, and what is wrong with it. */
export function useTypedDecimal({ value, onChange, decimals, error }: TypedDecimalProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [isFocused, setFocused] = useState(false);
  const [kept, setKept] = useState(() => fieldOf(value, marksOf(language)));
  const field = follow(kept, value, marksOf(language));
  if (field !== kept) setKept(field);
  const input = {
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    spellCheck: false,
    value: field.text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      const typed = typedInto(target.value, marksOf(language));
      setKept(typed);
      onChange(typed.value);
    },
    onFocus: () => setFocused(true),
    onBlur: () => {
      setFocused(false);
      setKept(left(field));
    },
  } as const;
  const fault = faultOf(field, decimals);
  // Somebody who still types is not told that a number is not finished; a form that was tried does tell.
  if (fault === undefined || (fault === 'unfinished' && isFocused && error === undefined)) return { input, error };
  if (fault === 'decimals') return { input, error: t('number.decimals', { decimals: decimals ?? 0 }) };
  const example = decimals === 0 ? '12345' : '1234.5';
  const { point } = marksOf(language);
  return { input, error: t('number.unreadable', { grouped: grouped(example, language), plain: example.replace('.', point) }) };
}
