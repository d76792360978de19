import type { Queries } from '../../database/database.ts';

/** The customer that a subject of the audit log names: 0 and '' where it names none. */
export interface NamedCustomer {
  readonly user: number;
  readonly account: string;
}

const NOBODY: NamedCustomer = { user: 0, account: '' };

/** The names that the accounts have now. The log itself keeps the number only. */
export async function namedCustomers(
  queries: Queries,
  subjects: readonly string[],
): Promise<(subject: string) => NamedCustomer> {
  const ids = [...new Set(subjects.map(customerOf))].filter((id) => id !== 0);
  if (ids.length === 0) return () => NOBODY;
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'account'])
    .where('id', 'in', ids.map(BigInt))
    .execute();
  const accounts = new Map(rows.map(({ id, account }) => [Number(id), account]));
  return (subject) => {
    const user = customerOf(subject);
    const account = accounts.get(user);
    return account === undefined ? NOBODY : { user, account };
  };
}

/** What an entry is about: of a proposal, what it would be done to. */
export function subjectOf(entry: {
  readonly action: string;
  readonly subject: string;
  readonly after: string;
}): string {
  if (entry.action !== 'proposal.make') return entry.subject;
  const { to } = JSON.parse(entry.after) as { readonly to?: unknown };
  return typeof to === 'string' ? to : entry.subject;
}

function customerOf(subject: string): number {
  return Number(/^user (\d{1,15})$/.exec(subject)?.[1] ?? 0);
}
