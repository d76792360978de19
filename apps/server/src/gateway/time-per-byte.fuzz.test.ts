import fastifyMultipart from '@fastify/multipart';
import { resolveLanguage } from '@meridian/contract/languages';
import { DecimalText, Text } from '@meridian/contract/schema/scalars';
import { compareDecimals, parseDecimal } from '@meridian/money/decimal';
import { readTypedDecimal } from '@meridian/money/typed-decimal';
import { SeededRandom } from '@meridian/testkit/seeded-random';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountName, loginName } from '../modules/account/account-name.ts';
import { originOf } from '../modules/account/device.ts';
import { cleanArticleHtml } from '../modules/news/clean-article.ts';
import { addBodyParsers, isReadable, readForm, readJson } from './body-parsers.ts';
import { inputReader } from './read-input.ts';
import { Refusal } from './refusal.ts';

// The time to read input of a stranger grows with its length and no faster. The oracle is processor
// time for each byte: of texts of growing length, known bad ones and random ones, through the
// readers of the server. A quadratic reader needs four times as much for each byte of a text four
// times as long, and a second for the 64 KB that anybody may send.

const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 60);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const KILOBYTE = 1024;
/**
 * A text that took less is not looked at further: a quadratic reader takes hundreds of milliseconds
 * for the longest. A linear one takes a few, and as long again where memory is cleaned up
 * meanwhile, which a long text makes likelier than a short one.
 */
const NOTHING_MS = 20;
/** How much dearer a byte may be in a text four times as long. Linear: 1; quadratic: 4. */
const MOST_GROWTH = 2.3;
/** The bound on the cost of a byte. A quadratic expression takes 20,000 for each of 64 KB. */
const MOST_NS = 2_000;
/** The system's clock of a thread counts in steps of some milliseconds. */
const LEAST_MEASURED_MS = 40;
const TRIES = 4;

type Reader = (text: string) => unknown;

interface Subject {
  readonly name: string;
  readonly read: Reader;
  /** As long as a stranger may send there, or of a long file a piece. */
  readonly most: number;
  /** The alphabet of the texts. */
  readonly pieces: readonly string[];
}

const JSON_PIECES = [
  '"',
  '\\',
  '\\"',
  '\\\\',
  '{',
  '}',
  '[',
  ']',
  '{"a":',
  '"a":1',
  ':',
  ',',
  ' ',
  'a',
  '1',
  '0',
  '-',
  '.',
  'e',
  '\\u0061',
  '\u0000',
  'é',
  '😀',
  '""',
  '"a":[',
  'true',
];
const FORM_PIECES = [
  'a',
  '=',
  '&',
  '%',
  '%4',
  '%41',
  '%%',
  '+',
  '[',
  ']',
  '.',
  ' ',
  ';',
  '%C3%28',
  '0',
  'a=1&',
  '&&',
  '==',
];
const HEADER_PIECES = [
  ' ',
  ';',
  '; ',
  ',',
  '"',
  '\\',
  '\\"',
  '=',
  'charset=utf-8',
  'application/json',
  '/',
  '*',
  '(',
  ')',
  'a',
  '-',
  '_',
  'q=0.1',
  'zh-',
  '\t',
  '.',
  '1',
];
const NUMBER_PIECES = [
  '0',
  '1',
  '00',
  '.',
  ',',
  '-',
  '+',
  'e',
  ' ',
  '１',
  '，',
  '1,234',
  '0.',
  '_',
  '\u00a0',
];
const NAME_PIECES = [
  'a',
  '@',
  '.',
  '-',
  'a.',
  '-.',
  'a@a',
  '+',
  ' ',
  '1',
  '%',
  '+86',
  '\t',
  'A',
  '_',
];
const PROGRAM_PIECES = [
  'Mozilla/5.0 ',
  '(',
  ')',
  ';',
  ' ',
  '/',
  '.',
  '1',
  '1.',
  '1_',
  'version/',
  'Chrome/',
  'Safari',
  'Android ',
  'like Mac OS X',
  'a',
  'Opera',
  'Windows NT ',
  '-',
  'MSIE ',
];
const HTML_PIECES = [
  '<',
  '>',
  '</',
  '<a ',
  '<p>',
  '<img src="',
  '"',
  "'",
  '=',
  '&',
  '&amp',
  '&#',
  '<!--',
  '-->',
  '<![CDATA[',
  ' ',
  'a',
  '/',
  '<script>',
  '\t',
  'style="',
  'href=javascript:',
];
const MULTIPART_PIECES = [
  '--x',
  '--x\r\n',
  '--x--',
  '\r\n',
  '\r\n\r\n',
  '\r',
  '\n',
  '-',
  '--',
  'x',
  'content-disposition: form-data; name="file"',
  ': ',
  ';',
  '"',
  '\\',
  'filename=',
  '%',
  ' ',
  '\r\n--',
];

