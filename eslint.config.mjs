import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { linear } from './scripts/lint/linear.mjs';

const MESSAGES = {
  defaultExport: 'Export it by name: a thing has one name everywhere.',
  console:
    'Use the logger (pino) in the server; print from scripts and benchmarks with process.stdout.write.',
};

/** Rules that catch bugs; how code looks is left to the tidy test and to people. */
const RULES = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': [
    'error',
    { checksVoidReturn: { attributes: false, properties: false } },
  ],
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true },
  ],
  '@typescript-eslint/no-unsafe-argument': 'error',
  '@typescript-eslint/no-unsafe-assignment': 'error',
  '@typescript-eslint/no-unsafe-call': 'error',
  '@typescript-eslint/no-unsafe-member-access': 'error',
  '@typescript-eslint/no-unsafe-return': 'error',
  '@typescript-eslint/no-for-in-array': 'error',
  '@typescript-eslint/only-throw-error': [
    'error',
    { allowThrowingUnknown: true, allowThrowingAny: false },
  ],
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/require-array-sort-compare': 'error',
  '@typescript-eslint/restrict-plus-operands': 'error',
  '@typescript-eslint/no-base-to-string': 'error',
  '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
  '@typescript-eslint/no-import-type-side-effects': 'error',
  '@typescript-eslint/unified-signatures': 'error',
  eqeqeq: ['error', 'always'],
  'no-console': 'error',
  'no-eval': 'error',
  'no-implied-eval': 'off',
  '@typescript-eslint/no-implied-eval': 'error',
  'no-restricted-syntax': [
    'error',
    { selector: 'ExportDefaultDeclaration', message: MESSAGES.defaultExport },
  ],
  'no-self-compare': 'error',
  'no-unmodified-loop-condition': 'error',
  'no-unreachable-loop': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'no-fallthrough': 'error',
};

/**
 * Text that a person reads comes from the catalogues, in six languages. Punctuation and symbols may
 * stand in the tree.
 */
const LITERAL_TEXT = 'Text comes from the language catalogues (texts), not from the tree.';
const WORDS = '/\\p{L}{2,}/u';
const TEXT = `:matches(Literal[value=${WORDS}], TemplateElement[value.cooked=${WORDS}])`;
const TEXT_ATTRIBUTE =
  'JSXAttribute[name.name=/^(aria-(label|description|valuetext|placeholder|roledescription)|title|placeholder|alt|label|hint)$/]';
/**
 * Between an element or attribute and its text: braces, and a choice in them. Arguments of a call
 * are left out: the name of a text is a literal too.
 */
const BETWEEN = [
  '',
  'TemplateLiteral > ',
  'ConditionalExpression > ',
  'LogicalExpression > ',
  'LogicalExpression > TemplateLiteral > ',
  'ConditionalExpression > TemplateLiteral > ',
];
const NO_LITERAL_TEXT = [
  `JSXText[value=${WORDS}]`,
  `${TEXT_ATTRIBUTE} > ${TEXT}`,
  ...BETWEEN.map(
    (between) =>
      `:matches(JSXElement, JSXFragment, ${TEXT_ATTRIBUTE}) > JSXExpressionContainer > ${between}${TEXT}`,
  ),
].map((selector) => ({ selector, message: LITERAL_TEXT }));

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '**/.cache/', '**/.data/', 'coverage/'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: RULES,
  },
  {
    files: ['apps/web/**/*.{ts,tsx}', 'apps/office/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    // Product code.
    files: ['apps/*/src/**/*.{ts,tsx}', 'packages/{money,contract,core,chain}/src/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**', 'apps/web/src/app/gallery/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // Operators read English: the office has no catalogues.
    files: ['apps/web/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: MESSAGES.defaultExport },
        {
          selector: 'ImportDeclaration[source.value="radix-ui"]',
          message:
            'Import the part (radix-ui/dialog): the index makes each part import all others.',
        },
        ...NO_LITERAL_TEXT,
      ],
    },
  },
  {
    // The gallery shows components to developers: it is not in the product.
    files: ['apps/web/src/app/gallery/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: MESSAGES.defaultExport },
      ],
    },
  },
  ...linear,
  {
    // Configuration files are default exports because their tools ask for it.
    files: ['**/*.config.ts', '**/*.d.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx'],
    rules: {
      // A test looks into answers whose shape is what it is about to prove.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
