// Regular expressions on input from outside must take linear time, or a client could stall the
// server.
import regexp from 'eslint-plugin-regexp';
import { plugin } from './no-restart.mjs';

/**
 * Part of eslint.config.mjs: for shipped code and code beside it, not for tests, which choose their
 * own input.
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
