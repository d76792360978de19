import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import {
  officeProposalDecide,
  officeProposals,
  officeProposalTakeBack,
} from '@meridian/contract/office/proposals';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { ACCOUNT_TEXTS } from '../account/messages.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { requireIndependent } from '../account/makers.ts';
import { namedCustomers } from './named-customers.ts';
import { DECIDERS } from './operators.ts';
import { PROPOSAL_LIFE_MS, stateOf, type Proposals } from './proposals.ts';

interface ProposalServices {
  readonly queries: Queries;
  readonly proposals: Proposals;
}

/** What waits for a second operator: the list, and the decisions. */
export function registerProposalRoutes(
  gateway: CallRegistry,
  { queries, proposals }: ProposalServices,
): void {
  gateway.registerCall(officeProposals, ({ input, operator }) =>
    page(queries, input, BigInt(operator.operator)),
  );
  gateway.registerCall(officeProposalDecide, (context) => proposals.decide(context));
  gateway.registerCall(officeProposalTakeBack, async ({ input, operator, audit, language }) => {
    await proposals.takeBack(input.id, operator, audit);
    return ACCOUNT_TEXTS[language].done;
  });
}

/** Proposals that can still be decided. */
export function waitingProposals(queries: Queries) {
  return queries
    .selectFrom('proposals')
    .where('proposals.state', '=', 'waiting')
    .where('proposed_at', '>', new Date(Date.now() - PROPOSAL_LIFE_MS));
}

async function page(
  queries: Queries,
  { page: number = 1, id, state, subject }: CallInput<typeof officeProposals>,
  caller: bigint,
): Promise<CallOutput<typeof officeProposals>> {
  const now = Date.now();
  const oldest = new Date(now - PROPOSAL_LIFE_MS);
  let found = queries.selectFrom('proposals');
  if (id !== undefined) found = found.where('proposals.id', '=', BigInt(id));
  if (subject !== undefined) found = found.where('subject', '=', subject);
  if (state === 'lapsed')
    found = found.where('proposals.state', '=', 'waiting').where('proposed_at', '<=', oldest);
  else if (state === 'waiting')
    found = found.where('proposals.state', '=', 'waiting').where('proposed_at', '>', oldest);
  else if (state !== undefined) found = found.where('proposals.state', '=', state);
  const { count } = await found
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('operators as proposer', 'proposer.id', 'proposals.proposed_by')
    .leftJoin('operators as decider', 'decider.id', 'proposals.decided_by')
    .selectAll('proposals')
    .select(['proposer.account as proposer', 'decider.account as decider'])
    .orderBy(sql`(proposals.state = 'waiting' and proposed_at > ${oldest})`, 'desc')
    .orderBy('proposals.id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((number - 1) * OFFICE_ROWS)
    .execute();
  const deciders = await queries
    .selectFrom('operators')
    .select(['id', 'account'])
    .where('role', 'in', DECIDERS)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();
  const customerIn = await namedCustomers(
    queries,
    rows.map(({ subject }) => subject),
  );
  const list = await Promise.all(
    rows.map(async (row) => {
      const became = stateOf(row, now);
      return {
        id: Number(row.id),
        call: row.call.split('/').at(-1) ?? row.call,
        ...{
          action: row.action,
          subject: row.subject,
          ...customerIn(row.subject),
          before: row.before,
          after: row.after,
          reason: row.reason,
        },
        state: became,
        proposed_by: row.proposer ?? '',
        proposed_time: shanghaiTime(row.proposed_at.getTime()),
        is_own: row.proposed_by === caller,
        lapses_time: shanghaiTime(row.proposed_at.getTime() + PROPOSAL_LIFE_MS),
        deciders:
          became === 'waiting' ? await independentOf(queries, deciders, row.proposed_by) : [],
        decided_by: row.decider ?? '',
        decided_time: row.decided_at === null ? '' : shanghaiTime(row.decided_at.getTime()),
        decision_reason: row.decision_reason,
      };
    }),
  );
  return { list, total: Number(count), page: number };
}

/** The accounts of those who may decide what this operator proposed. */
async function independentOf(
  queries: Queries,
  deciders: readonly { readonly id: bigint; readonly account: string }[],
  proposer: bigint,
): Promise<string[]> {
  const found = [];
  for (const { id, account } of deciders) {
    const isIndependent = await requireIndependent(queries, Number(id), [proposer]).then(
      () => true,
      () => false,
    );
    if (isIndependent) found.push(account);
  }
  return found;
}
