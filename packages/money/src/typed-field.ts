import { writeDecimal, type DecimalMarks } from './display.ts';
import { readTypedDecimal, UNREADABLE } from './typed-decimal.ts';

/**
 * The text of a decimal field, and its number. The number is the truth: a form keeps and sends it.
 * The text is its notation in one language, so a change of language writes it anew and never parses
 * it anew.
 */
export interface TypedField {
  readonly text: string;
  /** A plain decimal; '' for an empty field, `UNREADABLE` for a text that is no number. */
  readonly value: string;
  /** The language of the text. */
  readonly marks: DecimalMarks;
  /** Whether the field has the focus. */
  readonly isEntered: boolean;
}

/** Fault of a field's text. `foreign` cannot become a number any more, `unfinished` may. */
export type TypedFault = 'foreign' | 'unfinished' | 'decimals';

/**
 * A field with a value in the notation of a language. A value that is no number has no notation:
 * the field is empty.
 */
export function fieldOf(value: string, marks: DecimalMarks): TypedField {
  return {
    text: value === '' || value === UNREADABLE ? '' : writeDecimal(value, marks),
    value,
    marks,
    isEntered: false,
  };
}

/** The field after typing: the text unchanged, with its number. */
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
 * The field after the form has set a value, or the language has changed: the same field if neither
 * has happened. A text that is no number stays in its own language.
 */
export function follow(field: TypedField, value: string, marks: DecimalMarks): TypedField {
  const isSameLanguage = field.marks.group === marks.group && field.marks.point === marks.point;
  return field.value === value && (isSameLanguage || value === UNREADABLE)
    ? field
    : { ...fieldOf(value, marks), isEntered: field.isEntered };
}

/** The field while it has the focus: an unfinished number is no fault yet. */
export function entered(field: TypedField): TypedField {
  return { ...field, isEntered: true };
}

/**
 * The field after the focus has left: its number in full notation, so that the person sees how the
 * text was read. A text that is no number stays unchanged.
 */
export function left(field: TypedField): TypedField {
  return field.value === UNREADABLE
    ? { ...field, isEntered: false }
    : fieldOf(field.value, field.marks);
}

/**
 * The fault of the text.
 * @param decimals most decimals; undefined where the form checks them
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
 * The fault to show: an unfinished number is no fault while the person types, unless the form was
 * submitted.
 */
export function toldFaultOf(
  field: TypedField,
  { decimals, wasTried = false }: { decimals?: number | undefined; wasTried?: boolean } = {},
): TypedFault | undefined {
  const fault = faultOf(field, decimals);
  return fault === 'unfinished' && field.isEntered && !wasTried ? undefined : fault;
}

/** Callbacks of a field. */
interface FieldUse {
  /** Stores the field's new state. */
  readonly keep: (field: TypedField) => void;
  /** Called with each typed number, also `UNREADABLE`. */
  readonly onChange: (value: string) => void;
}

/**
 * Properties of an input element for this field, in any framework: the web and the office use the
 * same. With React, the field is the state, and `follow` comes first.
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
