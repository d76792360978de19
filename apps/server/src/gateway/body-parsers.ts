import { parse as parseForm } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Content types that are read, in full: anything else after the type but a UTF-8 charset is refused, not guessed at. */
const CONTENT_TYPE = /^(?:application\/x-www-form-urlencoded|application\/json)(?: *; *charset="?utf-?8"?)? *;? *$/i;
const MAX_FIELDS = 100;
const MAX_DEPTH = 8;
const SHOWN_KEY = 40;

/**
 * Forms and JSON, strictly. A field that a form gives twice arrives as an array, which no scalar of the contract accepts;
 * one that JSON gives twice is refused here, because JSON.parse would silently keep the last.
 */
export function addBodyParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(FORM, { parseAs: 'string' }, (request, body, done) => {
    finish(request.headers['content-type'], done, () => readForm(body as string));
  });
  server.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    finish(request.headers['content-type'], done, () => readJson(body as string));
  });
}

function finish(contentType: string | undefined, done: (error: Error | null, body?: unknown) => void, read: () => unknown): void {
  let body: unknown;
  try {
    if (contentType !== FORM && !CONTENT_TYPE.test(contentType ?? '')) throw new Refusal('content_type_unsupported');
    body = read();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, body);
}

function readForm(text: string): object {
  const fields = parseForm(text, '&', '=', { maxKeys: MAX_FIELDS + 1 });
  if (Object.keys(fields).length > MAX_FIELDS) throw new Refusal('body_malformed');
  return fields;
}

/**
 * Reads an object. Numbers that are no plain safe integer stay the text that travelled: `0.1` is a decimal here, never
 * a binary fraction.
 */
export function readJson(text: string): object {
  if (text === '') return {};
  let value: unknown;
  try {
    refuseRepeatedKeys(text);
    value = JSON.parse(text, keepNumberText as (key: string, value: unknown) => unknown);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('body_malformed');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('body_malformed');
  return value;
}

function keepNumberText(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return Number.isSafeInteger(value) && String(value) === context.source ? value : context.source;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/** Looks only at what decides about keys; what is no JSON at all is left to JSON.parse. */
function refuseRepeatedKeys(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let lastString = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const key = JSON.parse(lastString) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) throw new Refusal('input_invalid', { field: key.slice(0, SHOWN_KEY) });
      keys?.add(key);
    } else if (token !== ',') lastString = token;
    if (open.length > MAX_DEPTH) throw new Refusal('body_malformed');
  }
}
