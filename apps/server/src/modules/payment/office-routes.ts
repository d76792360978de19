import type { CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import { officePaymentDecide, officePayments } from '@meridian/contract/payment/office';
import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { customersShown } from '../account/customers-shown.ts';
import { requireOther } from '../account/own-account.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { FOR_OPERATORS, MONEY_SCALE } from './payments.ts';
import { paidCurrency, type PaymentServices } from './routes.ts';

type Services = Pick<PaymentServices, 'queries' | 'live' | 'payments'>;

/** Payments for operators: late and short ones wait for a decision. */
export function registerPaymentOfficeRoutes(gateway: CallRegistry, services: Services): void {
  gateway.registerCall(officePayments, (context) => page(services, context));
  gateway.registerCall(officePaymentDecide, (context) => decide(services, context));
}

async function page(
  { queries, live, payments }: Services,
  { input, audit }: CallContext<typeof officePayments>,
): Promise<CallOutput<typeof officePayments>> {
  const number = input.page ?? 1;
  const { q = '', status } = input;
  let query = queries
    .selectFrom('payment_intents')
    .innerJoin('users', 'users.id', 'payment_intents.user_id');
  if (status !== undefined) query = query.where('payment_intents.status', '=', status);
  if (q !== '')
    query = query.where(({ eb, or }) =>
      or([
        eb('users.account', '=', q),
        eb('payment_intents.order_id', '=', q),
        eb('payment_intents.gateway_id', '=', q),
        ...(/^\d{1,15}$/.test(q) ? [eb('payment_intents.user_id', '=', BigInt(q))] : []),
      ]),
    );
  const { count } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin('operators', 'operators.id', 'payment_intents.decided_by')
    .selectAll('payment_intents')
    .select(['users.account as customer', 'operators.account as decider'])
    // A queue is worked oldest first.
    .orderBy(
      'payment_intents.id',
      status !== undefined && FOR_OPERATORS.includes(status) ? 'asc' : 'desc',
    )
    .limit(OFFICE_ROWS)
    .offset((number - 1) * OFFICE_ROWS)
    .execute();
  await audit(
    customersShown(
      'payments.list',
      rows.map(({ user_id }) => user_id),
    ),
  );
  const { scale } = paidCurrency(live);
  const list = rows.map((row) => ({
    id: Number(row.id),
    order: row.order_id,
    user: Number(row.user_id),
    account: row.customer,
    payer: payments.accountOf(row),
    amount: formatFixed(row.money, MONEY_SCALE),
    number: formatDecimal(row.amount, scale),
    rate: row.rate,
    status: payments.statusOf(row),
    note: row.note,
    gateway_id: row.gateway_id ?? '',
    decided_by: row.decider ?? '',
    created_time: shanghaiTime(row.created_at.getTime()),
    expires_time: shanghaiTime(row.expires_at.getTime()),
    paid_time: row.paid_at === null ? '' : shanghaiTime(row.paid_at.getTime()),
  }));
  return { list, total: Number(count), page: number };
}

async function decide(
  { queries, payments }: Services,
  { input, operator, audit, language }: CallContext<typeof officePaymentDecide>,
): Promise<string> {
  const isCredited = input.credited === '1';
  const ruled = await queries.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('payment_intents')
      .select(['id', 'user_id', 'order_id', 'status'])
      .where('id', '=', BigInt(input.id))
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) throw new Refusal('payment_not_found', { field: 'id' });
    await requireOther(transaction, operator.operator, before.user_id);
    const row = await payments.rule(transaction, before.id, {
      isCredited,
      reason: input.reason,
      operator: operator.operator,
    });
    const after = {
      status: row.status,
      user: Number(row.user_id),
      money: String(row.money),
      amount: String(row.amount),
      order: row.order_id,
      reason: input.reason,
    };
    await audit(
      {
        action: isCredited ? 'payment.credit' : 'payment.refund',
        subject: `payment ${row.id}`,
        before: { status: before.status },
        after,
      },
      transaction,
    );
    return row;
  });
  // After the log, so that no payment is missing from it.
  if (isCredited) await payments.credit(ruled);
  return textOf(language, 'answer.done');
}
