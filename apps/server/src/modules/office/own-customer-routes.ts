import type { CallInput } from '@meridian/contract/schema/call';
import {
  officeOperatorCustomers,
  officeOperatorCustomerSave,
  officeOwnCustomerDeclare,
  officeOwnCustomers,
} from '@meridian/contract/office/own-customers';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { accountName } from '../account/account-name.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';

type Link = Pick<CallInput<typeof officeOwnCustomerDeclare>, 'kind' | 'value'>;

/**
 * Customers that operators are or are close to. `account/own-account.ts` has the decisions that
 * this forbids.
 */
export function registerOwnCustomerRoutes(
  gateway: CallRegistry,
  { queries }: { readonly queries: Queries },
): void {
  gateway.registerCall(officeOwnCustomers, async ({ operator }) => {
    const rows = await queries
      .selectFrom('operator_links')
      .select(['kind', 'value', 'created_at'])
      .where('operator_id', '=', BigInt(operator.operator))
      .orderBy('created_at')
      .execute();
    return rows.map(({ kind, value, created_at }) => ({
      kind,
      value,
      created_time: shanghaiTime(created_at.getTime()),
    }));
  });
  gateway.registerCall(officeOwnCustomerDeclare, async ({ input, operator, audit, language }) => {
    const link = linkOf(input);
    await queries.transaction().execute(async (transaction) => {
      await add(transaction, { ...link, operator: operator.operator, by: operator.operator });
      await audit(
        {
          action: 'operator.declare_customer',
          subject: `operator ${operator.operator}`,
          after: link,
        },
        transaction,
      );
    });
    return textOf(language, 'answer.done');
  });
  gateway.registerCall(officeOperatorCustomers, async ({ input }) => {
    const links = queries
      .selectFrom('operator_links')
      .leftJoin('operators', 'operators.id', 'operator_links.declared_by')
      .where('operator_id', '=', BigInt(input.operator));
    const rows = await links
      .select(['kind', 'value', 'operator_links.created_at', 'operators.account'])
      .orderBy('operator_links.created_at')
      .execute();
    return rows.map(({ kind, value, created_at, account }) => ({
      kind,
      value,
      created_time: shanghaiTime(created_at.getTime()),
      declared_by: account ?? '',
    }));
  });
  gateway.registerCall(officeOperatorCustomerSave, (context) => save(queries, context));
}

async function save(
  queries: Queries,
  { input, operator, audit, language }: CallContext<typeof officeOperatorCustomerSave>,
): Promise<string> {
  const link = linkOf(input);
  const id = BigInt(input.operator);
  if (input.operator === operator.operator) throw new Refusal('own_account', { field: 'operator' });
  await queries.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('operators')
      .select('account')
      .where('id', '=', id)
      .executeTakeFirst();
    if (known === undefined) throw new Refusal('operator_not_found', { field: 'operator' });
    const found = await transaction
      .selectFrom('operator_links')
      .select('value')
      .where('operator_id', '=', id)
      .where('kind', '=', link.kind)
      .where('value', '=', link.value)
      .executeTakeFirst();
    if (input.linked === '1')
      await add(transaction, { ...link, operator: input.operator, by: operator.operator });
    else
      await transaction
        .deleteFrom('operator_links')
        .where('operator_id', '=', id)
        .where('kind', '=', link.kind)
        .where('value', '=', link.value)
        .execute();
    await audit(
      {
        action: 'operator.link_customer',
        subject: `operator ${id}`,
        before: { operator: known.account, ...link, linked: found !== undefined },
        after: { operator: known.account, ...link, linked: input.linked === '1' },
      },
      transaction,
    );
  });
  return textOf(language, 'answer.done');
}

async function add(
  transaction: Queries,
  { operator, by, kind, value }: Link & { readonly operator: number; readonly by: number },
): Promise<void> {
  const row = {
    operator_id: BigInt(operator),
    kind,
    value,
    declared_by: BigInt(by),
    created_at: new Date(),
  };
  await transaction
    .insertInto('operator_links')
    .values(row)
    .onConflict((conflict) => conflict.columns(['operator_id', 'kind', 'value']).doNothing())
    .execute();
}

/** In the form of customers' accounts: a phone number without area code is a mainland one. */
function linkOf({ kind, value }: Link): Link {
  const text = value.trim().toLowerCase();
  if (kind === 'user' && !/^[1-9][0-9]{0,14}$/.test(text))
    throw new Refusal('user_not_found', { field: 'value' });
  if (kind === 'email' && !text.includes('@'))
    throw new Refusal('email_invalid', { field: 'value' });
  return { kind, value: kind === 'mobile' ? accountName('mobile', text, undefined).account : text };
}
