import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  isTest,
  place,
  projectFiles,
  references,
  sourceFiles,
  walk,
  type SourceFile,
} from './source-tree.ts';

// Style rules as tests. Each message names the replacement.

const MOST_LINES = 800;
const MOST_COLUMNS = 100;
const BANNED_WORDS = /^(utils?|helpers?|common|managers?|misc|stuff)$/;
/** Entries of programs: all shipped code must be reachable from here. */
const ENTRIES = [
  'packages/chain/src/signer/main.ts',
  'packages/chain/src/signer/operator-device.ts',
  'apps/server/src/main.ts',
  'apps/server/src/rebuild.ts',
  'apps/server/src/replay.ts',
  'apps/server/src/operator.ts',
  'apps/server/src/verify-audit.ts',
  'apps/server/src/rotate-keys.ts',
  'apps/server/src/database/serve-database.ts',
  'apps/web/src/main.tsx',
  // Vite substitutes it for a package.
  'apps/web/src/shared/ui/style-singleton.ts',
  'apps/office/src/main.tsx',
  'bench/main.ts',
];
/** Tools and React require a default export here. */
const DEFAULT_EXPORTS = [/\.config\.ts$/, /^apps\/[^/]+\/src\/app\/pages\//];
/** Code that only tests reach, beside the code that it serves. */
const TEST_SUPPORT = [
  /^apps\/server\/test\//,
  /\/testing\//,
  /\/test-[^/]+\.ts$/,
  /\/(temporary-database|memory-journal|hostile-input)\.ts$/,
];

const files = sourceFiles();
const isPure = (name: string): boolean =>
  /^packages\/(core|money)\/src\//.test(name) && !isTest(name);
const isShipped = (name: string): boolean =>
  /^(packages\/(core|money|contract|chain)|apps\/[^/]+)\/src\//.test(name) &&
  !isTest(name) &&
  !TEST_SUPPORT.some((exception) => exception.test(name));

/** The complaints of `judge` about the nodes of the files, with their places. */
function complaints(
  belongs: (name: string) => boolean,
  judge: (node: ts.Node, file: SourceFile) => string | undefined,
): string[] {
  const found: string[] = [];
  for (const file of files.filter(({ name }) => belongs(name))) {
    walk(file, (node) => {
      const complaint = judge(node, file);
      if (complaint !== undefined) found.push(`${place(file, node)} ${complaint}`);
    });
  }
  return found;
}

const IMPURE_GLOBALS: Readonly<Record<string, string>> = {
  Date: 'Date: time arrives as `timeMs` of the command',
  process: 'process: what the core needs arrives in a command',
  performance: 'performance: time arrives as `timeMs` of the command',
  crypto: 'crypto: randomness and hashes belong to the engine',
  setTimeout: 'setTimeout: a timer is a command from the clock',
  setInterval: 'setInterval: a timer is a command from the clock',
  setImmediate: 'setImmediate: the core is synchronous',
  queueMicrotask: 'queueMicrotask: the core is synchronous',
  Promise: 'Promise: the core is synchronous',
  fetch: 'fetch: the core has no I/O',
  globalThis: 'globalThis: state belongs to the Exchange',
  parseFloat: 'parseFloat: use packages/money/src/decimal.ts',
  Intl: 'Intl: locales differ between machines, use packages/money/src/display.ts',
};

/** A name that stands for a value of its own, not for a member, a key or a type. */
function isFreeName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (
    ts.isTypeReferenceNode(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent)
  )
    return false;
  return !(ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent));
}

function calledMember(
  node: ts.Node,
): { owner: string; member: string; arguments: number } | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
    return undefined;
  return {
    owner: node.expression.expression.getText(),
    member: node.expression.name.text,
    arguments: node.arguments.length,
  };
}

/** Methods that change what they are called on. */
const CHANGING =
  /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/;

