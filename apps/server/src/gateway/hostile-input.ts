/** For tests: values that nobody sends by accident, and requests made of the schemas of calls. */
import type { Call } from '@meridian/contract/schema/call';
import { WIRE_KIND, type WireKind } from '@meridian/contract/schema/scalars';
import fc from 'fast-check';

/** Hostile values that a form can carry in one field. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e-19',
  '1e400',
  '1E5',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x1F',
  '0b1',
  '0o7',
  '1_000',
  '1,5',
  '1.5.5',
  '.5',
  '5.',
  '+1',
  '--1',
  '1 ',
  ' 1',
  '1\n',
  '１２３',
  '٣',
  '²',
  '½',
  'x'.repeat(10_000),
  '9'.repeat(10_000),
  `0.${'0'.repeat(100)}1`,
  '\u0000',
  '1\u0000',
  '\ud800',
  '\udfff1',
  '\u202e',
  '\u200b',
  '💰',
  '__proto__',
  'constructor',
  'toString',
  '../',
  '..%2f..%2fetc/passwd',
  '%2e%2e',
  '%00',
  '%zz',
  "' OR 1=1--",
  '"; DROP TABLE users;--',
  '<svg onload=alert(1)>',
  '=cmd()',
  '${7*7}',
  '{{7*7}}',
  '\r\nSet-Cookie: a=b',
  '%0d%0aX: y',
  '2147483647',
  '2147483648',
  '999999999',
  '999999999999999',
  '1000000000000000',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '1970-01-01',
  '9999-12-31T23:59:59Z',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[object Object]',
  'function(){}',
];

/** Hostile values that only JSON can carry, as JSON text. */
export const HOSTILE_JSON: readonly string[] = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[1]',
  '["1","2"]',
  '{"a":1}',
  '{"__proto__":1}',
  '{"toString":1}',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e-19',
  '1e400',
  '-1e400',
  '9007199254740993',
  '123456789012345678901234567890',
  '0.1',
  '0.30000000000000004',
  '1.0',
  '[[[[[[1]]]]]]',
  '"\\u0000"',
  '"\\ud800"',
];

const PLAUSIBLE: Record<WireKind | 'text', readonly string[]> = {
  id: ['0', '1', '2', '3', '10', '100000', '999999'],
  decimal: ['1', '0.5', '0.001', '60000', '59999.99', '-3', '0'],
  text: ['BTC/USDT', 'a@b.example', '13800138000', 'Abcd9876', '123456', 'email', 'forget', 'ko'],
};

/** Values that the schema takes; those that are likely to be right where it has examples. */
export function plausibleValues(schema: object): readonly string[] {
  const {
    [WIRE_KIND]: kind,
    enum: values,
    examples,
  } = schema as {
    [WIRE_KIND]?: WireKind;
    enum?: readonly unknown[];
    examples?: readonly unknown[];
  };
  return (examples ?? values)?.map(String) ?? PLAUSIBLE[kind ?? 'text'];
}

/** A hostile value as JSON text. */
export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  fc
    .oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }))
    .map((text) => JSON.stringify(text)),
  fc.oneof(
    fc.constantFrom(...HOSTILE_JSON),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  ),
);

/** One value for each field that could be right. */
export function plausibleInput(call: Call): Record<string, string> {
  return Object.fromEntries(
    Object.entries(call.input.properties).map(([name, schema]) => [
      name,
      plausibleValues(schema)[1] ?? plausibleValues(schema)[0] ?? '',
    ]),
  );
}

/**
 * A request to a call: fields in the order in which they are sent, names possibly twice, values as
 * JSON text.
 */
export interface PlannedRequest {
  readonly fields: readonly (readonly [name: string, json: string])[];
  readonly encoding: 'form' | 'json';
}

/**
 * Requests to a call: mostly plausible, with hostile, missing, repeated and foreign fields mixed
 * in.
 */
export function plannedRequests(call: Call): fc.Arbitrary<PlannedRequest> {
  const fields = Object.entries(call.input.properties).map(([name, schema]) => {
    const plausible = fc
      .constantFrom(...plausibleValues(schema))
      .map((text) => JSON.stringify(text));
    const value = fc.oneof(
      { weight: 6, arbitrary: plausible },
      { weight: 2, arbitrary: hostileValue },
    );
    const one = value.map((json) => [[name, json] as const]);
    return fc.oneof(
      { weight: 12, arbitrary: one },
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.tuple(one, one).map(([a, b]) => [...a, ...b]) },
    );
  });
  const foreign = fc.array(
    fc.tuple(
      fc.constantFrom(
        'user_id',
        'is_seller',
        'balance',
        'role',
        '__proto__',
        'constructor',
        'price[]',
        '',
      ),
      hostileValue,
    ),
    { maxLength: 2 },
  );
  return fc.record({
    fields: fc.tuple(...fields, foreign).map((lists) => lists.flat()),
    encoding: fc.constantFrom('form' as const, 'json' as const),
  });
}

/**
 * The body (or query) of a planned request. A form carries the text of strings and the JSON of
 * everything else.
 */
export function encodeRequest({ fields, encoding }: PlannedRequest): {
  contentType: string;
  body: string;
} {
  if (encoding === 'json')
    return {
      contentType: 'application/json',
      body: `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`,
    };
  const text = (json: string) => (json.startsWith('"') ? (JSON.parse(json) as string) : json);
  const form = new URLSearchParams(
    fields.map(([name, json]): [string, string] => [name, text(json)]),
  );
  return { contentType: 'application/x-www-form-urlencoded', body: form.toString() };
}

/** The request as a line for a shell; `$A` stands for the address of the server. */
export function curlLine(
  call: Call,
  { contentType, body }: { contentType: string; body: string },
  headers: Readonly<Record<string, string>> = {},
): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const sent = call.method === 'GET' ? headers : { ...headers, 'content-type': contentType };
  const lines = Object.entries(sent).map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`);
  if (call.method === 'GET') return `curl${lines.join('')} "$A"${quoted(`${call.path}?${body}`)}`;
  return `curl -X ${call.method}${lines.join('')} --data-raw ${quoted(body)} "$A${call.path}"`;
}
