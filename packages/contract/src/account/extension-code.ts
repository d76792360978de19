/**
 * The invitation code of no user: a registration with it has no inviter. Users' codes have no I in
 * them.
 */
export const DEFAULT_EXTENSION_CODE = 'MERIDIAN';
