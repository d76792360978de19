import type { CallOutput } from '@meridian/contract/schema/call';
import { officeAudit, officeAuditVerify } from '@meridian/contract/office/calls';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import {
  officeOperatorInvite,
  officeOperators,
  officeOperatorSave,
} from '@meridian/contract/office/operators';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyGoesDown } from '../../gateway/tightens.ts';
import { textOf } from '../../texts.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { checkAddresses } from './allowed-addresses.ts';
import { namedCustomers, subjectOf } from './named-customers.ts';
import type { OfficeServices } from './office-services.ts';

/** The list of operators for those who may invite, invitations, and the audit log. */
export function registerOperatorRoutes(gateway: CallRegistry, services: OfficeServices): void {
  gateway.registerCall(officeOperators, () => operatorRows(services));
  gateway.registerCall(
    officeOperatorSave,
    (context) =>
      context.input.id === undefined
        ? inviteNew(services, context)
        : change(services, context, context.input.id),
    onlyGoesDown({ is_disabled: [true, false] }),
  );
  gateway.registerCall(officeOperatorInvite, (context) => inviteAgain(services, context));
  registerAuditRoutes(gateway, services);
}

async function operatorRows({
  operators,
}: OfficeServices): Promise<CallOutput<typeof officeOperators>> {
  const rows = await operators.list();
  const accounts = new Map(rows.map(({ id, account }) => [id, account]));
  return rows.map((row) => {
    const {
      id,
      account,
      name,
      role,
      addresses,
      disabled_at,
      totp_secret,
      active_since,
      invited_by,
      created_at,
    } = row;
    const from = active_since === null ? undefined : operators.decidesFrom(row);
    const times = {
      decides_from: from === undefined ? '' : shanghaiTime(from.getTime()),
      created_time: shanghaiTime(created_at.getTime()),
    };
    const states = {
      is_disabled: disabled_at !== null,
      is_invited: active_since === null,
      totp: totp_secret !== null,
    };
    return {
      id: Number(id),
      account,
      name,
      role,
      addresses,
      ...states,
      ...times,
      invited_by: invited_by === null ? '' : (accounts.get(invited_by) ?? ''),
    };
  });
}

/**
 * Operator, invitation and log entry are written together, or not at all; then the link is mailed.
 */
async function inviteNew(
  { queries, invitations }: OfficeServices,
  { input, operator, audit, language }: CallContext<typeof officeOperatorSave>,
): Promise<string> {
  const account = (input.account ?? '').trim().toLowerCase();
  if (!account.includes('@')) throw new Refusal('email_invalid', { field: 'account' });
  const { name = '', role } = input;
  const addresses = checkAddresses(input.addresses ?? '');
  const token = await queries.transaction().execute(async (transaction) => {
    // The inviter is the operator who proposed it.
    const invitedBy = operator.proposer ?? operator.operator;
    const row = { account, name, role, addresses, invited_by: BigInt(invitedBy) };
    const added = await transaction
      .insertInto('operators')
      .values(row)
      .onConflict((conflict) => conflict.column('account').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) throw new Refusal('account_taken', { field: 'account' });
    await audit(
      {
        action: 'operator.invite',
        subject: `operator ${account}`,
        after: { account, name, role, addresses },
      },
      transaction,
    );
    return invitations.issue(transaction, { operator: added.id, invitedBy });
  });
  // A failed mail does not undo the invitation.
  const isSent = await invitations.send(account, token).then(
    () => true,
    () => false,
  );
  return isSent
    ? textOf(language, 'answer.done')
    : 'The operator was added, but the invitation could not be mailed: invite them again.';
}

