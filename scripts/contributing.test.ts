import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFiles, ROOT } from './source-tree.ts';

// A recipe that names a renamed file misleads its readers.

const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const files = projectFiles();

/** Placeholders of a path, and their patterns. The same word twice in one path is the same name. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  AREA: '[a-z-]+',
  NAME: '[a-z0-9-]+',
  NNN: '\\d{3}',
  NNNN: '\\d{4}',
};
const PLACEHOLDER = /\b(?:AREA|NAME|NNNN|NNN)\b/g;
const FILE_ENDING = /\.(?:css|json|md|mjs|sql|ts|tsx)$/;

/** Texts in backticks, without the blocks of commands. */
function quoted(): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote.replaceAll(/\s+/g, ' '));
}

/**
 * A path has a slash inside or a file's ending. Addresses on the server begin with a slash,
 * commands have spaces.
 */
function isPath(quote: string): boolean {
  return /^[\w.{][^ ():]*$/.test(quote) && (quote.includes('/') || FILE_ENDING.test(quote));
}

/** `a/{b,c}.ts` names two files. */
function spread(named: string): string[] {
  const [whole, list] = /\{([^{}]+)\}/.exec(named) ?? [];
  return whole === undefined || list === undefined
    ? [named]
    : list.split(',').flatMap((part) => spread(named.replace(whole, part)));
}

/**
 * The pattern of the files that a path names: with placeholders, as a folder, or as a bare name if
 * it has no slash.
 */
function patternOf(named: string): RegExp {
  const seen = new Set<string>();
  const escaped = named.replace(/\/$/, '').replaceAll(/[.+$]/g, '\\$&');
  const filled = escaped.replaceAll(PLACEHOLDER, (word) => {
    if (seen.has(word)) return `\\k<${word}>`;
    seen.add(word);
    return `(?<${word}>${PLACEHOLDERS[word] ?? ''})`;
  });
  return new RegExp(`^${named.includes('/') ? '' : '(?:.*/)?'}${filled}(?:/.*)?$`);
}

/**
 * The paths that match no file. A path with placeholders must match a file that its recipe made
 * before.
 */
function missing(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(spread))].filter((named) => {
    const pattern = patternOf(named);
    return !files.some((file) => pattern.test(file));
  });
}

describe('CONTRIBUTING.md', () => {
  test('names files and folders that exist', () => {
    const paths = quoted().filter(isPath);
    expect(paths.length).toBeGreaterThan(200);
    expect(missing(paths)).toEqual([]);
  });

  test('links to pages that exist', () => {
    const links = [...text.matchAll(/\]\(([^\]()#:]+)(?:#[^\]()]*)?\)/g)].map(
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(10);
    expect(missing(links)).toEqual([]);
  });

  test('names commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const named = [...text.matchAll(/`npm run ([\w:-]+)(?! --workspace)\b/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test.each([
    ['packages/core/src/spot/spot.ts', true],
    ['packages/core/src/spot', true],
    ['packages/core/src/spots', false],
    ['packages/core/src/AREA/AREA-commands.ts', true],
    ['packages/core/src/AREA/AREA-wishes.ts', false],
    ['apps/server/migrations/NNN-NAME.sql', true],
    ['texts/{en,es}/spot.json', true],
    ['texts/{en,xx}/spot.json', false],
    ['settlement.ts', true],
    ['settlements.ts', false],
  ])('%s is judged: %s', (named, isThere) => {
    expect(missing([named]).length === 0).toBe(isThere);
  });
});
