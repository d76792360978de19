import { writeDecimal, type DecimalMarks } from './display.ts';
import { readTypedDecimal, UNREADABLE } from './typed-decimal.ts';

/**
 * What a field for a decimal shows, and the number that this is. The number is the truth: it is
 * what a form keeps and sends. The text is a writing of it in one language, so that a change of
 * language writes it anew and never reads it anew.
 */
export interface TypedField {
  readonly text: string;
  /** A plain decimal; '' where the field is empty, `UNREADABLE` where the text is no number. */
  readonly value: string;
  /** The language that the text is written in. */
  readonly marks: DecimalMarks;
  /** Whether somebody is in it. */
  readonly isEntered: boolean;
}

/**
 * What is wrong with the text of a field. `foreign` cannot become a number any more, `unfinished`
 * may.
 */
export type TypedFault = 'foreign' | 'unfinished' | 'decimals';

/**
 * A field that shows a value in the writing of a language. A value that is no number has no
 * writing: the field is empty.
 */
export function fieldOf(value: string, marks: DecimalMarks): TypedField {
  return {
    text: value === '' || value === UNREADABLE ? '' : writeDecimal(value, marks),
    value,
    marks,
    isEntered: false,
  };
}

/** After somebody has typed: the text as it is, with the number that it is. */
export function typedInto(text: string, marks: DecimalMarks): TypedField {
  const read = readTypedDecimal(text, marks);
  return {
    text,
    marks,
    isEntered: true,
    value: read.state === 'number' ? read.plain : read.state === 'empty' ? '' : UNREADABLE,
  };
}

/**
 * After the form has set a value, or the language has changed: the same field where neither has
 * happened. A text that is no number stays what it was in its own language.
 */
export function follow(field: TypedField, value: string, marks: DecimalMarks): TypedField {
  const isSameLanguage = field.marks.group === marks.group && field.marks.point === marks.point;
  return field.value === value && (isSameLanguage || value === UNREADABLE)
    ? field
    : { ...fieldOf(value, marks), isEntered: field.isEntered };
}

/** While somebody is in the field: what they have not finished is no fault yet. */
export function entered(field: TypedField): TypedField {
  return { ...field, isEntered: true };
}

/**
 * After the field was left: what it was read as, so that the reading can be seen. What is no number
 * stays as it was typed.
 */
export function left(field: TypedField): TypedField {
  return field.value === UNREADABLE
    ? { ...field, isEntered: false }
    : fieldOf(field.value, field.marks);
}

/**
 * What is wrong with the text. @param decimals how many there may be; undefined where the form
 * judges that
 */
export function faultOf(
  { text, value, marks }: TypedField,
  decimals?: number,
): TypedFault | undefined {
  const { state } = readTypedDecimal(text, marks);
  if (value === UNREADABLE) return state === 'unfinished' ? 'unfinished' : 'foreign';
  return decimals !== undefined && (value.split('.')[1]?.length ?? 0) > decimals
    ? 'decimals'
    : undefined;
}

/**
 * The fault that is told: somebody who still types is not told that a number is not finished; a
 * form that was tried does tell.
 */
export function toldFaultOf(
  field: TypedField,
  { decimals, wasTried = false }: { decimals?: number | undefined; wasTried?: boolean } = {},
): TypedFault | undefined {
  const fault = faultOf(field, decimals);
  return fault === 'unfinished' && field.isEntered && !wasTried ? undefined : fault;
}

/** What moves a field. */
interface FieldUse {
  /** Keeps the field as it is now. */
  readonly keep: (field: TypedField) => void;
  /** Told each number that is typed, also `UNREADABLE`. */
  readonly onChange: (value: string) => void;
}

/**
 * An input of the page that is this field, whatever draws it: the web and the office use the same.
 * Where it is drawn with React, the field is the state, and `follow` comes first.
 */
export function inputOf(field: TypedField, { keep, onChange }: FieldUse) {
  return {
    value: field.text,
    onChange: ({ target }: { readonly target: { readonly value: string } }): void => {
      const typed = { ...typedInto(target.value, field.marks), isEntered: field.isEntered };
      keep(typed);
      onChange(typed.value);
    },
    onFocus: (): void => keep(entered(field)),
    onBlur: (): void => keep(left(field)),
  };
}
