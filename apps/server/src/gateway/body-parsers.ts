import { parse as parseForm } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Parameters that a content type may have, in any case of letters. Every other one is refused. */
const UTF_8 = new Set(['charset=utf-8', 'charset=utf8', 'charset="utf-8"', 'charset="utf8"']);
const LONGEST_CONTENT_TYPE = 100;
const MAX_FIELDS = 100;
const MAX_DEPTH = 8;
const SHOWN_KEY = 40;

/**
 * Forms and JSON, strictly. A field that a form gives twice arrives as an array, which no scalar of
 * the contract accepts; one that JSON gives twice is refused here, because JSON.parse would
 * silently keep the last.
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

function finish(
  contentType: string | undefined,
  done: (error: Error | null, body?: unknown) => void,
  read: () => unknown,
): void {
  let body: unknown;
  try {
    if (!isReadable(contentType ?? '')) throw new Refusal('content_type_unsupported');
    body = read();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, body);
}

/** Whether a body of this type is read: the length is bounded before anything else looks at it. */
export function isReadable(contentType: string): boolean {
  if (contentType === FORM || contentType === JSON_TYPE) return true;
  if (contentType.length > LONGEST_CONTENT_TYPE || /[^ -~]/.test(contentType)) return false;
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  // A semicolon may end it.
  if (parameters.at(-1) === '') parameters.pop();
  const [charset, ...more] = parameters;
  return (
    (type === FORM || type === JSON_TYPE) &&
    more.length === 0 &&
    (charset === undefined || UTF_8.has(charset))
  );
}

/** @throws Refusal when it has more fields than any call */
export function readForm(text: string): object {
  const fields = parseForm(text, '&', '=', { maxKeys: MAX_FIELDS + 1 });
  if (Object.keys(fields).length > MAX_FIELDS) throw new Refusal('body_malformed');
  return fields;
}

/**
 * Reads an object. Numbers that are no plain safe integer stay the text that travelled: `0.1` is a
 * decimal here, never a binary fraction.
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
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('body_malformed');
  return value;
}

function keepNumberText(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return Number.isSafeInteger(value) && String(value) === context.source ? value : context.source;
}

/**
 * Looks only at the letters that decide about keys; JSON.parse refuses a text that is no JSON at
 * all. One pass by hand: each letter is looked at once, also those of a string that never ends,
 * where an expression would begin again at every quote.
 */
function refuseRepeatedKeys(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let lastString: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      const end = endOfString(text, at);
      lastString = text.slice(at, end);
      at = end - 1;
    } else if (letter === '{' || letter === '[') {
      open.push(letter === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw new Refusal('body_malformed');
    } else if (letter === '}' || letter === ']') open.pop();
    else if (letter === ':') {
      takeKey(open.at(-1), lastString);
      lastString = undefined;
    }
  }
}

/**
 * @returns where the string that begins at a quote has ended: behind its quote, or at the end of
 * the text
 */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') return at + 1;
    // The next letter is escaped.
    if (letter === '\\') at += 1;
  }
  return text.length;
}

/** A colon stands behind a key, once, in an object. */
function takeKey(keys: Set<string> | undefined, written: string | undefined): void {
  if (keys === undefined || written === undefined) throw new Refusal('body_malformed');
  const key = JSON.parse(written) as string;
  if (keys.has(key)) throw new Refusal('input_invalid', { field: key.slice(0, SHOWN_KEY) });
  keys.add(key);
}
