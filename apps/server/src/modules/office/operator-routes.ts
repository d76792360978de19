import { OFFICE_ROWS, officeAudit, officeAuditVerify, officeLogin, officeLogout, officeMe, officeOperators, officeOperatorSave, operatorTotpBegin, operatorTotpEnable } from '@meridian/contract/office';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { originOf } from '../account/device.ts';
import { ACCOUNT_TEXTS } from '../account/messages.ts';
import { checkNewPassword, hashPassword } from '../account/passwords.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { passwordPolicy } from '../../site-settings.ts';
import { addOperator } from './operators.ts';
import type { OfficeServices } from './office-services.ts';

/** Operators themselves: logging in, their authenticator, who they are, what they did. */
export function registerOperatorRoutes(gateway: CallRegistry, services: OfficeServices): void {
  const { operators } = services;
  gateway.registerCall(officeLogin, (context) => operators.logIn({ totp: undefined, ...context.input }, originOf(context)));
  gateway.registerCall(officeLogout, async ({ operator, audit, language }) => {
    await audit({ action: 'logout', subject: `operator ${operator.operator}` });
    await operators.endSession(operator);
    return ACCOUNT_TEXTS[language].done;
  });
  gateway.registerCall(officeMe, async ({ operator }) => {
    const { id, name, account, role, totp_secret } = await operators.byId(operator.operator);
    const hasTotp = totp_secret !== null;
    return { id: Number(id), name, account, role, permissions: [...operators.permissionsOf({ role, hasTotp })], totp: hasTotp };
  });
  gateway.registerCall(operatorTotpBegin, async ({ operator, audit }) => {
    await audit({ action: 'operator.totp_begin', subject: `operator ${operator.operator}` });
    return operators.beginTotp(operator.operator);
  });
  gateway.registerCall(operatorTotpEnable, async ({ operator, audit, input, language }) => {
    await operators.enableTotp(operator.operator, input.code);
    await audit({ action: 'operator.totp_enable', subject: `operator ${operator.operator}` });
    return ACCOUNT_TEXTS[language].done;
  });
  gateway.registerCall(officeOperators, async () => {
    const rows = await operators.list();
    return rows.map(({ id, account, name, role, disabled_at, totp_secret, created_at }) => {
      return { id: Number(id), account, name, role, is_disabled: disabled_at !== null, totp: totp_secret !== null, created_time: shanghaiTime(created_at.getTime()) };
    });
  });
  gateway.registerCall(officeOperatorSave, (context) => saveOperator(services, context));
  registerAuditRoutes(gateway, services);
}

async function saveOperator({ queries }: OfficeServices, { input, operator, audit, language }: CallContext<typeof officeOperatorSave>): Promise<string> {
  const { id, account = '', name = '', role, disabled, password } = input;
  if (password !== undefined) checkNewPassword(await passwordPolicy(queries), password);
  if (id === undefined) {
    if (!account.includes('@')) throw new Refusal('email_invalid', { field: 'account' });
    if (password === undefined) throw new Refusal('field_missing', { field: 'password' });
    const added = await addOperator(queries, { account, name, role, password });
    await audit({ action: 'operator.add', subject: `operator ${added}`, after: { account, name, role } });
    return ACCOUNT_TEXTS[language].done;
  }
  // Nobody gives themselves a role, and no last owner locks everybody out.
  if (id === operator.operator) throw new Refusal('own_account');
  const before = await queries.selectFrom('operators').select(['account', 'name', 'role', 'disabled_at']).where('id', '=', BigInt(id)).executeTakeFirst();
  if (before === undefined) throw new Refusal('operator_not_found', { field: 'id' });
  const isDisabled = disabled === undefined ? before.disabled_at !== null : disabled === '1';
  const change = {
    role,
    name: name === '' ? before.name : name,
    disabled_at: isDisabled ? (before.disabled_at ?? new Date()) : null,
    // A new password comes with the old authenticator gone: who lost one has lost both.
    ...(password === undefined ? {} : { password_hash: await hashPassword(password), totp_secret: null }),
  };
  await queries.transaction().execute(async (transaction) => {
    await transaction.updateTable('operators').set(change).where('id', '=', BigInt(id)).execute();
    await transaction.updateTable('operator_sessions').set({ ended_at: new Date() }).where('operator_id', '=', BigInt(id)).where('ended_at', 'is', null).execute();
    await audit({ action: 'operator.change', subject: `operator ${id}`, before, after: { role, name: change.name, disabled_at: change.disabled_at, password: password === undefined ? 'kept' : 'new' } }, transaction);
  });
  return ACCOUNT_TEXTS[language].done;
}

function registerAuditRoutes(gateway: CallRegistry, { queries, auditLog }: OfficeServices): void {
  gateway.registerCall(officeAudit, async ({ input }) => {
    const page = input.page ?? 1;
    let filtered = queries.selectFrom('audit_log');
    const { q } = input;
    if (q !== undefined) filtered = filtered.where((where) => where.or([where('subject', '=', q), where('action', '=', q)]));
    const { count } = await filtered.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow();
    const rows = await filtered
      .leftJoin('operators', 'operators.id', 'audit_log.operator_id')
      .selectAll('audit_log')
      .select('operators.account')
      .orderBy('audit_log.id', 'desc')
      .limit(OFFICE_ROWS)
      .offset((page - 1) * OFFICE_ROWS)
      .execute();
    const list = rows.map(({ id, account, action, subject, before, after, address, created_at, hash }) => {
      return { id: Number(id), operator: account ?? '', action, subject, before, after, address, created_time: shanghaiTime(created_at.getTime()), hash: hash.toString('hex') };
    });
    return { list, total: Number(count), page };
  });
  gateway.registerCall(officeAuditVerify, async () => {
    const { entries, brokenAt } = await auditLog.verify();
    return { entries, broken_at: brokenAt };
  });
}
