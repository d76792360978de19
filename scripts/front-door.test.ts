import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
// @ts-expect-error the configuration of dependency-cruiser has no types of its own
import configuration from '../dependency-cruiser.config.mjs';
import { NEWEST_RULES } from '../packages/core/src/rules.ts';
import { projectFiles, ROOT } from './source-tree.ts';

// The pages that a newcomer opens first must be true. A page that names a moved file fails here.

interface ImportRule {
  readonly name: string;
  readonly to: { readonly pathNot?: string | readonly string[] };
}

const RULES = (configuration as { readonly forbidden: readonly ImportRule[] }).forbidden;
const files = projectFiles();
/** Folders with a package of their own, the scripts and the examples. */
const FOLDERS = [
  ...files.flatMap((name) => /^(.+)\/package\.json$/.exec(name)?.[1] ?? []),
  'scripts',
  'examples',
];
const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...FOLDERS.map((folder) => `${folder}/README.md`),
];
const WORKFLOW = '.github/workflows/ci.yml';

const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

/** Files that a page links to, relative to the root. */
function linksOf(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(
    ([, target = '']) => target,
  );
  return targets
    .filter((target) => !target.includes('://'))
    .map((target) => path.posix.join(path.posix.dirname(page), target));
}

/**
 * The workspaces that a folder may import by the import rules. Undefined without a rule: then it
 * may import any.
 */
function allowedOf(folder: string): string[] | undefined {
  const rule = RULES.find(({ name }) => name === `${folder}-arrows`);
  if (rule === undefined) return undefined;
  const allowed = [rule.to.pathNot ?? []]
    .flat()
    .map((pattern) => /^\^(.+)\/$/.exec(pattern)?.[1] ?? pattern);
  return allowed.filter((name) => name !== folder).map((name) => path.posix.basename(name));
}

describe('the pages that come first', () => {
  test.each(PAGES)('%s leads nowhere that does not exist', (page) => {
    expect(linksOf(page).filter((target) => !existsSync(path.join(ROOT, target)))).toEqual([]);
  });

  test.each(FOLDERS)(
    '%s says where to begin, what it may import and how it is tested',
    (folder) => {
      const text = read(`${folder}/README.md`);
      expect(text).toMatch(/^- \*\*Begin with\*\* \[/m);
      expect(text).toMatch(/^- \*\*Tests:\*\*/m);
      const allowed = allowedOf(folder);
      const listed = /^- \*\*May import:\*\* ([^.]+)\./m.exec(text)?.[1];
      if (folder === 'scripts') expect(listed).toBeDefined();
      else
        expect(listed).toBe(
          allowed === undefined
            ? 'anything'
            : allowed.length === 0
              ? 'nothing'
              : allowed.join(', '),
        );
    },
  );

  test('README.md leads to each of them', () => {
    expect(PAGES.slice(1).filter((page) => !linksOf('README.md').includes(page))).toEqual([]);
  });

  test('CHANGELOG.md has every version of the rules, newest first', () => {
    const versions = [...read('CHANGELOG.md').matchAll(/^## Rules (\d+):/gm)].map(([, version]) =>
      Number(version),
    );
    expect(versions).toEqual(
      Array.from({ length: NEWEST_RULES }, (_, index) => NEWEST_RULES - index),
    );
  });
});

describe('the workflow', () => {
  test('runs what .ci/run runs, within a limit', () => {
    expect(read(WORKFLOW)).toMatch(/^ +- run: \.ci\/run$/m);
    expect(read(WORKFLOW)).toMatch(/^ +timeout-minutes: 90$/m);
  });

  test('uses actions by their commits', () => {
    const actions = [...read(WORKFLOW).matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  test('begins with the oldest Node that package.json allows', () => {
    const { engines } = JSON.parse(read('package.json')) as {
      readonly engines: { readonly node: string };
    };
    expect(/node-version: '([\d.]+)'/.exec(read(WORKFLOW))?.[1]).toBe(
      engines.node.replace('>=', ''),
    );
  });
});
