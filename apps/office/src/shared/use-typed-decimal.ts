import { fieldOf, follow, inputOf, toldFaultOf } from '@meridian/money/typed-field';
import { useState } from 'react';
import { DECIMAL_LOOK } from './decimal-rule.ts';
import { MARKS } from './group-digits.ts';

/**
 * The field of the exchange's pages, in the writing of the office and in its words. The form keeps
 * a plain decimal, '' or `UNREADABLE`: never a float, never a guess.
 */
export function useTypedDecimal(value: string, onChange: (value: string) => void) {
  const [kept, keep] = useState(() => fieldOf(value, MARKS));
  const field = follow(kept, value, MARKS);
  if (field !== kept) keep(field);
  /** What is wrong with the text; undefined where nothing is, or somebody still types it. */
  const fault = toldFaultOf(field) === undefined ? undefined : DECIMAL_LOOK;
  return { fault, input: inputOf(field, { keep, onChange }) };
}
