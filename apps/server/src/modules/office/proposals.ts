import type { Call, CallInput, CallOutput } from '@meridian/contract/schema/call';
import type { officeProposalDecide } from '@meridian/contract/office/proposals';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type {
  AuditEntry,
  CallContext,
  Handler,
  OperatorSession,
  ProposalGate,
  Tightens,
} from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { requireIndependent, requireStillAllowed } from '../account/makers.ts';
import type { OfficeTables } from './office-tables.ts';

export type ProposalRow = Selectable<OfficeTables['proposals']>;
type OfficeCall = Call & { readonly access: 'operator' };
type OfficeContext = CallContext<OfficeCall>;
type DecideContext = CallContext<typeof officeProposalDecide>;

/** Time in which a proposal can be decided. */
export const PROPOSAL_LIFE_MS = 72 * 3_600_000;

/** The change of a rehearsed handler, as its log entry: nothing has happened. */
class Rehearsed extends Error {
  readonly entry: AuditEntry;

  constructor(entry: AuditEntry) {
    super('rehearsed');
    this.entry = entry;
  }
}

/** The compared texts of an entry: the change must equal the proposal. */
interface Wanted {
  readonly action: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

interface Decision {
  readonly state: 'approved' | 'rejected';
  readonly operator: OperatorSession;
  readonly reason: string;
  readonly at: Date;
}

interface Guarded {
  readonly call: Call;
  readonly handler: Handler<OfficeCall>;
}

/**
 * Changes that one operator proposes and another decides. Owns their table. A proposal is made by
 * the handler of the call itself: it checks everything, and is stopped where it would write to the
 * log, which is before it does anything. The same handler makes the change when it is approved, and
 * is stopped if its log entry then differs from the proposal.
 */
export class Proposals implements ProposalGate {
  readonly #queries: Queries;
  readonly #nowMs: () => number;
  readonly #guarded = new Map<string, Guarded>();

  constructor(queries: Queries, nowMs: () => number = Date.now) {
    this.#queries = queries;
    this.#nowMs = nowMs;
  }

  guard<C extends Call>(
    call: C,
    handler: Handler<C>,
    tightens: Tightens<C> = () => false,
  ): Handler<C> {
    if (call.access !== 'operator') throw new Error(`${call.path} is no call of operators`);
    const officeHandler = handler as unknown as Handler<OfficeCall>;
    this.#guarded.set(call.path, { call, handler: officeHandler });
    const guarded = async (context: OfficeContext): Promise<unknown> => {
      const { entry, wanted } = await rehearse(call, officeHandler, context);
      const { before, after } = entry;
      if (tightens({ input: context.input as CallInput<C>, before, after }))
        return perform(officeHandler, context, wanted, (told, transaction) =>
          context.audit(told, transaction),
        );
      return { proposal: await this.#add(call, context, wanted) };
    };
    return guarded as unknown as Handler<C>;
  }

  /**
   * @returns the answer of the proposed call
   */
  async decide(context: DecideContext): Promise<CallOutput<typeof officeProposalDecide>> {
    const { input, operator } = context;
    const row = await this.#queries
      .selectFrom('proposals')
      .selectAll()
      .where('id', '=', BigInt(input.id))
      .executeTakeFirst();
    if (row?.state !== 'waiting') throw new Refusal('proposal_not_found', { field: 'id' });
    if (stateOf(row, this.#nowMs()) === 'lapsed')
      throw new Refusal('proposal_lapsed', { field: 'id' });
    await requireIndependent(this.#queries, operator.operator, [row.proposed_by]);
    return input.approved === '1' ? this.#approve(row, context) : this.#reject(row, context);
  }

  /** Withdraws an operator's own proposal. */
  async takeBack(
    id: number,
    { operator }: OperatorSession,
    audit: OfficeContext['audit'],
  ): Promise<void> {
    await this.#queries.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('proposals')
        .set({ state: 'taken_back' })
        .where('id', '=', BigInt(id))
        .where('proposed_by', '=', BigInt(operator))
        .where('state', '=', 'waiting')
        .returning(['id', 'action', 'subject'])
        .executeTakeFirst();
      if (row === undefined) throw new Refusal('proposal_not_found', { field: 'id' });
      await audit(
        {
          action: 'proposal.take_back',
          subject: `proposal ${row.id}`,
          after: { does: row.action, to: row.subject },
        },
        transaction,
      );
    });
  }

  async #add(
    { path }: Call,
    { input, operator, audit }: OfficeContext,
    wanted: Wanted,
  ): Promise<number> {
    const reason = ((input as { readonly reason?: string }).reason ?? '').trim();
    // The decider reads the reason. A change without a proposal needs none.
    if (reason === '') throw new Refusal('proposal_reason_missing', { field: 'reason' });
    return this.#queries.transaction().execute(async (transaction) => {
      const row = {
        call: path,
        input: JSON.stringify(input),
        ...wanted,
        reason,
        proposed_by: BigInt(operator.operator),
        proposed_at: new Date(this.#nowMs()),
      };
      const { id } = await transaction
        .insertInto('proposals')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow();
      const { action, subject, before, after } = wanted;
      await audit(
        {
          action: 'proposal.make',
          subject: `proposal ${id}`,
          before: JSON.parse(before) as unknown,
          after: { does: action, to: subject, becomes: JSON.parse(after) as unknown, reason },
        },
        transaction,
      );
      return Number(id);
    });
  }

