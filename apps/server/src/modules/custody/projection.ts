import type { WithdrawalRequested, WithdrawalStatus } from '@meridian/core/custody/custody-events';
import type { Applied } from '@meridian/core/events';
import type { ClientBase } from 'pg';
import { insertInto, update } from '../../projector/row-statements.ts';
import type { Projection } from '../../projector/projection.ts';

interface Request extends WithdrawalRequested {
  readonly timeMs: number;
}

interface Change {
  status: WithdrawalStatus | null;
  transaction: string;
  endedMs: number | null;
  readonly approvers: number[];
  /** Set where a review raised the approvals: their number, and the worth that they are for. */
  raised:
    | { readonly worth: bigint; readonly approvalsNeeded: number; readonly isReviewed?: true }
    | undefined;
}

interface Changed {
  readonly id: number;
  readonly change: Change;
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
    status: null,
    transaction: '',
    endedMs: null,
    approvers: [],
    raised: undefined,
  };
  changes.set(withdrawal, change);
  return change;
}

const INSERT = insertInto<'withdrawals', Request>('insert-withdrawals', 'withdrawals', {
  id: ['bigint', (row) => row.withdrawal],
  user_id: ['bigint', (row) => row.user],
  network: ['integer', (row) => row.network],
  currency: ['integer', (row) => row.currency],
  amount: ['bigint', (row) => row.amount],
  fee: ['bigint', (row) => row.fee],
  address: ['text', (row) => row.address],
  recipient: ['bigint', (row) => row.recipient],
  worth: ['bigint', (row) => row.worth],
  approvals_needed: ['integer', (row) => row.approvalsNeeded],
  approvers: ['bigints', () => []],
  status: ['word', () => 'requested'],
  transaction: ['text', () => ''],
  requested_ms: ['bigint', (row) => row.timeMs],
  is_reviewed: ['boolean', ({ isReviewed = false }) => isReviewed],
  waits_until_ms: ['bigint', ({ waitsUntilMs = 0 }) => waitsUntilMs],
});

/**
 * Rows of older withdrawals, whose risks the server alone recorded, stay: a rebuild cannot make
 * them again.
 */
const INSERT_RISKS = insertInto<'withdrawal_risks', Request>(
  'insert-withdrawal-flags',
  'withdrawal_risks',
  {
    withdrawal: ['bigint', (row) => row.withdrawal],
    flags: ['words', ({ flags = [] }) => flags],
  },
  'on conflict (withdrawal) do nothing',
);

const UPDATE = update<'withdrawals', Changed>('update-withdrawal', 'withdrawals', {
  id: ['bigint', ({ id }) => id],
  status: ['word', ({ change }) => change.status, 'keep'],
  transaction: ['text', ({ change }) => change.transaction],
  ended_ms: ['bigint', ({ change }) => change.endedMs],
  approvers: ['bigints', ({ change }) => change.approvers, 'add'],
  worth: ['bigint', ({ change }) => change.raised?.worth ?? null, 'keep'],
  approvals_needed: ['integer', ({ change }) => change.raised?.approvalsNeeded ?? null, 'keep'],
  is_reviewed: ['boolean', ({ change }) => change.raised?.isReviewed ?? false, 'add'],
});

/** Writes the rows in the caller's transaction. */
async function writeCustody(
  client: ClientBase,
  { requested, changes }: CustodyRows,
): Promise<void> {
  await INSERT.write(client, requested);
  await INSERT_RISKS.write(
    client,
    requested.filter(({ flags = [] }) => flags.length > 0),
  );
  await UPDATE.write(
    client,
    [...changes].map(([id, change]) => ({ id, change })),
  );
}

export const custodyProjection: Projection = {
  tables: ['withdrawals'],
  open: (client) => async (batch) => await writeCustody(client, projectCustody(batch)),
};
