import type { WithdrawalRequested, WithdrawalStatus } from '@meridian/core/custody/custody-events';
import type { Applied } from '@meridian/core/events';
import type { ClientBase } from 'pg';
import { column } from '../../projector/columns.ts';
import type { Projection } from '../../projector/projection.ts';

interface Request extends WithdrawalRequested {
  readonly timeMs: number;
}

interface Change {
  status: WithdrawalStatus | undefined;
  transaction: string;
  endedMs: number | null;
  readonly approvers: number[];
  /** Set where a review raised the approvals: their number, and the worth that they are for. */
  raised:
    | { readonly worth: bigint; readonly approvalsNeeded: number; readonly isReviewed?: true }
    | undefined;
}

/** Rows that a batch writes to `withdrawals` and `withdrawal_risks`. */
interface CustodyRows {
  readonly requested: Request[];
  readonly changes: Map<number, Change>;
}

const FINAL: readonly WithdrawalStatus[] = ['settled', 'failed', 'rejected', 'cancelled', 'inSite'];

function projectCustody(batch: readonly Applied[]): CustodyRows {
  const rows: CustodyRows = { requested: [], changes: new Map() };
  for (const { events, timeMs } of batch) {
    for (const event of events) {
      if (event.type === 'withdrawalRequested') rows.requested.push({ ...event, timeMs });
      else if (event.type === 'withdrawalApproved')
        changeOf(rows, event.withdrawal).approvers.push(event.operator);
      else if (event.type === 'approvalsRaised') changeOf(rows, event.withdrawal).raised = event;
      else if (event.type === 'withdrawalMoved') {
        const { status, transaction } = event;
        Object.assign(changeOf(rows, event.withdrawal), {
          status,
          transaction,
          endedMs: FINAL.includes(status) ? timeMs : null,
        });
      }
    }
  }
  return rows;
}

function changeOf({ changes }: CustodyRows, withdrawal: number): Change {
  const known = changes.get(withdrawal);
  if (known !== undefined) return known;
  const change: Change = {
    status: undefined,
    transaction: '',
    endedMs: null,
    approvers: [],
    raised: undefined,
  };
  changes.set(withdrawal, change);
  return change;
}

const INSERT = `
insert into withdrawals (id, user_id, network, currency, amount, fee, address, recipient, worth, approvals_needed, approvers, status, transaction, requested_ms,
  is_reviewed, waits_until_ms)
select id, user_id, network, currency, amount, fee, address, recipient, worth, approvals_needed, '{}', 'requested', '', requested_ms, is_reviewed, waits_until_ms
from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[], $10::smallint[], $11::bigint[],
  $12::boolean[], $13::bigint[])
  as row (id, user_id, network, currency, amount, fee, address, recipient, worth, approvals_needed, requested_ms, is_reviewed, waits_until_ms)`;

/**
 * Rows of older withdrawals, whose risks the server alone recorded, stay: a rebuild cannot make
 * them again.
 */
const INSERT_FLAGS = `
insert into withdrawal_risks (withdrawal, flags) select withdrawal, string_to_array(flags, ',')
from unnest($1::bigint[], $2::text[]) as row (withdrawal, flags) where flags <> '' on conflict (withdrawal) do nothing`;

const UPDATE = `
update withdrawals set status = coalesce($2, status), transaction = $3, ended_ms = $4, approvers = approvers || $5::bigint[],
  worth = coalesce($6, worth), approvals_needed = coalesce($7, approvals_needed), is_reviewed = is_reviewed or $8 where id = $1`;

/** Writes the rows in the caller's transaction. Withdrawals are few: each change is a statement. */
async function writeCustody(
  client: ClientBase,
  { requested, changes }: CustodyRows,
): Promise<void> {
  if (requested.length > 0) {
    const values = [
      column(requested, (row) => row.withdrawal),
      column(requested, (row) => row.user),
      column(requested, (row) => row.network),
      column(requested, (row) => row.currency),
      column(requested, (row) => row.amount),
      column(requested, (row) => row.fee),
      requested.map((row) => row.address),
      column(requested, (row) => row.recipient),
      column(requested, (row) => row.worth),
      column(requested, (row) => row.approvalsNeeded),
      column(requested, (row) => row.timeMs),
      requested.map(({ isReviewed = false }) => isReviewed),
      column(requested, ({ waitsUntilMs = 0 }) => waitsUntilMs),
    ];
    await client.query({ name: 'insert-withdrawals', text: INSERT, values });
    await client.query({
      name: 'insert-withdrawal-flags',
      text: INSERT_FLAGS,
      values: [values[0], requested.map(({ flags = [] }) => flags.join(','))],
    });
  }
  for (const [id, { status, transaction, endedMs, approvers, raised }] of changes) {
    await client.query({
      name: 'update-withdrawal',
      text: UPDATE,
      values: [
        id,
        status ?? null,
        transaction,
        endedMs,
        approvers,
        raised?.worth ?? null,
        raised?.approvalsNeeded ?? null,
        raised?.isReviewed ?? false,
      ],
    });
  }
}

export const custodyProjection: Projection = {
  tables: ['withdrawals'],
  open: (client) => async (batch) => await writeCustody(client, projectCustody(batch)),
};
