import type { CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import { officeFaultRelease, officeFaults } from '@meridian/contract/faults/office';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { requireOther } from '../account/own-account.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';

interface FaultServices {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly engine: {
    /** Tells the engine that the held commands have changed in the table. */
    faultsChanged(): void;
  };
}

/** Commands that broke the core, for operators: the held commands, and their release. */
export function registerFaultOfficeRoutes(gateway: CallRegistry, services: FaultServices): void {
  gateway.registerCall(officeFaults, (context) => page(services, context));
  gateway.registerCall(officeFaultRelease, (context) => release(services, context));
}

async function page(
  { queries, live }: FaultServices,
  { input }: CallContext<typeof officeFaults>,
): Promise<CallOutput<typeof officeFaults>> {
  const number = input.page ?? 1;
  const { q = '', state } = input;
  let query = queries.selectFrom('engine_faults');
  if (state !== undefined)
    query = query.where('engine_faults.released_at', state === 'held' ? 'is' : 'is not', null);
  if (q !== '')
    query = query.where(({ eb, or }) =>
      or([
        eb('engine_faults.kind', '=', q),
        ...(/^\d{1,15}$/.test(q) ? [eb('engine_faults.user_id', '=', BigInt(q))] : []),
      ]),
    );
  const { count } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin('operators', 'operators.id', 'engine_faults.released_by')
    .selectAll('engine_faults')
    .select('operators.account as releaser')
    .orderBy('engine_faults.id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((number - 1) * OFFICE_ROWS)
    .execute();
  const list = rows.map((row) => ({
    id: Number(row.id),
    kind: row.kind,
    user: Number(row.user_id ?? 0n),
    seq: Number(row.seq),
    invariant: row.invariant,
    what: row.message,
    command: row.command,
    markets: (row.markets ?? []).map((market) => nameOf(live, market)),
    state: row.released_at === null ? ('held' as const) : ('released' as const),
    occurred_time: shanghaiTime(row.occurred_at.getTime()),
    released_time: row.released_at === null ? '' : shanghaiTime(row.released_at.getTime()),
    released_by: row.releaser ?? '',
    reason: row.release_reason,
  }));
  return { list, total: Number(count), page: number };
}

/** Play markets are not listed, so their number is the name. */
function nameOf(live: LiveView, id: number): string {
  const market = live.markets().find((one) => one.id === id);
  const codes =
    market === undefined
      ? []
      : [live.currency(market.base), live.currency(market.quote)].map(
          (currency) => currency?.code ?? '',
        );
  return codes.length === 0 ? `market ${id}` : codes.join('/');
}

async function release(
  { queries, engine }: FaultServices,
  { input, operator, audit, language }: CallContext<typeof officeFaultRelease>,
): Promise<string> {
  await queries.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('engine_faults')
      .set({
        released_at: new Date(),
        released_by: BigInt(operator.operator),
        release_reason: input.reason,
      })
      .where('id', '=', BigInt(input.id))
      .where('released_at', 'is', null)
      .returning(['kind', 'user_id', 'seq', 'message'])
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('fault_not_found', { field: 'id' });
    if (row.user_id !== null) await requireOther(transaction, operator.operator, row.user_id);
    const before = {
      kind: row.kind,
      user: row.user_id === null ? null : Number(row.user_id),
      seq: Number(row.seq),
      message: row.message,
    };
    await audit(
      {
        action: 'fault.release',
        subject: `fault ${input.id}`,
        before,
        after: { reason: input.reason },
      },
      transaction,
    );
  });
  engine.faultsChanged();
  return textOf(language, 'answer.done');
}
