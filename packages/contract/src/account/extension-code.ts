/**
 * The invitation code that stands for nobody: a registration with it is one without an inviter.
 * Codes of people have no I in them.
 */
export const DEFAULT_EXTENSION_CODE = 'MERIDIAN';
