import type { TSchema } from 'typebox';
import { isDecision, Proposed, type Call } from './call.ts';
import { ERROR_CODES } from '../errors.ts';
import { LANGUAGES } from '../languages.ts';

const ERROR_SCHEMA = {
  type: 'object',
  required: ['type', 'code', 'message'],
  properties: {
    type: {
      enum: ['error', '999', '998', '997'],
      description: '999: log in (again); 998: verify yourself; 997: complete your settings',
    },
    code: { enum: ERROR_CODES },
    message: { type: 'string', description: "for the person, in the caller's language" },
    field: { type: 'string', description: 'the field that it is about' },
  },
};

/**
 * The OpenAPI 3.1 document of the calls. Business outcomes, good and bad, are HTTP 200 and differ
 * by `type`; other statuses mean that a request never reached its call.
 */
export function openApiDocument(calls: readonly Call[], about: { title: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  const document = {
    openapi: '3.1.0',
    info: {
      ...about,
      description:
        'Form-encoded or JSON bodies. The answer to a call that was read is HTTP 200 with `type`: `ok`, `error`, or `999` where a login is needed. Other statuses: the request could not be read or served.',
    },
    tags: [...new Set(calls.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'token of user/login, alone or after `Bearer `',
        },
      },
      schemas: { Error: ERROR_SCHEMA },
      responses: {
        Error: {
          description: 'Not read or not served',
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  };
  return JSON.parse(JSON.stringify(document, inPresentJsonSchema)) as typeof document;
}

/**
 * TypeBox writes tuples in the form of older drafts of JSON Schema; OpenAPI 3.1 uses the draft of
 * 2020.
 */
function inPresentJsonSchema(_key: string, value: unknown): unknown {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('items' in value) ||
    !Array.isArray(value.items)
  )
    return value;
  const {
    items,
    additionalItems: _closed,
    ...others
  } = value as { items: unknown[]; additionalItems?: unknown };
  return { ...others, prefixItems: items, items: false };
}

/** Schema of the whole answer of a call that succeeded. */
export function successSchema(call: Call): TSchema | object {
  if (call.envelope === 'bare' || call.envelope === 'text') return call.output;
  return {
    type: 'object',
    required: ['type', 'message'],
    properties: {
      type: { const: 'ok' },
      message: call.change === 'proposal' ? { anyOf: [call.output, Proposed] } : call.output,
    },
  };
}

function operation(call: Call) {
  const headers = [
    header('lang', { type: 'string', examples: [...LANGUAGES] }),
    ...(call.money === true
      ? [header('Idempotency-Key', { type: 'string', pattern: '^[\\x21-\\x7e]{1,64}$' })]
      : []),
    ...(isDecision(call) || call.asksCode === true
      ? [
          header('X-Operator-Code', {
            type: 'string',
            pattern: '^\\d{6}$',
            description: 'code of the authenticator, where the operator has one',
          }),
        ]
      : []),
    ...(call.signed === true
      ? [header('X-Signature', { type: 'string', pattern: '^[0-9a-f]{64}$' })]
      : []),
  ];
  const isGet = call.method === 'GET';
  return {
    operationId: `${call.method.toLowerCase()} ${call.path}`
      .split(/[^A-Za-z0-9]+/)
      .map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
      .join(''),
    tags: [call.area],
    summary: call.summary,
    parameters: isGet ? [...headers, ...queryParameters(call)] : headers,
    ...(isGet ? {} : { requestBody: requestBody(call) }),
    responses: {
      200: { description: 'The outcome', content: outcome(call) },
      default: { $ref: '#/components/responses/Error' },
    },
    security:
      call.access === 'public'
        ? []
        : call.access === 'optional'
          ? [{}, { session: [] }]
          : [{ session: [] }],
  };
}

function outcome(call: Call) {
  const error = { $ref: '#/components/schemas/Error' };
  if (call.envelope === 'text') return { 'text/plain': { schema: call.output }, ...json(error) };
  return json({ anyOf: [successSchema(call), error] });
}

function queryParameters({ input }: Call) {
  return Object.entries(input.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: isRequired(input, name),
    schema,
  }));
}

function requestBody({ input }: Call) {
  const required = Object.keys(input.properties).some((name) => isRequired(input, name));
  return {
    required,
    content: { 'application/x-www-form-urlencoded': { schema: input }, ...json(input) },
  };
}

function isRequired(input: Call['input'], name: string): boolean {
  return (input.required as readonly string[] | undefined)?.includes(name) ?? false;
}

function header(name: string, schema: object) {
  return { name, in: 'header', required: false, schema };
}

function json(schema: object) {
  return { 'application/json': { schema } };
}
