import type { AuditEntry } from '../../gateway/handler.ts';

/**
 * The entry of a list that shows more of customers than their accounts: addresses, phone numbers,
 * names, accounts of banks. Once an hour for the same customers, so that a list that refreshes is
 * one entry, and one that is paged through to its end is one for each page.
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

interface Listed {
  readonly page?: number | undefined;
  /** The search text: mostly a customer. */
  readonly q?: string | undefined;
}

/**
 * The entry of a list of customers' objects: orders, withdrawals, deposits, contracts. Such lists
 * refresh themselves every few seconds: a page under a filter is one entry an hour, with the
 * customers whom it showed first. A search is an entry for the customers found. The search text
 * stays out of the log, from which no personal data can be erased.
 */
export function listShown(
  action: string,
  { page = 1, q, ...filter }: Listed & Readonly<Record<string, string | number | undefined>>,
  users: readonly (number | bigint)[],
): AuditEntry {
  const shown = customersShown(action, users);
  if (q !== undefined && q !== '') return shown;
  const filters = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name} ${value}`],
  );
  return { ...shown, subject: [`page ${page}`, ...filters].join(', ') };
}