const readInput = inputReader(
  Type.Object({
    amount: DecimalText,
    note: Text(200),
    list: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
);

/**
 * The real server side of a body: Fastify's own reading of headers, address and multipart with it.
 */
const server = Fastify({ bodyLimit: 8 * KILOBYTE * KILOBYTE });

const subjects: readonly Subject[] = [
  { name: 'JSON', read: readJson, most: 64 * KILOBYTE, pieces: JSON_PIECES },
  { name: 'a form', read: readForm, most: 64 * KILOBYTE, pieces: FORM_PIECES },
  {
    name: 'fields of a form',
    read: (text) => readInput({ amount: text, note: text, list: [text] }),
    most: 64 * KILOBYTE,
    pieces: [...NUMBER_PIECES, ...NAME_PIECES],
  },
  { name: 'a content type', read: isReadable, most: 16 * KILOBYTE, pieces: HEADER_PIECES },
  { name: 'a language', read: resolveLanguage, most: 16 * KILOBYTE, pieces: HEADER_PIECES },
  {
    name: 'a program',
    read: (userAgent) => originOf({ address: '', userAgent }),
    most: 16 * KILOBYTE,
    pieces: PROGRAM_PIECES,
  },
  {
    name: 'an amount',
    read: (text) => [parseDecimal(text, 8), compareDecimals(text, '1'), compareDecimals('1', text)],
    most: 64 * KILOBYTE,
    pieces: NUMBER_PIECES,
  },
  {
    name: 'a typed amount',
    read: (text) => [
      readTypedDecimal(text, { group: ',', point: '.' }),
      readTypedDecimal(text, { group: '.', point: ',' }),
    ],
    most: 64 * KILOBYTE,
    pieces: NUMBER_PIECES,
  },
  {
    name: 'a mail address',
    read: (text) => accountName('email', text, undefined),
    most: 64 * KILOBYTE,
    pieces: NAME_PIECES,
  },
  {
    name: 'a phone number',
    read: (text) => accountName('mobile', text, '86'),
    most: 64 * KILOBYTE,
    pieces: NAME_PIECES,
  },
  { name: 'what somebody logs in with', read: loginName, most: 64 * KILOBYTE, pieces: NAME_PIECES },
  { name: 'an article', read: cleanArticleHtml, most: 64 * KILOBYTE, pieces: HTML_PIECES },
  {
    name: 'a request with a content type',
    read: (type) => inject({ headers: { 'content-type': type }, payload: '{}' }),
    most: 16 * KILOBYTE,
    pieces: HEADER_PIECES,
  },
  {
    name: 'a request with a query',
    read: (query) => inject({ url: `/?${encodeURI(query)}` }),
    most: 16 * KILOBYTE,
    pieces: FORM_PIECES,
  },
  {
    name: 'a multipart body',
    read: (text) =>
      inject({
        url: '/file',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: text,
      }),
    most: 256 * KILOBYTE,
    pieces: MULTIPART_PIECES,
  },
  {
    name: 'a multipart boundary',
    read: (text) =>
      inject({
        url: '/file',
        headers: { 'content-type': `multipart/form-data; boundary=${text}` },
        payload: '--x\r\n\r\n--x--',
      }),
    most: 16 * KILOBYTE,
    pieces: [...MULTIPART_PIECES, ...HEADER_PIECES],
  },
];

/** Texts that were slow to read once, here or in other programs: beginning, repeated part, end. */
const KNOWN: readonly (readonly [string, string, string])[] = [
  ['{"a":"', '\\"', ''],
  ['{"a":"', '\\"', '\\'],
  ['', '"', ''],
  ['', '\\"', ''],
  [`"${'a'.repeat(8 * KILOBYTE)}"`, ':', ''],
  ['{"a":', '[', ''],
  ['{', '"a":1,', '}'],
  ['application/json', ' ', ';x'],
  ['application/json; charset=utf-8', ' ', 'x'],
  ['', ' ', 'x'],
  ['', '0', 'x'],
  ['1', '0', '.x'],
  ['', '1,234', 'x'],
  ['a@', 'a', '!'],
  ['a@', 'a-', '!'],
  ['a@a', '.a', '!'],
  ['', '%41', '%'],
  ['', '&', ''],
  ['--x\r\n', '\r\n--', ''],
  ['--x\r\ncontent-disposition: form-data; name="file"; filename="', '\\"', ''],
];

function inject({
  url = '/',
  headers = {},
  payload,
}: {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}): Promise<unknown> {
  return server.inject({
    method: 'POST',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
}

/** One text of about a length. */
function grown([before, unit, after]: readonly [string, string, string], length: number): string {
  return (
    before +
    unit.repeat(Math.max(1, Math.floor((length - before.length - after.length) / unit.length))) +
    after
  );
}

async function once(read: Reader, text: string): Promise<void> {
  try {
    await read(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/**
 * Processor nanoseconds of this thread for each letter: other work of the machine does not count.
 */
async function nanosecondsOf(read: Reader, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    await once(read, text);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > LEAST_MEASURED_MS * 1_000)
      return ((user + system) * 1_000) / times / text.length;
  }
}

/**
 * Why a reader is too slow for a form of text; undefined where it is not. A reader that was slow
 * once, before it was compiled or while memory was cleaned up, is measured again.
 */
async function complaint(
  { read, most }: Pick<Subject, 'read' | 'most'>,
  shape: readonly [string, string, string],
): Promise<string | undefined> {
  const [long, short] = [grown(shape, most), grown(shape, most / 4)];
  let found: string | undefined;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const startMs = performance.now();
    await once(read, long);
    if (performance.now() - startMs < NOTHING_MS) return undefined;
    const [ofLong, ofShort] = [await nanosecondsOf(read, long), await nanosecondsOf(read, short)];
    if (ofLong <= MOST_GROWTH * ofShort && ofLong <= MOST_NS) return undefined;
    found = `a byte of ${long.length} costs ${ofLong.toFixed(0)} ns, of ${short.length} ${ofShort.toFixed(0)} ns`;
  }
  return found;
}

function randomShape({ pieces }: Subject, random: SeededRandom): [string, string, string] {
  const some = (least: number, most: number): string =>
    Array.from(
      { length: random.between(least, most) },
      () => pieces[random.below(pieces.length)],
    ).join('');
  return [some(0, 3), some(1, 4), some(0, 3)];
}

beforeAll(async () => {
  addBodyParsers(server);
  server.post('/', () => ({}));
  await server.register(async (scope) => {
    await scope.register(fastifyMultipart, {
      limits: {
        fileSize: KILOBYTE * KILOBYTE,
        files: 1,
        fields: 10,
        parts: 11,
        fieldSize: KILOBYTE,
        headerPairs: 20,
      },
    });
    scope.post('/file', async (request) => {
      for await (const part of request.files()) await part.toBuffer();
      return {};
    });
  });
  await server.ready();
});
afterAll(() => server.close());

describe.each(subjects)('$name', (subject) => {
  test('known forms', async () => {
    for (const shape of KNOWN)
      expect(await complaint(subject, shape), JSON.stringify(shape)).toBeUndefined();
  });

  test(`${ROUNDS} random forms, seed ${SEED}`, async () => {
    const random = new SeededRandom(SEED);
    for (let round = 0; round < ROUNDS; round += 1) {
      const shape = randomShape(subject, random);
      expect(
        await complaint(subject, shape),
        `round ${round}: ${JSON.stringify(shape)}`,
      ).toBeUndefined();
    }
  });
});

test('the oracle tells: an expression that begins again at every quote, and one whose spaces can be shared out', async () => {
  const quotes: Reader = (text) => [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/gs)];
  expect(await complaint({ read: quotes, most: 16 * KILOBYTE }, ['{"a":"', '\\"', ''])).toMatch(
    /costs/,
  );
  const spaces: Reader = (text) => /^application\/json(?: *; *charset=utf-8)? *;? *$/i.test(text);
  expect(
    await complaint({ read: spaces, most: 16 * KILOBYTE }, ['application/json', ' ', ';x']),
  ).toMatch(/costs/);
});