  async #reject(
    row: ProposalRow,
    { input, operator, audit }: DecideContext,
  ): Promise<CallOutput<typeof officeProposalDecide>> {
    const reason = (input.reason ?? '').trim();
    if (reason === '') throw new Refusal('field_missing', { field: 'reason' });
    await this.#queries.transaction().execute(async (transaction) => {
      await decideOnce(transaction, row, {
        state: 'rejected',
        operator,
        reason,
        at: new Date(this.#nowMs()),
      });
      await audit(
        {
          action: 'proposal.reject',
          subject: `proposal ${row.id}`,
          after: { does: row.action, to: row.subject, reason },
        },
        transaction,
      );
    });
    return { answer: '' };
  }

  async #approve(
    row: ProposalRow,
    context: DecideContext,
  ): Promise<CallOutput<typeof officeProposalDecide>> {
    const guarded = this.#guarded.get(row.call);
    const proposer = await this.#queries
      .selectFrom('operators')
      .select('account')
      .where('id', '=', row.proposed_by)
      .executeTakeFirstOrThrow();
    if (guarded === undefined) throw new Refusal('proposal_outdated', { field: 'id' });
    await requireStillAllowed(this.#queries, [row.proposed_by], guarded.call.permission);
    const { operator, audit, input } = context;
    const decision = {
      state: 'approved',
      operator,
      reason: (input.reason ?? '').trim(),
      at: new Date(this.#nowMs()),
    } as const;
    const tell = approvalLog(row, { ...decision, proposer: proposer.account }, audit);
    const inTransaction = (entry: AuditEntry, transaction: Queries | undefined): Promise<void> =>
      transaction === undefined
        ? this.#queries.transaction().execute((own) => tell(entry, own))
        : tell(entry, transaction);
    try {
      const answer = await perform(
        guarded.handler,
        {
          ...context,
          operator: { ...operator, proposer: Number(row.proposed_by) },
          input: JSON.parse(row.input) as unknown,
        } as unknown as OfficeContext,
        row,
        inTransaction,
      );
      return { answer: JSON.stringify(answer) };
    } catch (error) {
      // A rollback leaves the proposal waiting. A refusal after the log entry, as by the core, ends
      // it.
      const note = error instanceof Refusal ? error.code : 'internal_error';
      const ending = this.#queries
        .updateTable('proposals')
        .set({ state: 'failed', decision_reason: note })
        .where('id', '=', row.id);
      // An outdated one ends too: it could be approved again once somebody sets the changed values
      // back.
      await (
        note === 'proposal_outdated'
          ? ending.where('state', '=', 'waiting')
          : ending.where('state', '=', 'approved').where('decided_at', '=', decision.at)
      ).execute();
      throw error;
    }
  }
}

/**
 * The log of an approved change. With the first entry, in its transaction, the proposal is decided.
 * Both names are in the log.
 */
function approvalLog(
  row: ProposalRow,
  { proposer, ...decision }: Decision & { readonly proposer: string },
  audit: OfficeContext['audit'],
): (entry: AuditEntry, transaction: Queries) => Promise<void> {
  const { reason } = decision;
  let isFirst = true;
  return async (entry, transaction) => {
    if (isFirst) {
      await decideOnce(transaction, row, decision);
      await audit(
        {
          action: 'proposal.approve',
          subject: `proposal ${row.id}`,
          after: { does: row.action, to: row.subject, proposed_by: proposer, reason },
        },
        transaction,
      );
    }
    await audit(
      {
        ...entry,
        after: { ...fieldsOf(entry.after), proposal: Number(row.id), proposed_by: proposer },
      },
      transaction,
    );
    isFirst = false;
  };
}

/** The present state of a proposal. */
export function stateOf(
  { state, proposed_at }: Pick<ProposalRow, 'state' | 'proposed_at'>,
  nowMs: number,
): ProposalRow['state'] | 'lapsed' {
  return state === 'waiting' && nowMs - proposed_at.getTime() >= PROPOSAL_LIFE_MS
    ? 'lapsed'
    : state;
}

/** Lets a handler check everything, and stops it before its first write. */
async function rehearse(
  call: Call,
  handler: Handler<OfficeCall>,
  context: OfficeContext,
): Promise<{ entry: AuditEntry; wanted: Wanted }> {
  try {
    await handler({ ...context, audit: (entry) => Promise.reject(new Rehearsed(entry)) });
  } catch (error) {
    if (error instanceof Rehearsed) return { entry: error.entry, wanted: wantedOf(error.entry) };
    throw error;
  }
  throw new Error(`${call.path} did something that the log does not know of`);
}

/** Lets a handler make the wanted change; any other is stopped before it happens. */
async function perform(
  handler: Handler<OfficeCall>,
  context: OfficeContext,
  wanted: Wanted,
  tell: (entry: AuditEntry, transaction: Queries | undefined) => Promise<void>,
): Promise<unknown> {
  let isFirst = true;
  const audit = async (entry: AuditEntry, transaction?: Queries): Promise<void> => {
    if (isFirst && !isSame(wantedOf(entry), wanted))
      throw new Refusal('proposal_outdated', { field: 'id' });
    isFirst = false;
    await tell(entry, transaction);
  };
  return handler({ ...context, audit });
}

function wantedOf({ action, subject, before = null, after = null }: AuditEntry): Wanted {
  return { action, subject, before: JSON.stringify(before), after: JSON.stringify(after) };
}

function isSame(left: Wanted, right: Wanted): boolean {
  return (
    left.action === right.action &&
    left.subject === right.subject &&
    left.before === right.before &&
    left.after === right.after
  );
}

/** The log's text of a change is a record: the proposal and its proposer go beside it. */
function fieldsOf(after: unknown): object {
  return typeof after === 'object' && after !== null && !Array.isArray(after)
    ? after
    : { value: after };
}

/** Of two decisions at once, the second finds it decided. */
async function decideOnce(
  transaction: Queries,
  { id }: ProposalRow,
  { state, operator, reason, at }: Decision,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('proposals')
    .set({ state, decided_by: BigInt(operator.operator), decided_at: at, decision_reason: reason })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('proposal_not_found', { field: 'id' });
}
