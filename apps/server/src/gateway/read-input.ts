import type { ErrorCode } from '@meridian/contract/errors';
import { REFUSED_WITH, WIRE_KIND, type WireKind } from '@meridian/contract/schema/scalars';
import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { Refusal } from './refusal.ts';

/**
 * Turns the raw input (query, form or JSON) into the input of a handler, or throws `Refusal` naming
 * the first wrong field.
 */
export type InputReader = (raw: unknown) => Record<string, unknown>;

interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly kind: WireKind | undefined;
  readonly refusedWith: ErrorCode;
  /**
   * Whether all it can be is text: then a number of a JSON body counts as its digits, as a form
   * sends them.
   */
  readonly isText: boolean;
}

/**
 * Compiles the reader of a call's input. It copies only the fields that the schema declares, so
 * nothing else that a client sends can reach a handler. An empty or null field counts as missing,
 * because forms send blank fields. Nothing is coerced but the scalars that contract/scalars.ts
 * marks, and those only after they were checked, and numbers of a JSON body where a field is text.
 */
export function inputReader(schema: TObject): InputReader {
  const fields = Object.entries(schema.properties).map(([name, property]) =>
    fieldOf(schema, name, property),
  );
  const validator = Compile(schema);
  return (raw) => {
    const input: Record<string, unknown> = {};
    if (typeof raw === 'object' && raw !== null) {
      for (const { name, isText } of fields) {
        const value = (raw as Record<string, unknown>)[name];
        if (value === undefined || value === null || value === '') continue;
        input[name] = typeof value === 'number' && isText ? String(value) : value;
      }
    }
    if (!validator.Check(input)) throw refusalOf(input, fields, validator.Errors(input));
    for (const { name, kind } of fields) {
      if (kind === 'id' && typeof input[name] === 'string') input[name] = Number(input[name]);
    }
    return input;
  };
}

function fieldOf(schema: TObject, name: string, property: object): Field {
  const marks = property as {
    [WIRE_KIND]?: WireKind;
    [REFUSED_WITH]?: ErrorCode;
    type?: string;
    enum?: readonly unknown[];
  };
  return {
    name,
    isRequired: (schema.required as readonly string[] | undefined)?.includes(name) ?? false,
    kind: marks[WIRE_KIND],
    refusedWith: marks[REFUSED_WITH] ?? 'input_invalid',
    isText:
      marks[WIRE_KIND] === 'decimal' ||
      marks.type === 'string' ||
      (marks.enum?.every((value) => typeof value === 'string') ?? false),
  };
}

function refusalOf(
  input: Record<string, unknown>,
  fields: readonly Field[],
  errors: readonly { instancePath: string }[],
): Refusal {
  const wrong = new Set(errors.map(({ instancePath }) => instancePath.split('/')[1]));
  for (const { name, isRequired, refusedWith } of fields) {
    if (isRequired && input[name] === undefined)
      return new Refusal('field_missing', { field: name });
    if (wrong.has(name))
      return new Refusal(typeof input[name] === 'object' ? 'input_invalid' : refusedWith, {
        field: name,
      });
  }
  throw new Error('the validator found an error in no field');
}
