import type { CallOutput } from '@meridian/contract/schema/call';
import { officeLogin, officeLogout } from '@meridian/contract/office/calls';
import {
  officeDeviceAdd,
  officeDeviceBegin,
  officeDeviceRemove,
  officeJoin,
  officeMe,
  officeOwnPassword,
  officeOwnSessionEnd,
  operatorTotpBegin,
  operatorTotpEnable,
} from '@meridian/contract/office/operators';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { originOf } from '../account/device.ts';
import { hashPassword } from '../account/passwords.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { OfficeServices } from './office-services.ts';
import { checkOperatorPassword } from './operators.ts';

/** Operators' own affairs: joining, logging in, password, authenticator and sessions. */
export function registerOwnRoutes(gateway: CallRegistry, services: OfficeServices): void {
  const { operators, invitations } = services;
  gateway.registerCall(officeLogin, (context) =>
    operators.logIn({ totp: undefined, ...context.input }, originOf(context)),
  );
  gateway.registerCall(officeJoin, async ({ input: { token, password }, address, language }) => {
    try {
      await invitations.join(token, password, address);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invitation_invalid')
        await operators.failures.note(0, address, {
          action: 'invitation_invalid',
          subject: 'an invitation',
        });
      throw error;
    }
    return textOf(language, 'answer.done');
  });
  gateway.registerCall(officeLogout, async ({ operator, audit, language }) => {
    await audit({ action: 'logout', subject: `operator ${operator.operator}` });
    await operators.endSession(operator);
    return textOf(language, 'answer.done');
  });
  gateway.registerCall(officeMe, (context) => me(services, context));
  gateway.registerCall(
    officeOwnSessionEnd,
    async ({ operator: { operator }, input, audit, language }) => {
      const session = (await operators.sessionsOf(operator)).find(({ id }) => id === input.id);
      if (session === undefined) throw new Refusal('session_not_found', { field: 'id' });
      await operators.endSession({ operator, role: 'support', session: session.id });
      await audit({
        action: 'operator.session_end',
        subject: `operator ${operator}`,
        after: { device: session.device, address: session.address },
      });
      return textOf(language, 'answer.done');
    },
  );
  gateway.registerCall(officeOwnPassword, (context) => changePassword(services, context));
  gateway.registerCall(
    operatorTotpBegin,
    async ({ operator: { operator }, input, audit, address }) => {
      await operators.checkPassword(operator, {
        password: input.password,
        field: 'password',
        address,
      });
      await audit({ action: 'operator.totp_begin', subject: `operator ${operator}` });
      return operators.totp.begin(await operators.byId(operator));
    },
  );
  gateway.registerCall(operatorTotpEnable, (context) => enableTotp(services, context));
  gateway.registerCall(
    officeDeviceBegin,
    async ({ operator: { operator }, input, audit, address, origin }) => {
      await operators.checkPassword(operator, {
        password: input.password,
        field: 'password',
        address,
      });
      await audit({ action: 'operator.device_begin', subject: `operator ${operator}` });
      return {
        options: await services.operatorDevices.begin(await operators.byId(operator), origin),
      };
    },
  );
  gateway.registerCall(officeDeviceAdd, (context) => addDevice(services, context));
  gateway.registerCall(officeDeviceRemove, (context) => removeDevice(services, context));
}

async function addDevice(
  { operators, operatorDevices, queries }: OfficeServices,
  { operator: { operator }, input, origin, audit, language }: CallContext<typeof officeDeviceAdd>,
): Promise<string> {
  const row = await operators.byId(operator);
  const credential = await operatorDevices.verified(row, { credential: input.credential, origin });
  await queries.transaction().execute(async (transaction) => {
    await operatorDevices.add(transaction, { operator: row.id, credential, name: input.name });
    await audit(
      {
        action: 'operator.device_add',
        subject: `operator ${operator}`,
        after: { device: credential, name: input.name },
      },
      transaction,
    );
  });
  await operatorDevices.tell(row, input.name);
  return textOf(language, 'answer.done');
}

async function removeDevice(
  { operatorDevices, queries }: OfficeServices,
  { operator: { operator }, input, audit, language }: CallContext<typeof officeDeviceRemove>,
): Promise<string> {
  await queries.transaction().execute(async (transaction) => {
    const removed = await operatorDevices.remove(transaction, BigInt(operator), input.credential);
    if (removed === undefined) throw new Refusal('passkey_not_found', { field: 'credential' });
    await audit(
      {
        action: 'operator.device_remove',
        subject: `operator ${operator}`,
        before: { device: removed.credential, name: removed.name },
      },
      transaction,
    );
  });
  return textOf(language, 'answer.done');
}

async function me(
  { operators, operatorDevices }: OfficeServices,
  { operator: { operator, session } }: CallContext<typeof officeMe>,
): Promise<CallOutput<typeof officeMe>> {
  const row = await operators.byId(operator);
  const { id, name, account, role, totp_secret, addresses } = row;
  const from = operators.decidesFrom(row);
  const sessions = await operators.sessionsOf(operator);
  return {
    id: Number(id),
    name,
    account,
    role,
    permissions: [...operators.permissionsOf({ role, hasTotp: totp_secret !== null })],
    totp: totp_secret !== null,
    decides_from: from === undefined ? '' : shanghaiTime(from.getTime()),
    addresses,
    sessions: sessions.map((one) => ({
      id: one.id,
      device: one.device,
      address: one.address,
      created_time: shanghaiTime(one.created_at.getTime()),
      last_used_time: shanghaiTime(one.last_used_at.getTime()),
      is_current: one.id === session,
    })),
    devices: (await operatorDevices.list(id)).map((one) => ({
      credential: one.credential,
      name: one.name,
      created_time: shanghaiTime(one.created_at.getTime()),
    })),
  };
}

async function changePassword(
  { operators, queries }: OfficeServices,
  {
    operator: { operator, session },
    input,
    audit,
    address,
    language,
  }: CallContext<typeof officeOwnPassword>,
): Promise<string> {
  const before = await operators.checkPassword(operator, {
    password: input.old_password,
    field: 'old_password',
    address,
  });
  checkOperatorPassword(input.password);
  const password_hash = await hashPassword(input.password);
  await queries.transaction().execute(async (transaction) => {
    // Hashing waits for its turn: a change meanwhile, by an invitation, wins.
    const changed = await transaction
      .updateTable('operators')
      .set({ password_hash })
      .where('id', '=', BigInt(operator))
      .where('password_hash', '=', before)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n)
      throw new Refusal('password_wrong', { field: 'old_password' });
    await operators.endSessions(BigInt(operator), { except: session, transaction });
    await audit({ action: 'operator.password', subject: `operator ${operator}` }, transaction);
  });
  return textOf(language, 'answer.account.passwordChanged');
}

async function enableTotp(
  { operators, queries }: OfficeServices,
  {
    operator: { operator, session },
    input,
    audit,
    language,
  }: CallContext<typeof operatorTotpEnable>,
): Promise<string> {
  const row = await operators.byId(operator);
  await queries.transaction().execute(async (transaction) => {
    await operators.totp.enable(row, input.code, transaction);
    await operators.endSessions(row.id, { except: session, transaction });
    await audit(
      {
        action: 'operator.totp_enable',
        subject: `operator ${operator}`,
        before: { totp: row.totp_secret !== null },
      },
      transaction,
    );
  });
  return textOf(language, 'answer.done');
}
