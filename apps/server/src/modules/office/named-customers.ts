import type { Queries } from '../../database/database.ts';

/** The customer that a subject of the audit log names: 0 and '' without one. */
export interface NamedCustomer {
  readonly user: number;
  readonly account: string;
}

const NOBODY: NamedCustomer = { user: 0, account: '' };

/** The present names of the accounts. The log itself keeps only the number. */
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

/** The subject of an entry; of a proposal, the subject of the proposed change. */
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
