import { faultOf, fieldOf, follow, left, typedInto } from '@meridian/money/typed-field';
import { useState } from 'react';
import { DECIMAL_LOOK } from './decimal-rule.ts';
import { MARKS } from './group-digits.ts';

/** The one way in which an operator writes a number. The form keeps a plain decimal, '' or `UNREADABLE`: never a float, never a guess. */
export function useTypedDecimal(value: string, onChange: (value: string) => void) {
  const [isFocused, setFocused] = useState(false);
  const [kept, setKept] = useState(() => fieldOf(value, MARKS));
  const field = follow(kept, value, MARKS);
  if (field !== kept) setKept(field);
  const fault = faultOf(field);
  return {
    /** What is wrong with the text; undefined where nothing is, or somebody still types it. */
    fault: fault === undefined || (fault === 'unfinished' && isFocused) ? undefined : DECIMAL_LOOK,
    input: {
      value: field.text,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => {
        const typed = typedInto(target.value, MARKS);
        setKept(typed);
        onChange(typed.value);
      },
      onFocus: () => setFocused(true),
      onBlur: () => {
        setFocused(false);
        setKept(left(field));
      },
    },
  };
}
