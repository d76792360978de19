import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../packages/contract/src/errors.ts';
import { TOPIC_OF } from '../packages/contract/src/inbox/calls.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** A field of the wire: `legal_id`. Ours are `camelCase`, constants `UPPER_CASE`. */
const FIELD = /^[a-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+$/;
/** Codes of errors and kinds of messages are the same everywhere. */
const CODES: ReadonlySet<string> = new Set([...ERROR_CODES, ...Object.keys(TOPIC_OF)]);
/**
 * The specification's words for contracts, tickets, the P2P wallet and the quote currency. A legal
 * hold, of somebody's data, is English.
 */
const WORD =
  /(?:^|_|[a-z](?=[A-Z]))(?:lever(?!age)|micro(?!second)|legal(?!_hold|Hold)|muit)|Lever(?!age)|Micro(?!second)|Legal(?!Hold)|_CTbi/;

/** All that sends a call of the contract or a body, but `apiCall` and `useMoneyCall`. */
const SENDERS = new Set([
  'sendCall',
  'sendMoneyCall',
  'callUnderKey',
  'XMLHttpRequest',
  'sendBeacon',
]);

/** The module of the contract that sends: its `send`, and what is made of it. */
const SEND_MODULE = /\/client\/send-call$/;
/** Objects of a page that have `fetch` too. */
const GLOBALS: ReadonlySet<string> = new Set(['globalThis', 'window', 'self']);

/** Files outside of the folder of HTTP that have `fetch` or a sender of the contract. */
const PRESENT_SENDERS: Readonly<Record<string, readonly string[]>> = {
  'apps/web/src': [
    // Functions of their own have this name.
    'apps/web/src/app/routes.tsx',
    'apps/web/src/features/earn/api.ts',
    // They read files by signed links.
    'apps/web/src/features/p2p/evidence-api.ts',
    'apps/web/src/features/p2p/ui/evidence-link.tsx',
    'apps/web/src/shared/picture/use-signed-picture.ts',
  ],
  // All calls of the office.
  'apps/office/src': ['apps/office/src/http.ts'],
};

/** The files that may contain words of the wire, and the test for such a word. */
const PLACES = {
  'apps/web/src': {
    isWire: (name: string) => (FIELD.test(name) && !CODES.has(name)) || WORD.test(name),
    isAllowed: (file: string) =>
      /^apps\/web\/src\/(?:(?:features\/[^/]+|shared(?:\/[^/]+)?)\/(?:[a-z-]+-)?api\.ts$|realtime\/|app\/route-table\.ts$)/.test(
        file,
      ),
  },
  'apps/office/src': {
    isWire: (name: string) => WORD.test(name),
    // The log keeps fields under the names of the wire.
    isAllowed: (file: string) => /-translate\.ts$|\/audit\/field-name\.ts$/.test(file),
  },
  'apps/server/src': {
    isWire: (name: string) => WORD.test(name),
    isAllowed: (file: string) => /\/(?:[a-z]+-)?translate\.ts$/.test(file),
  },
} as const;

/** Identifiers of a file, and names of fields in its types. */
function namesIn(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node.text);
    else if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal))
      names.push(node.literal.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, scriptKind(file)));
  return names;
}

/** Whether a file has a way to send by itself: `fetch`, or a function of the contract over it. */
function isSender(file: string): boolean {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const visit = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node)) return isFetch(node);
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      return SEND_MODULE.test(node.moduleSpecifier.text);
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(file)));
}

/** Whether a name is that of the browser's `fetch`, and not a field of something else. */
function isFetch(name: ts.Identifier): boolean {
  const { text, parent } = name;
  if (text !== 'fetch') return false;
  if (ts.isPropertyAccessExpression(parent) && parent.name === name)
    return GLOBALS.has(parent.expression.getText());
  return !(ts.isPropertySignature(parent) || ts.isPropertyAssignment(parent));
}

function scriptKind(file: string): ts.ScriptKind {
  return file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

/** Words of the wire in a storey's other files, each with its file. */
function foundIn(storey: keyof typeof PLACES): string[] {
  const { isWire, isAllowed } = PLACES[storey];
  const files = globSync(`${storey}/**/*.{ts,tsx}`, { cwd: ROOT });
  expect(files.length).toBeGreaterThan(50);
  return files
    .filter((each) => !/\.test\.tsx?$/.test(each) && !isAllowed(each))
    .flatMap((file) =>
      namesIn(file)
        .filter(isWire)
        .map((name) => `${file}: ${name}`),
    );
}

test('calls of the web are made in its api files', () => {
  const { isAllowed } = PLACES['apps/web/src'];
  const callers = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) =>
    namesIn(file).some((name) => name === 'apiCall' || name === 'moneyCall'),
  );
  expect(callers.length).toBeGreaterThan(20);
  expect(
    callers.filter((file) => !isAllowed(file) && !/shared\/http\/|\.test\.tsx?$/.test(file)),
  ).toEqual([]);
});

// Elsewhere they would send money without the intention that keeps its key until the answer.
test('nothing but the folder of HTTP sends a call by itself', () => {
  const senders = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) =>
    namesIn(file).some((name) => SENDERS.has(name)),
  );
  expect(senders.length).toBeGreaterThan(2);
  expect(senders.filter((file) => !/^apps\/web\/src\/shared\/http\//.test(file))).toEqual([]);
});

// `fetch` and the senders of the contract ask for no key at all. Reading a file needs none.
test.each(Object.keys(PRESENT_SENDERS))(
  'these files of %s alone can send by themselves',
  (storey) => {
    const senders = globSync(`${storey}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
      (file) => !/shared\/http\/|\.test\.tsx?$/.test(file) && isSender(file),
    );
    expect(senders.sort()).toEqual(PRESENT_SENDERS[storey]);
  },
);

describe('words of the wire stand where they are translated, and nowhere else', () => {
  test.each(Object.keys(PLACES) as (keyof typeof PLACES)[])('%s', (storey) => {
    expect(foundIn(storey)).toEqual([]);
  });
});
