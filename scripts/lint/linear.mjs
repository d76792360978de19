// Expressions that read what strangers write take time that grows with its length and no faster.
import regexp from 'eslint-plugin-regexp';
import { plugin } from './no-restart.mjs';

/**
 * Part of eslint.config.mjs: for what is shipped and what reads beside it, not for tests, which
 * choose what they read.
 */
export const linear = [
  {
    files: ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**', '**/crash/**'],
    plugins: { regexp, meridian: plugin },
    rules: {
      'meridian/no-restart': 'error',
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: true }],
      'regexp/no-dupe-disjunctions': [
        'error',
        { report: 'interesting', reportExponentialBacktracking: 'potential' },
      ],
    },
  },
];
