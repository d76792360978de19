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
import { textOf } from '../../texts.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { requireIndependent } from '../account/makers.ts';
import { namedCustomers } from './named-customers.ts';
import type { Operators } from './operators.ts';
import { PROPOSAL_LIFE_MS, stateOf, type Proposals } from './proposals.ts';

interface ProposalServices {
  readonly queries: Queries;
  readonly proposals: Proposals;
  readonly operators: Operators;
}

/** Proposals that wait for a second operator: the list, and the decisions. */
export function registerProposalRoutes(gateway: CallRegistry, services: ProposalServices): void {
  const { proposals } = services;
  gateway.registerCall(officeProposals, ({ input, operator }) =>
    page(services, input, BigInt(operator.operator)),
  );
  gateway.registerCall(officeProposalDecide, (context) => proposals.decide(context));
  gateway.registerCall(officeProposalTakeBack, async ({ input, operator, audit, language }) => {
    await proposals.takeBack(input.id, operator, audit);
    return textOf(language, 'answer.done');
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
  { queries, operators }: ProposalServices,
  { page: number = 1, id, state, subject }: CallInput<typeof officeProposals>,
  caller: bigint,
): Promise<CallOutput<typeof officeProposals>> {
  const now = Date.now();
  const oldest = new Date(now - PROPOSAL_LIFE_MS);
  let query = queries.selectFrom('proposals');
  if (id !== undefined) query = query.where('proposals.id', '=', BigInt(id));
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (state === 'lapsed')
    query = query.where('proposals.state', '=', 'waiting').where('proposed_at', '<=', oldest);
  else if (state === 'waiting')
    query = query.where('proposals.state', '=', 'waiting').where('proposed_at', '>', oldest);
  else if (state !== undefined) query = query.where('proposals.state', '=', state);
  const { count } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin('operators as proposer', 'proposer.id', 'proposals.proposed_by')
    .leftJoin('operators as decider', 'decider.id', 'proposals.decided_by')
    .selectAll('proposals')
    .select(['proposer.account as proposer', 'decider.account as decider'])
    .orderBy(sql`(proposals.state = 'waiting' and proposed_at > ${oldest})`, 'desc')
    .orderBy('proposals.id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((number - 1) * OFFICE_ROWS)
    .execute();
  const deciders = await operators.whoMay(officeProposalDecide);
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

/** The accounts of those deciders who are independent of the proposer. */
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