async function change(
  { queries, operators }: OfficeServices,
  { input, operator, audit, language }: CallContext<typeof officeOperatorSave>,
  id: number,
): Promise<string> {
  const { name = '', role, disabled } = input;
  // No operator changes their own role, so the last owner cannot lock everybody out.
  if (id === operator.operator) throw new Refusal('own_account');
  const addresses = input.addresses === undefined ? undefined : checkAddresses(input.addresses);
  await queries.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('operators')
      .select(['account', 'name', 'role', 'addresses', 'disabled_at', 'active_since'])
      .where('id', '=', BigInt(id))
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) throw new Refusal('operator_not_found', { field: 'id' });
    const isDisabled = disabled === undefined ? before.disabled_at !== null : disabled === '1';
    // A new role, or an end of the disabling, starts the wait of a new operator.
    const isNew = role !== before.role || (before.disabled_at !== null && !isDisabled);
    const after = {
      role,
      name: name === '' ? before.name : name,
      addresses: addresses ?? before.addresses,
      disabled_at: isDisabled ? (before.disabled_at ?? new Date()) : null,
      active_since: before.active_since !== null && isNew ? new Date() : before.active_since,
    };
    await transaction.updateTable('operators').set(after).where('id', '=', BigInt(id)).execute();
    await operators.endSessions(BigInt(id), { transaction });
    const logged = (of: typeof before | typeof after) => ({
      account: before.account,
      name: of.name,
      role: of.role,
      addresses: of.addresses,
      is_disabled: of.disabled_at !== null,
    });
    await audit(
      {
        action: 'operator.change',
        subject: `operator ${id}`,
        before: logged(before),
        after: logged(after),
      },
      transaction,
    );
  });
  return textOf(language, 'answer.done');
}

/**
 * The loss of password or authenticator counts as the loss of both, and starts the wait before the
 * next decision. An active operator is not invited: the inviter would take their place in the
 * office, and no longer be controlled by them. Such an operator is disabled first, which needs
 * another operator's approval.
 */
async function inviteAgain(
  { queries, operators, invitations }: OfficeServices,
  { input, operator, audit, language }: CallContext<typeof officeOperatorInvite>,
): Promise<string> {
  if (input.id === operator.operator) throw new Refusal('own_account');
  const id = BigInt(input.id);
  const { account, token } = await queries.transaction().execute(async (transaction) => {
    const forgotten = {
      password_hash: null,
      totp_secret: null,
      totp_pending: null,
      active_since: null,
    };
    const before = await transaction
      .selectFrom('operators')
      .select(['account', 'active_since', 'disabled_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) throw new Refusal('operator_not_found', { field: 'id' });
    if (before.active_since !== null && before.disabled_at === null)
      throw new Refusal('operator_active', { field: 'id' });
    await transaction.updateTable('operators').set(forgotten).where('id', '=', id).execute();
    await operators.endSessions(id, { transaction });
    await audit(
      { action: 'operator.invite', subject: `operator ${id}`, after: { account: before.account } },
      transaction,
    );
    return {
      account: before.account,
      token: await invitations.issue(transaction, { operator: id, invitedBy: operator.operator }),
    };
  });
  await invitations.send(account, token);
  return textOf(language, 'answer.done');
}

function registerAuditRoutes(
  gateway: CallRegistry,
  { queries, auditWitness }: OfficeServices,
): void {
  gateway.registerCall(officeAudit, async ({ input }) => {
    const page = input.page ?? 1;
    let filtered = queries.selectFrom('audit_log');
    const { q } = input;
    if (q !== undefined)
      filtered = filtered.where((where) =>
        where.or([where('subject', '=', q), where('action', '=', q)]),
      );
    const { count } = await filtered
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await filtered
      .leftJoin('operators', 'operators.id', 'audit_log.operator_id')
      .selectAll('audit_log')
      .select('operators.account')
      .orderBy('audit_log.id', 'desc')
      .limit(OFFICE_ROWS)
      .offset((page - 1) * OFFICE_ROWS)
      .execute();
    const customerIn = await namedCustomers(queries, rows.map(subjectOf));
    const list = rows.map(
      ({ id, account, action, subject, before, after, address, created_at, hash }) => {
        return {
          id: Number(id),
          operator: account ?? '',
          action,
          subject,
          ...customerIn(subjectOf({ action, subject, after })),
          before,
          after,
          address,
          created_time: shanghaiTime(created_at.getTime()),
          hash: hash.toString('hex'),
        };
      },
    );
    return { list, total: Number(count), page };
  });
  gateway.registerCall(officeAuditVerify, async () => {
    const { entries, brokenAt } = await auditWitness.verify();
    return { entries, broken_at: brokenAt };
  });
}
