import { expect, test } from 'vitest';
import { PERMISSIONS, ROLE_NAMES, ROLES, type Permission } from './permissions.ts';

/** Pairs of permissions of which no role has both. */
const APART: readonly (readonly [Permission, Permission])[] = [
  ['adjustments.propose', 'adjustments.approve'],
  ['house.move', 'adjustments.approve'],
  ['settings.write', 'proposals.decide'],
  ['users.freeze', 'proposals.decide'],
  ['markets.write', 'proposals.decide'],
  ['contracts.write', 'proposals.decide'],
  ['loans.write', 'proposals.decide'],
  ['p2p.act', 'proposals.decide'],
  ['custody.settings', 'proposals.decide'],
  ['operators.write', 'proposals.decide'],
  ['contracts.write', 'contests.pay'],
  ['custody.settings', 'p2p.rule'],
  ['operators.write', 'p2p.rule'],
  ['p2p.act', 'p2p.rule'],
  ['p2p.talk', 'p2p.rule'],
  ['p2p.talk', 'adjustments.approve'],
  ['p2p.talk', 'custody.approve'],
  ['identity.review', 'contests.pay'],
  ['custody.settings', 'custody.approve'],
  ['settings.write', 'custody.approve'],
  ['settings.write', 'payments.decide'],
  ['operators.write', 'adjustments.approve'],
  ['operators.write', 'custody.approve'],
  ['operators.write', 'payments.decide'],
  ['operators.write', 'contests.pay'],
  ['identity.review', 'custody.approve'],
];

test.each(APART)('operator 01: no role holds %s and %s', (one, other) => {
  expect(PERMISSIONS).toEqual(expect.arrayContaining([one, other]));
  const both = ROLE_NAMES.filter((role) =>
    [one, other].every((permission) => (ROLES[role] as readonly string[]).includes(permission)),
  );
  expect(both).toEqual([]);
});

test('somebody holds each permission', () => {
  for (const permission of PERMISSIONS)
    expect(
      ROLE_NAMES.some((role) => (ROLES[role] as readonly string[]).includes(permission)),
      permission,
    ).toBe(true);
});
