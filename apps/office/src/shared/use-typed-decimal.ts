import { fieldOf, follow, inputOf, toldFaultOf } from '@meridian/money/typed-field';
import { useState } from 'react';
import { DECIMAL_LOOK } from './decimal-rule.ts';
import { MARKS } from './group-digits.ts';

/**
 * The decimal field of the exchange's pages, with the separators and words of the office. The form
 * keeps a plain decimal, '' or `UNREADABLE`: never a float, never a guess.
 */
export function useTypedDecimal(value: string, onChange: (value: string) => void) {
  const [kept, keep] = useState(() => fieldOf(value, MARKS));
  const field = follow(kept, value, MARKS);
  if (field !== kept) keep(field);
  /** The error in the text; undefined if it is valid or still being typed. */
  const fault = toldFaultOf(field) === undefined ? undefined : DECIMAL_LOOK;
  return { fault, input: inputOf(field, { keep, onChange }) };
}
