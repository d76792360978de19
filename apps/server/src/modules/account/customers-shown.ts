import type { AuditEntry } from '../../gateway/handler.ts';

/**
 * The entry of a list that shows more of customers than their accounts: addresses, phone numbers, names, accounts of banks. Once an hour for the same
 * customers, so that a list that is looked at again and again is one entry, and one that is paged through to its end is one for each page.
 * @param action for example `users.list`
 */
export function customersShown(action: string, users: readonly (number | bigint)[]): AuditEntry {
  const ids = [...new Set(users.map(Number))].sort((a, b) => a - b);
  const subject =
    ids.length === 1
      ? `user ${ids[0]}`
      : `${ids.length} users${ids.length === 0 ? '' : ` from ${ids[0]} to ${ids.at(-1)}`}`;
  return { action, subject, after: { users: ids }, isHourly: true };
}
