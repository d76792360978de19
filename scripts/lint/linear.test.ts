import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

// The rule against super-linear expressions is active where outside input is read, and it finds
// them.

const RULES = [
  'meridian/no-restart',
  'regexp/no-dupe-disjunctions',
  'regexp/no-super-linear-backtracking',
  'regexp/no-super-linear-move',
];
const WHERE = 'apps/server/src/gateway/body-parsers.ts';
const eslint = new ESLint({
  cwd: new URL('../..', import.meta.url).pathname,
  ruleFilter: ({ ruleId }) => RULES.includes(ruleId),
  // None of these rules asks for types, and the program of the server takes long to load.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

async function complaintsAbout(expression: string): Promise<string[]> {
  const [result] = await eslint.lintText(`export const planted = ${expression};\n`, {
    filePath: WHERE,
  });
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? [];
}

test.each([
  WHERE,
  'apps/web/src/shared/account-rules.ts',
  'packages/money/src/decimal.ts',
  'packages/contract/src/schema/scalars.ts',
  'packages/chain/src/signer/policy.ts',
])(
  'the rules are on in %s',
  async (file) => {
    const { rules } = (await eslint.calculateConfigForFile(file)) as {
      rules: Record<string, [number]>;
    };
    for (const rule of RULES) expect(rules[rule]?.[0], rule).toBe(2);
  },
  20_000,
);

describe('planted expressions are caught', () => {
  test.each([
    // The two that stopped the server in a review.
    String.raw`/"(?:[^"\\]|\\.)*"|[{}[\],:]/gs`,
    String.raw`/^(?:application\/x-www-form-urlencoded|application\/json)(?: *; *charset="?utf-?8"?)? *;? *$/i`,
    String.raw`/\s+$/`,
    String.raw`/^(a+)+$/`,
    String.raw`/^(?:a|a)*$/`,
    String.raw`/foo.*bar/`,
    String.raw`/\B(?=(\d{3})+$)/g`,
    String.raw`/[a-z]+(?:\.[a-z]+)*@/`,
    String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`,
    String.raw`{ pattern: 'x.*y' }`,
    String.raw`new RegExp('x.*y', 'g')`,
  ])(
    '%s',
    async (expression) => {
      expect(await complaintsAbout(expression)).not.toEqual([]);
    },
    20_000,
  );
});

describe('linear ones are not', () => {
  test.each([
    String.raw`/^-?[0-9]+(?:\.[0-9]+)?$/`,
    String.raw`/[\s-]/g`,
    String.raw`'a b'.split(/\s+/)`,
    String.raw`/"[^"]*"/`,
    String.raw`/\{(\w+)\}/g`,
    String.raw`/^(?:[a-z]+\.)*[a-z]+$/`,
    String.raw`/(?:^a+b)+c/`,
    String.raw`/a*b/y`,
    String.raw`{ pattern: '^x.*y$' }`,
  ])(
    '%s',
    async (expression) => {
      expect(await complaintsAbout(expression)).toEqual([]);
    },
    20_000,
  );
});
