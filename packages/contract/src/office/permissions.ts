/** Permissions of operators. A role is a set of them; a missing one is refused. */
export const PERMISSIONS = [
  'dashboard.read',
  'users.read',
  'users.freeze',
  'identity.review',
  'content.write',
  'settings.write',
  'markets.write',
  'orders.cancel',
  'adjustments.propose',
  'adjustments.approve',
  'custody.read',
  'custody.approve',
  'custody.settings',
  'payments.read',
  'payments.decide',
  'contracts.read',
  'contracts.write',
  'contests.pay',
  'house.read',
  'house.move',
  'faults.release',
  'proposals.read',
  'proposals.decide',
  'operators.write',
  'audit.read',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Permissions of the second of two people: the administrator proposes, and decides on nothing. */
const DECISIONS: readonly Permission[] = [
  'adjustments.approve',
  'custody.approve',
  'payments.decide',
  'contests.pay',
  'proposals.decide',
];

export const ROLES = {
  owner: PERMISSIONS.filter((permission) => !DECISIONS.includes(permission)),
  approver: [
    'dashboard.read',
    'users.read',
    'adjustments.approve',
    'custody.read',
    'custody.approve',
    'payments.read',
    'payments.decide',
    'contracts.read',
    'contests.pay',
    'house.read',
    'proposals.read',
    'proposals.decide',
    'audit.read',
  ],
  compliance: [
    'dashboard.read',
    'users.read',
    'users.freeze',
    'orders.cancel',
    'identity.review',
    'custody.read',
    'proposals.read',
    'audit.read',
  ],
  finance: [
    'dashboard.read',
    'users.read',
    'adjustments.propose',
    'custody.read',
    'payments.read',
    'contracts.read',
    'house.read',
    'house.move',
    'proposals.read',
  ],
  support: ['dashboard.read', 'users.read'],
  content: ['content.write'],
  auditor: [
    'dashboard.read',
    'users.read',
    'custody.read',
    'payments.read',
    'contracts.read',
    'house.read',
    'proposals.read',
    'audit.read',
  ],
} as const satisfies Record<string, readonly Permission[]>;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** Permissions of a role; an unknown role has none. */
export function permissionsOfRole(role: string): readonly Permission[] {
  return Object.hasOwn(ROLES, role) ? ROLES[role as Role] : [];
}
