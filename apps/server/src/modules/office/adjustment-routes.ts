import {
  officeAdjustmentDecide,
  officeAdjustmentPropose,
  officeAdjustments,
} from '@meridian/contract/wallet/office';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Wallet } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { isPlay } from '../market/play-money.ts';
import { knownTransferOf, refusalOf, transferOf } from '../../transfers/transfers.ts';
import { textOf } from '../../texts.ts';
import { listShown } from '../account/customers-shown.ts';
import { requireOther } from '../account/own-account.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { requireIndependent, requireStillAllowed } from '../account/makers.ts';
import type { OfficeServices } from './office-services.ts';
import { PROPOSAL_LIFE_MS } from './proposals.ts';

/**
 * Payments to customers from the house's account, never from nothing (invariant L9): one operator
 * proposes, another decides. The adjustment has one transfer id, so that deciding again after a
 * fault pays once, however late (L10).
 */
export function registerAdjustmentRoutes(gateway: CallRegistry, services: OfficeServices): void {
  const { queries, live } = services;
  gateway.registerCall(officeAdjustments, async ({ input, audit }) => {
    const page = input.page ?? 1;
    let query = queries.selectFrom('adjustments');
    if (input.state !== undefined) query = query.where('state', '=', input.state);
    const { count } = await query
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await query
      .innerJoin('users', 'users.id', 'adjustments.user_id')
      .leftJoin('operators as proposer', 'proposer.id', 'adjustments.proposed_by')
      .leftJoin('operators as decider', 'decider.id', 'adjustments.decided_by')
      .selectAll('adjustments')
      .select([
        'proposer.account as proposer',
        'decider.account as decider',
        'users.account as account',
      ])
      .orderBy('adjustments.id', 'desc')
      .limit(OFFICE_ROWS)
      .offset((page - 1) * OFFICE_ROWS)
      .execute();
    await audit(
      listShown(
        'adjustments.list',
        input,
        rows.map(({ user_id }) => user_id),
      ),
    );
    const list = rows.map(
      ({
        id,
        user_id,
        account,
        wallet,
        currency,
        amount,
        reason,
        state,
        proposed_at,
        decided_at,
        proposer,
        decider,
      }) => {
        const { code, scale } = live.currency(currency as CurrencyId) ?? {
          code: String(currency),
          scale: 0,
        };
        return {
          id: Number(id),
          user: Number(user_id),
          account,
          wallet,
          currency_name: code,
          amount: formatDecimal(amount, scale),
          reason,
          state,
          proposed_by: proposer ?? '',
          proposed_time: shanghaiTime(proposed_at.getTime()),
          decided_by: decider ?? '',
          decided_time: decided_at === null ? '' : shanghaiTime(decided_at.getTime()),
        };
      },
    );
    return { list, total: Number(count), page };
  });
  gateway.registerCall(officeAdjustmentPropose, (context) => propose(services, context));
  gateway.registerCall(officeAdjustmentDecide, (context) => decide(services, context));
}

async function propose(
  { queries, live }: OfficeServices,
  { input, operator, audit }: CallContext<typeof officeAdjustmentPropose>,
): Promise<{ id: number }> {
  const currency = live.currency(input.currency as CurrencyId);
  if (currency === undefined || isPlay(currency.id))
    throw new Refusal('currency_unknown', { field: 'currency' });
  const parsed = parseDecimal(input.amount, currency.scale);
  if (!parsed.ok) throw new Refusal('number_precision', { field: 'amount' });
  if (parsed.units <= 0n) throw new Refusal('number_not_positive', { field: 'amount' });
  if (parsed.units >= 2n ** 62n) throw new Refusal('number_range', { field: 'amount' });
  const user = await queries
    .selectFrom('users')
    .select('id')
    .where('id', '=', BigInt(input.user))
    .executeTakeFirst();
  if (user === undefined) throw new Refusal('user_not_found', { field: 'user' });
  await requireOther(queries, operator.operator, user.id);
  return queries.transaction().execute(async (transaction) => {
    const row = {
      user_id: user.id,
      wallet: input.wallet,
      currency: input.currency,
      amount: parsed.units,
      reason: input.reason,
      proposed_by: BigInt(operator.operator),
      proposed_at: new Date(),
    };
    const { id } = await transaction
      .insertInto('adjustments')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    const { user: _user, ...after } = input;
    await audit(
      {
        action: 'adjustment.propose',
        subject: `adjustment ${id}`,
        after: { user: Number(user.id), ...after },
      },
      transaction,
    );
    return { id: Number(id) };
  });
}

async function decide(
  { queries, engine, live }: OfficeServices,
  { input, operator, audit, language }: CallContext<typeof officeAdjustmentDecide>,
): Promise<string> {
  const isApproved = input.approved === '1';
  const proposed = await queries
    .selectFrom('adjustments')
    .select('id')
    .where('id', '=', BigInt(input.id))
    .where('state', '=', 'proposed')
    .executeTakeFirst();
  if (proposed === undefined) throw new Refusal('adjustment_not_found', { field: 'id' });
  const transfer = isApproved ? await transferOf(queries, 'adjustment', proposed.id) : undefined;
  await queries.transaction().execute(async (transaction) => {
    // The row stays locked until the end: of two decisions at once, the second finds it decided.
    const row = await transaction
      .selectFrom('adjustments')
      .selectAll()
      .where('id', '=', BigInt(input.id))
      .where('state', '=', 'proposed')
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('adjustment_not_found', { field: 'id' });
    await requireIndependent(transaction, operator.operator, [row.proposed_by]);
    await requireOther(transaction, operator.operator, row.user_id);
    const told = await knownTransferOf(transaction, 'adjustment', row.id);
    const isPaid = told !== undefined && live.transfers.has(told);
    // Paid by a decision whose record was lost: it can only be approved.
    if (!isApproved && isPaid) throw new Refusal('transfer_exists');
    if (isApproved && !isPaid) await requireFresh(transaction, row);
    await transaction
      .updateTable('adjustments')
      .set({
        state: isApproved ? 'approved' : 'rejected',
        decided_by: BigInt(operator.operator),
        decided_at: new Date(),
      })
      .where('id', '=', row.id)
      .execute();
    await audit(
      {
        action: isApproved ? 'adjustment.approve' : 'adjustment.reject',
        subject: `adjustment ${row.id}`,
        after: { user: Number(row.user_id), amount: String(row.amount), currency: row.currency },
      },
      transaction,
    );
    if (transfer === undefined) return;
    // Last: a refusal of the engine rolls the decision back. A commit that fails after it leaves
    // the adjustment open, but paid: the next decision finds that the core has made the transfer.
    const { outcome } = await engine.submit({
      kind: 'ledger.credit',
      user: Number(row.user_id) as UserId,
      wallet: row.wallet as Wallet,
      currency: row.currency as CurrencyId,
      amount: row.amount as Amount,
      reference: `adjustment-${row.id}`,
      transfer,
    });
    const refusal = refusalOf(outcome);
    if (refusal !== undefined) throw new Refusal(refusal);
  });
  return textOf(language, 'answer.done');
}

/**
 * Refuses a proposal that waited too long, or whose proposer has lost the permission: it must be
 * proposed again.
 */
async function requireFresh(
  queries: Queries,
  { proposed_by, proposed_at }: { readonly proposed_by: bigint; readonly proposed_at: Date },
): Promise<void> {
  if (Date.now() - proposed_at.getTime() > PROPOSAL_LIFE_MS)
    throw new Refusal('proposal_lapsed', { field: 'id' });
  await requireStillAllowed(queries, [proposed_by], officeAdjustmentPropose.permission);
}