/**
 * The name in front of a place that a node changes: `a` of `a.b[0] = 1`, `a.b++` and `a.add(1)`.
 */
function changedName(node: ts.Node): ts.Identifier | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isAssignment =
      kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isAssignment ? ownerOf(node.left) : undefined;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.PlusPlusToken ||
      node.operator === ts.SyntaxKind.MinusMinusToken
      ? ownerOf(node.operand)
      : undefined;
  if (ts.isDeleteExpression(node)) return ownerOf(node.expression);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
    return undefined;
  const { expression, name } = node.expression;
  if (expression.getText() === 'Object' && /^(?:assign|define)/.test(name.text))
    return node.arguments[0] === undefined ? undefined : ownerOf(node.arguments[0]);
  return CHANGING.test(name.text) ? ownerOf(expression) : undefined;
}

function ownerOf(place: ts.Node): ts.Identifier | undefined {
  if (ts.isIdentifier(place)) return place;
  return ts.isPropertyAccessExpression(place) ||
    ts.isElementAccessExpression(place) ||
    ts.isNonNullExpression(place) ||
    ts.isParenthesizedExpression(place) ||
    ts.isAsExpression(place)
    ? ownerOf(place.expression)
    : undefined;
}

/** Whether a name is that of a constant of its module, or of an import, and of nothing nearer. */
function isOfModule(name: ts.Identifier, { tree }: SourceFile): boolean {
  const isOuter = tree.statements.some(
    (statement) =>
      (ts.isVariableStatement(statement) && declares(statement, name.text)) ||
      (ts.isImportDeclaration(statement) &&
        new RegExp(`\\b${name.text}\\b`).test(statement.importClause?.getText() ?? '')),
  );
  const own = tree.statements.find(({ pos, end }) => pos <= name.pos && name.end <= end);
  return isOuter && (own === undefined || ts.isVariableStatement(own) || !declares(own, name.text));
}

/** Whether a variable or a parameter of this name is declared in a statement. */
function declares(node: ts.Node, name: string): boolean {
  const isDeclared =
    (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
    node.name.getText() === name;
  return (
    isDeclared || (ts.forEachChild(node, (child) => declares(child, name) || undefined) ?? false)
  );
}

/** Whether a node is evaluated once, with its module: in no function and no class. */
function isOnce(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isSourceFile(parent) || (!isApart(parent) && isOnce(parent));
}

function isApart(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || ts.isClassLike(node);
}

/** The name of the constant that a node is a part of, empty outside of one. */
function constantOf(node: ts.Node): string {
  if (ts.isSourceFile(node)) return '';
  return ts.isVariableDeclaration(node) ? node.name.getText() : constantOf(node.parent);
}

/** A list of a module that code may fill: neither its type nor an assertion says otherwise. */
function isOpenList(node: ts.Node): boolean {
  return (
    ts.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    ts.isArrayLiteralExpression(node.initializer) &&
    !/^(?:readonly |Readonly)/.test(node.type?.getText() ?? '')
  );
}

/** A field of a class itself that anything may change: only a literal is safe. */
function isChangeableStatic(node: ts.Node): boolean {
  if (!ts.isPropertyDeclaration(node)) return false;
  const kinds = node.modifiers?.map(({ kind }) => kind) ?? [];
  if (!kinds.includes(ts.SyntaxKind.StaticKeyword)) return false;
  const isPrimitive = /^(?:-?[\d_.]+n?|'[^']*'|true|false)$/.test(
    node.initializer?.getText() ?? '',
  );
  return !isPrimitive || !kinds.includes(ts.SyntaxKind.ReadonlyKeyword);
}

/** Tables that a module makes once, of words of the source, and that no code changes. */
const MADE_ONCE: ReadonlySet<string> = new Set(['KNOWN', 'NOBODY']);

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return node.isExportEquals !== true;
  if (ts.isExportSpecifier(node)) return node.name.text === 'default';
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false)
  );
}

