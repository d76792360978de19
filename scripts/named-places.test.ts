import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './source-tree.ts';

// Pages that refer readers to files, rules and other pages name only existing ones.

const STYLE = read('docs/STYLE.md');
const DESIGN = read('docs/DESIGN.md');
const ARCHITECTURE = read('docs/ARCHITECTURE.md');
const GLOSSARY = ARCHITECTURE.slice(ARCHITECTURE.indexOf('## Glossary'));
const PAGES = { STYLE, DESIGN, GLOSSARY };

/** A file or folder from the root of the project. */
const PLACE = /^(?:apps|packages|scripts|bench|e2e|docs)\/[\w./-]+$|^[\w.-]+\.(?:json|mjs|ts)$/;
/** Names of example files, not of ours. */
const EXAMPLES = new Set([
  'foo.test.ts',
  'foo.fuzz.test.ts',
  'foo.integration.test.ts',
  'kebab-case.ts',
  'outflow-window.ts',
  'custody-helpers.ts',
  'translate.ts',
  'api.ts',
]);

function read(name: string): string {
  return readFileSync(path.join(ROOT, name), 'utf8');
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
}

function links(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** The anchors that a code host gives to headings. */
function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(Object.entries(PAGES))('%s', (_name, text) => {
  test('names files that exist', () => {
    const places = quoted(text).filter((words) => PLACE.test(words) && !EXAMPLES.has(words));
    expect(places.length).toBeGreaterThan(10);
    expect(places.filter((place) => !existsSync(path.join(ROOT, place)))).toEqual([]);
  });

  test('links to pages and headings that exist', () => {
    const broken = links(text).filter((target) => {
      const [file = '', anchor] = target.split('#');
      if (file !== '' && !existsSync(path.join(ROOT, 'docs', file))) return true;
      if (anchor === undefined || file.endsWith('/README.md')) return false;
      return !anchors(file === '' ? text : read(`docs/${file}`)).includes(anchor);
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
