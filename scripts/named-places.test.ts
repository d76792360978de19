import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFiles, ROOT } from './source-tree.ts';

// Pages that refer readers to files, rules and other pages name only existing ones.

const FILES = projectFiles();
const NAMES = new Set(FILES.map((file) => path.basename(file)));
/** Articles are of the exchange, not of its code; CONTRIBUTING has a test of its own. */
const PAGES = FILES.filter(
  (file) => file.endsWith('.md') && !file.includes('articles/') && file !== 'CONTRIBUTING.md',
);
const STYLE = read('docs/STYLE.md');

/** A file or folder from the root of the project, or the bare name of a file. */
const PLACE =
  /^(?:apps|packages|scripts|bench|e2e|docs|texts|examples)\/[\w./-]+$|^[\w.-]+\.(?:css|json|md|mjs|sql|ts|tsx)$/;
/** Names of example files and of files that are made elsewhere, not of ours. */
const EXAMPLES = new Set([
  'foo.test.ts',
  'foo.fuzz.test.ts',
  'foo.integration.test.ts',
  'kebab-case.ts',
  'custody-helpers.ts',
  'AREA-scene.ts',
  'apps/server/test/checklist/items/AREA-scene.ts',
  'document.json',
  'keystore.json',
]);

function read(name: string): string {
  return readFileSync(path.join(ROOT, name), 'utf8');
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
}

/** Targets of links within the project. */
function links(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:https?|mailto):/.test(target));
}

/** The anchors that a code host gives to headings. */
function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const placesOf = (text: string): string[] =>
  quoted(text).filter((words) => PLACE.test(words) && !EXAMPLES.has(words));

test('there are pages that name places', () => {
  const counted = ['ARCHITECTURE', 'DESIGN', 'INVARIANTS', 'STYLE', 'TESTING', 'THREATS'].map(
    (name) => placesOf(read(`docs/${name}.md`)).length,
  );
  expect(Math.min(...counted)).toBeGreaterThan(10);
});

describe.each(PAGES)('%s', (page) => {
  const text = read(page);
  const folder = path.dirname(page);
  const isThere = (place: string): boolean =>
    (place.includes('/') ? existsSync(path.join(ROOT, place)) : NAMES.has(place)) ||
    existsSync(path.join(ROOT, folder, place));

  test('names files that exist', () => {
    expect(placesOf(text).filter((place) => !isThere(place))).toEqual([]);
  });

  test('links to pages and headings that exist', () => {
    const broken = links(text).filter((target) => {
      const [file = '', anchor] = target.split('#');
      const linked = path.join(folder, file);
      if (file !== '' && !existsSync(path.join(ROOT, linked))) return true;
      if (anchor === undefined) return false;
      return !anchors(file === '' ? text : read(linked)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

describe('STYLE names what holds a rule', () => {
  const rules = STYLE.slice(STYLE.indexOf('## What holds what'), STYLE.indexOf('## Names'));

  test('rules of lint are on', () => {
    const lint = read('eslint.config.mjs') + read('scripts/lint/linear.mjs');
    const named = quoted(rules).filter(
      (words) =>
        /^(?:@typescript-eslint|react-hooks|meridian)\//.test(words) || words === 'no-console',
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((rule) => !lint.includes(`'${rule}': `))).toEqual([]);
  });

  test('rules of imports are there', () => {
    const config = read('dependency-cruiser.config.mjs');
    const named = [
      'no-cycles',
      'no-orphans',
      'server-modules-apart',
      'web-features-apart',
      'core-is-pure',
      'money-is-pure',
    ];
    expect(
      named.filter((rule) => !quoted(rules).includes(rule) || !config.includes(`'${rule}'`)),
    ).toEqual([]);
  });

  test('tests of the tidy file are there', () => {
    const tidy = read('scripts/tidy.test.ts')
      .replace('${MOST_LINES}', '800')
      .replace('${MOST_COLUMNS}', '100');
    const named = [...rules.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !tidy.includes(name))).toEqual([]);
  });
});