describe('packages/core and packages/money are deterministic', () => {
  test('no clock, randomness, I/O or waiting', () => {
    const faults = complaints(isPure, (node) => {
      if (ts.isIdentifier(node) && isFreeName(node) && Object.hasOwn(IMPURE_GLOBALS, node.text))
        return IMPURE_GLOBALS[node.text];
      if (node.kind === ts.SyntaxKind.AsyncKeyword || ts.isAwaitExpression(node))
        return 'async: the core is synchronous';
      const call = calledMember(node);
      if (call?.owner === 'Math' && call.member === 'random')
        return 'Math.random: what is random arrives in a command';
      if (call?.owner === 'Number' && call.member === 'parseFloat')
        return 'Number.parseFloat: use packages/money/src/decimal.ts';
      return undefined;
    });
    expect(faults).toEqual([]);
  });

  test('nothing whose order is not written down', () => {
    // `rowsOf` reads tables whose keys are words of the source, never numbers.
    const isExempt = (name: string): boolean => name === 'packages/core/src/command-table.ts';
    const faults = complaints(
      (name) => isPure(name) && !isExempt(name),
      (node) => {
        if (ts.isForInStatement(node))
          return 'for-in: iterate an array or a Map, whose order is that of insertion';
        const call = calledMember(node);
        if (call?.owner === 'Object' && ['keys', 'values', 'entries'].includes(call.member))
          return `Object.${call.member}: iterate an array or a Map, whose order is that of insertion`;
        if ((call?.member === 'sort' || call?.member === 'toSorted') && call.arguments === 0)
          return `.${call.member}() sorts as text: pass a comparator`;
        return undefined;
      },
    );
    expect(faults).toEqual([]);
  });

  // A snapshot has what an Exchange owns. What a module keeps is in none, and a restored exchange
  // beside it would share it, so that no comparison of the two could see it.
  test('no state outside the Exchange', () => {
    // Words that one call of a function writes and reads, and grammars of locales that are kept.
    const isExempt = (name: string): boolean =>
      name === 'packages/core/src/bigint-of.ts' || name === 'packages/money/src/typed-decimal.ts';
    const faults = complaints(
      (name) => isPure(name) && isShipped(name) && !isExempt(name),
      (node, file) => {
        if (ts.isVariableStatement(node) && ts.isSourceFile(node.parent))
          return node.declarationList.flags & ts.NodeFlags.Const
            ? undefined
            : 'a variable of a module: state belongs to the Exchange';
        if (isChangeableStatic(node)) return 'a variable of a class: state belongs to the Exchange';
        const isMade = ts.isNewExpression(node) && !MADE_ONCE.has(constantOf(node));
        if ((isMade || isOpenList(node)) && isOnce(node))
          return 'an object of a module, which code may change: state belongs to the Exchange';
        const changed = changedName(node);
        return changed !== undefined && isOfModule(changed, file)
          ? `${changed.text} belongs to a module and is changed: state belongs to the Exchange`
          : undefined;
      },
    );
    expect(faults).toEqual([]);
  });

  test('no `any`', () => {
    expect(
      complaints(isPure, (node) =>
        node.kind === ts.SyntaxKind.AnyKeyword
          ? 'any: write the type, or `unknown` and a check'
          : undefined,
      ),
    ).toEqual([]);
  });
});

