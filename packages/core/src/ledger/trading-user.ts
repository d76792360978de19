import { FIRST_CUSTOMER, SYSTEM } from './accounts.ts';

/** Users stay below this, so that keys made of user and market are safe integers. */
export const MAX_USER = 2 ** 36;

/** Customers, the two house accounts that trade in the demo, and the desk of conversions. */
export function isTradingUser(user: unknown): boolean {
  if (!Number.isSafeInteger(user) || (user as number) >= MAX_USER) return false;
  return (
    (user as number) >= FIRST_CUSTOMER ||
    user === SYSTEM.demoMaker ||
    user === SYSTEM.demoTaker ||
    user === SYSTEM.convertDesk
  );
}
