import { Type, type TSchema } from 'typebox';

/**
 * Scalars of the wire. Clients send them as form fields (always text) or as JSON (text or number),
 * so each accepts both and nothing else: no arrays, objects, booleans. The static type is the
 * handler's, after the gateway has converted the field (`x-wire` names the conversion), not the
 * wire's.
 */
export type WireKind = 'id' | 'decimal';
export const WIRE_KIND = 'x-wire';
/** Code of the catalogue that refuses a field of this schema; `input_invalid` by default. */
export const REFUSED_WITH = 'x-refused-with';

function wireInteger(
  { minimum, maximum, pattern }: { minimum: number; maximum: number; pattern: string },
  description: string,
  refusedWith?: string,
): TSchema {
  return {
    anyOf: [
      { type: 'integer', minimum, maximum },
      { type: 'string', pattern },
    ],
    description,
    [WIRE_KIND]: 'id' satisfies WireKind,
    ...(refusedWith === undefined ? {} : { [REFUSED_WITH]: refusedWith }),
  };
}

/**
 * An id, a count or a time: a whole number from 0 to 999,999,999,999,999. A handler gets a
 * `number`.
 */
export const Id = Type.Unsafe<number>(
  wireInteger(
    { minimum: 0, maximum: 999_999_999_999_999, pattern: '^(?:0|[1-9][0-9]{0,14})$' },
    'whole number, as text or number',
  ),
);

/** The number of a row in a list of one thing. A handler gets a `number`. */
export const RowNumber = Type.Unsafe<number>(
  wireInteger(
    { minimum: 0, maximum: 999_999_999, pattern: '^(?:0|[1-9][0-9]{0,8})$' },
    'number of a row, as text or number',
  ),
);

/** A page of a list, from 1. A page past the end is an empty list. A handler gets a `number`. */
export const Page = Type.Unsafe<number>(
  wireInteger(
    { minimum: 1, maximum: 999_999_999, pattern: '^[1-9][0-9]{0,8}$' },
    'page, from 1',
    'page_invalid',
  ),
);

/** A page of a list whose pages cost more the later they are: nobody reads that far. */
export const NearPage = Type.Unsafe<number>(
  wireInteger(
    { minimum: 1, maximum: 1_000, pattern: '^(?:[1-9][0-9]{0,2}|1000)$' },
    'page, 1 to 1000',
    'page_invalid',
  ),
);

/**
 * A plain decimal: optional minus, ASCII digits, at most one point with digits on both sides. No
 * exponent, plus, separator or white space. A handler gets the digits that travelled as a `string`,
 * also those of a JSON number, and checks scale, sign and size with packages/money.
 */
export const DecimalText = Type.Unsafe<string>({
  anyOf: [{ type: 'string', pattern: '^-?[0-9]+(?:\\.[0-9]+)?$' }, { type: 'number' }],
  description: 'plain decimal, as text (or as a JSON number without exponent)',
  [WIRE_KIND]: 'decimal' satisfies WireKind,
  [REFUSED_WITH]: 'number_syntax',
});

/** Says that all is meant. An amount that was left blank never means that. */
export const All = Type.Enum(['1'], { description: 'all, in place of an amount' });

/**
 * Text of 1 to `maxLength` UTF-16 units without control characters, and without signs that reverse
 * the writing direction. An empty field counts as missing.
 */
export function Text(maxLength: number, description?: string) {
  return Type.String({
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]*$',
    ...(description === undefined ? {} : { description }),
  });
}

/** The same with line breaks, as HTML forms (CR LF) and JSON (LF) send them. */
export function Lines(maxLength: number, description?: string) {
  return Type.String({
    maxLength,
    pattern:
      '^[^\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]*$',
    ...(description === undefined ? {} : { description }),
  });
}

/**
 * The schema with values that are usually valid: for the documents, and for tests that make calls
 * from schemas.
 */
export function withExamples<S extends TSchema>(schema: S, examples: readonly unknown[]): S {
  return Type.Unsafe({ ...schema, examples }) as unknown as S;
}

/** Reason of a proposed change, for the operator who decides on it. */
export const ProposalReason = Type.Optional(
  Text(300, 'why, for the operator who decides on it; needed where the change waits for one'),
);