describe('the whole project', () => {
  test('no default exports', () => {
    const judged = (name: string): boolean =>
      !DEFAULT_EXPORTS.some((exception) => exception.test(name));
    expect(
      complaints(judged, (node) =>
        isDefaultExport(node) ? 'default export: export it by its name' : undefined,
      ),
    ).toEqual([]);
  });

  test('no console', () => {
    const found = complaints(
      () => true,
      (node) =>
        calledMember(node)?.owner === 'console'
          ? 'console: use the logger (pino) in the server, process.stdout.write in tools and benchmarks'
          : undefined,
    );
    expect(found).toEqual([]);
  });

  test('amounts never become floating point', () => {
    const judged = (name: string): boolean =>
      isShipped(name) && !name.startsWith('packages/money/');
    const faults = complaints(judged, (node) => {
      if (ts.isIdentifier(node) && node.text === 'parseFloat')
        return 'parseFloat: use packages/money/src/decimal.ts';
      if (calledMember(node)?.member === 'toFixed')
        return '.toFixed: use packages/money/src/display.ts';
      return undefined;
    });
    expect(faults).toEqual([]);
  });

  test('names say what is inside', () => {
    const faults = projectFiles().flatMap((name) => {
      const parts = name.split('/');
      const stem = parts.at(-1)?.split('.')[0] ?? '';
      // The last word of a name is its noun: `common-passwords` are passwords, `password-helpers`
      // are nothing.
      const banned = [...parts.slice(0, -1), stem.split('-').at(-1) ?? ''].filter((word) =>
        BANNED_WORDS.test(word),
      );
      const complaint = banned.map(
        (word) => `${name}: "${word}" says nothing, name the file after the one thing it exports`,
      );
      if (/\.tsx?$/.test(name) && stem !== stem.toLowerCase())
        complaint.push(`${name}: file names are kebab-case`);
      return complaint;
    });
    expect(faults).toEqual([]);
  });

  test(`no file over ${MOST_LINES} lines`, () => {
    const long = files
      .filter(({ lines }) => lines > MOST_LINES)
      .map(({ name, lines }) => `${name}: ${lines} lines, split it by what its parts promise`);
    expect(long).toEqual([]);
  });

  test(`no comment over ${MOST_COLUMNS} columns: npm run format breaks code, not prose`, () => {
    const wide = files.flatMap(({ name, tree }) =>
      tree.text
        .split('\n')
        .flatMap((line, index) =>
          line.length > MOST_COLUMNS &&
          /^\s*(\/\/|\/\*|\*)/.test(line) &&
          !/https:|eslint-disable/.test(line)
            ? [`${name}:${index + 1}`]
            : [],
        ),
    );
    expect(wide).toEqual([]);
  });

  test('no comment begins with "what" or "who": it names the thing', () => {
    const riddles = files.flatMap(({ name, tree: { text } }) =>
      [...text.matchAll(/(?:^\s*\/\/|\/\*\*?)\s+(?:\* )?(?:What|Who)(?:ever)? .*/gm)].map(
        ([comment]) => `${name}: ${comment.trim()}`,
      ),
    );
    expect(riddles).toEqual([]);
  });

  test('shipped code is TypeScript, which the rules of this file read', () => {
    const others = projectFiles().filter((name) =>
      /^(apps|packages)\/[^/]+\/src\/.*\.([cm]?jsx?|[cm]ts)$/.test(name),
    );
    expect(others).toEqual([]);
  });

  test('no file is taken out of the compiler, and no test runs alone', () => {
    const words = /@ts-(?:nocheck|ignore)|\b(?:describe|it|test|suite)(?:\.\w+)*\.only\b/;
    const found = files
      .filter(({ name, tree }) => name !== 'scripts/tidy.test.ts' && words.test(tree.text))
      .map(({ name }) => name);
    expect(found).toEqual([]);
  });

  test('no dead files', () => {
    const byName = new Map(files.map((file) => [file.name, file]));
    const alive = new Set<string>();
    const queue = ENTRIES.filter((name) => byName.has(name));
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      const file = byName.get(name);
      if (file === undefined || alive.has(name)) continue;
      alive.add(name);
      queue.push(...references(file));
    }
    const dead = files
      .filter(({ name }) => isShipped(name) && !alive.has(name))
      .map(({ name }) => `${name}: no program reaches it, delete it or use it`);
    expect(dead).toEqual([]);
  });
});
