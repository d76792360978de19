import { REVIEW_STATUS as ON_THE_WIRE } from '@meridian/contract/identity/calls';
import { expect, test } from 'vitest';
import { levelsOf } from './levels.ts';
import type { Identity } from './identity.ts';
import { REVIEW_STATUS } from './review-status.ts';

const STATE: Identity = {
  status: 2,
  reason: '',
  name: '张**',
  documentNumber: '****123X',
  assetStatus: 1,
  assetReason: '',
  level: 2,
  dailyLimits: [
    { level: 1, usdt: '2000' },
    { level: 2, usdt: '100000' },
    { level: 3, usdt: '1000000' },
  ],
};

test('each level says its limit and how far the account is with it', () => {
  expect(levelsOf(STATE)).toEqual([
    { level: 1, dailyLimit: '2000', status: 2, isCurrent: false },
    { level: 2, dailyLimit: '100000', status: 2, isCurrent: true },
    { level: 3, dailyLimit: '1000000', status: 1, isCurrent: false },
  ]);
});

test('a new account has the first', () =>
  expect(
    levelsOf({ ...STATE, status: 0, assetStatus: 0, level: 1 }).map(({ status, isCurrent }) => [
      status,
      isCurrent,
    ]),
  ).toEqual([
    [2, true],
    [0, false],
    [0, false],
  ]));

test('states are those of the wire', () => expect(REVIEW_STATUS).toEqual(ON_THE_WIRE));
