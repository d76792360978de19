import { userLanguage, userLogin, userLogout } from '@meridian/contract/account/calls';
import { HISTORY_PER_PAGE } from '@meridian/contract/security/bounds';
import {
  deviceRemember,
  securityHistory,
  sessionEnd,
  sessionList,
  sessionsEnd,
} from '@meridian/contract/security/calls';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { loginName } from './account-name.ts';
import { findById, findByName, saveLanguage } from './accounts.ts';
import { newDeviceId } from './device-tokens.ts';
import { originOf } from './device.ts';
import { isPasswordRight } from './passwords.ts';
import type { AccountServices } from './account-services.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Refusals of a wrong second factor. */
const WRONG_FACTOR: ReadonlySet<string> = new Set(['second_factor_wrong', 'passkey_invalid']);

/** Logging in and out, the list of open sessions, the history of sign-ins. */
export function registerSessionRoutes(gateway: CallRegistry, services: AccountServices): void {
  const { queries, access, securityLog, devices, loginDelays } = services;
  gateway.registerCall(userLogin, (context) => logIn(services, context));
  gateway.registerCall(deviceRemember, async ({ session, address }) => {
    await access.requireStepUp(session);
    const owner = await findById(queries, session.user);
    const device = await access.deviceOf(session, newDeviceId());
    // The owner has just stepped up in this browser: as after a login, its failures are forgotten,
    // under every name.
    for (const name of [owner.email, owner.mobile])
      if (name !== null) await loginDelays.succeeded({ name: `name ${name}`, address, device });
    return devices.issue(owner, device);
  });
  gateway.registerCall(userLogout, async (context) => {
    const { session, language } = context;
    await access.end(session, session);
    await securityLog.record(session.user, 'logout', originOf(context));
    return textOf(language, 'answer.account.loggedOut');
  });
  gateway.registerCall(userLanguage, async ({ session, input, language }) => {
    await saveLanguage(queries, session.user, input.language);
    return textOf(language, 'answer.done');
  });

  gateway.registerCall(sessionList, async ({ session }) => {
    const open = await access.list(session.user);
    return open.map(({ id, device, address, createdAt, lastUsedAt }) => {
      return {
        id,
        device,
        address,
        created_time: shanghaiTime(createdAt.getTime()),
        last_used_time: shanghaiTime(lastUsedAt.getTime()),
        is_current: id === session.session,
      };
    });
  });
  gateway.registerCall(sessionEnd, async (context) => {
    const { session, input, language } = context;
    const hasEnded =
      UUID.test(input.id) && (await access.end({ user: session.user, session: input.id }, session));
    if (!hasEnded) throw new Refusal('session_not_found', { field: 'id' });
    await securityLog.record(session.user, 'session_ended', originOf(context));
    return textOf(language, 'answer.account.sessionEnded');
  });
  gateway.registerCall(sessionsEnd, async (context) => {
    const { session, language } = context;
    await access.endAll(session.user, session);
    await securityLog.record(session.user, 'session_ended', originOf(context));
    return textOf(language, 'answer.account.sessionsEnded');
  });

  gateway.registerCall(securityHistory, async ({ session, input }) => {
    const page = input.page ?? 1;
    const rows = await queries
      .selectFrom('security_events')
      .select(['kind', 'device', 'address', 'created_at'])
      .where('user_id', '=', BigInt(session.user))
      .orderBy('id', 'desc')
      .limit(HISTORY_PER_PAGE)
      .offset((page - 1) * HISTORY_PER_PAGE)
      .execute();
    return {
      list: rows.map(({ created_at, ...event }) => ({
        ...event,
        created_time: shanghaiTime(created_at.getTime()),
      })),
      page,
    };
  });
}

/** Opens a session. Returns its token. */
async function logIn(
  services: AccountServices,
  context: CallContext<typeof userLogin>,
): Promise<string> {
  const { queries, access, securityLog, devices, loginDelays } = services;
  const { input, address, language } = context;
  const name = loginName(input.user_string);
  const user = await findByName(queries, name);
  // By the typed name: an account that is also slowed under its other name would reveal that both
  // belong to one account.
  const attempt = { name: `name ${name}`, address, device: devices.idOf(user, input.device) };
  const seconds = await loginDelays.attempt(attempt);
  if (seconds > 0) throw new Refusal('login_delayed', { seconds });
  const isRight = await isPasswordRight(user?.password_hash, input.password);
  if (user === undefined || !isRight) {
    if (user !== undefined)
      securityLog.recordLater(Number(user.id), 'login_failed', originOf(context));
    throw new Refusal('login_failed');
  }
  // Only a caller with the password learns that the account is frozen.
  if (user.frozen_at !== null) throw new Refusal('account_frozen');
  const factor = await checkFactor(services, Number(user.id), context);
  // A recovery code may be stolen: no funds leave for a day, and the owner is notified, before the
  // session is open.
  if (factor === 'recovery')
    await securityLog.change(Number(user.id), {
      kind: 'recovery_code_used',
      origin: originOf(context),
      make: () => Promise.resolve(),
    });
  await loginDelays.succeeded(attempt);
  const token = await access.open(Number(user.id), originOf(context), {
    passwordHash: user.password_hash,
    hasFactor: factor !== undefined,
    deviceId: attempt.device,
  });
  await saveLanguage(queries, Number(user.id), language);
  await securityLog.record(Number(user.id), 'login', originOf(context));
  return token;
}

/**
 * A caller with the password but without the second factor may have stolen it: the owner is
 * notified.
 */
async function checkFactor(
  { secondFactor, securityLog }: AccountServices,
  user: number,
  context: CallContext<typeof userLogin>,
): ReturnType<AccountServices['secondFactor']['check']> {
  const { totp: code, ticket, credential } = context.input;
  try {
    return await secondFactor.check(user, { code, ticket, credential, origin: context.origin });
  } catch (error) {
    if (error instanceof Refusal && WRONG_FACTOR.has(error.code))
      await securityLog.record(user, 'second_factor_failed', originOf(context));
    throw error;
  }
}
