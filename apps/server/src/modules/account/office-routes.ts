import {
  officeSessionEnd,
  officeUser,
  officeUserFreeze,
  officeUsers,
} from '@meridian/contract/account/office';
import type { CallOutput } from '@meridian/contract/schema/call';
import { REVIEW_STATUS } from '@meridian/contract/identity/calls';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Access } from '../../gateway/access.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { UserRow } from './accounts.ts';
import { customersCount, customersPage } from './customer-search.ts';
import { customersShown } from './customers-shown.ts';
import { BY_OPERATOR, freezeAccount, unfreezeAccount } from './freeze.ts';
import { requireOther } from './own-account.ts';

export interface CustomerServices {
  readonly queries: Queries;
  readonly access: Access;
  readonly live: LiveView;
  readonly engine: Pick<Engine, 'submit'>;
}

const HISTORY_ROWS = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Customers for operators: search, profile, freeze. A freeze happens at once, a thaw takes two
 * operators.
 */
export function registerCustomerRoutes(gateway: CallRegistry, services: CustomerServices): void {
  const { queries, access } = services;
  gateway.registerCall(officeUsers, async ({ input, audit }) => {
    const page = input.page ?? 1;
    const [{ count }, rows] = await Promise.all([
      customersCount(queries, input).executeTakeFirstOrThrow(),
      customersPage(queries, { ...input, page }).execute(),
    ]);
    await audit(
      customersShown(
        'users.list',
        rows.map(({ id }) => id),
      ),
    );
    return { list: rows.map(rowOf), total: Number(count), page };
  });
  gateway.registerCall(officeUser, async ({ input, audit }) => {
    const user = await customer(queries, input.id);
    // Logged before anything is shown.
    await audit({ action: 'user.read', subject: `user ${user.id}`, isHourly: true });
    return profileOf(services, user);
  });

  gateway.registerCall(
    officeUserFreeze,
    (context) => freezeOrThaw(services, context),
    ({ input }) => input.frozen === '1',
  );
  gateway.registerCall(officeSessionEnd, async ({ input, audit, language }) => {
    const user = await customer(queries, input.user);
    await audit({
      action: 'user.session_end',
      subject: `user ${user.id}`,
      after: { session: input.id },
    });
    if (!UUID.test(input.id) || !(await access.end({ user: Number(user.id), session: input.id })))
      throw new Refusal('session_not_found', { field: 'id' });
    return textOf(language, 'answer.done');
  });
}

async function freezeOrThaw(
  services: CustomerServices,
  { input, operator, audit, language }: CallContext<typeof officeUserFreeze>,
): Promise<string> {
  const { queries } = services;
  const user = await customer(queries, input.id);
  await requireOther(queries, operator.operator, user.id);
  const isFrozen = input.frozen === '1';
  // A thaw ends leftover sessions before it writes to the log. Only those of a frozen account,
  // which nobody can use: a proposal ends no others.
  if (!isFrozen && user.frozen_at === null && user.closed_at === null)
    throw new Refusal('account_not_frozen', { field: 'id' });
  const change = isFrozen ? freezeAccount : unfreezeAccount;
  await change(services, Number(user.id), BY_OPERATOR, async (transaction, frozenBefore) => {
    const after = { is_frozen: isFrozen, reason: input.reason };
    await audit(
      {
        action: isFrozen ? 'user.freeze' : 'user.unfreeze',
        subject: `user ${user.id}`,
        before: {
          is_frozen: frozenBefore !== null,
          // A proposal to thaw applies to this freeze, and to no later one.
          ...(isFrozen || frozenBefore === null ? {} : { frozen_ms: frozenBefore.getTime() }),
        },
        after,
      },
      transaction,
    );
  });
  return textOf(language, 'answer.done');
}

async function customer(queries: Queries, id: number): Promise<UserRow> {
  const user = await queries
    .selectFrom('users')
    .selectAll()
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
  if (user === undefined) throw new Refusal('user_not_found', { field: 'id' });
  return user;
}

function rowOf(user: UserRow): CallOutput<typeof officeUsers>['list'][number] {
  return {
    id: Number(user.id),
    account: user.account,
    email: user.email ?? '',
    phone: user.mobile ?? '',
    account_number: user.account_number,
    review_status: REVIEW_STATUS[user.review_status],
    is_frozen: user.frozen_at !== null,
    created_time: timeOf(user.created_at),
  };
}

async function profileOf(
  { queries, access, live }: CustomerServices,
  user: UserRow,
): Promise<CallOutput<typeof officeUser>> {
  const [totp, passkeys, sessions, history, hold] = await Promise.all([
    queries
      .selectFrom('totp_secrets')
      .select('secret')
      .where('user_id', '=', user.id)
      .executeTakeFirst(),
    queries.selectFrom('passkeys').select('id').where('user_id', '=', user.id).execute(),
    access.list(Number(user.id)),
    queries
      .selectFrom('security_events')
      .selectAll()
      .where('user_id', '=', user.id)
      .orderBy('id', 'desc')
      .limit(HISTORY_ROWS)
      .execute(),
    queries
      .selectFrom('legal_holds')
      .select('reason')
      .where('user_id', '=', user.id)
      .executeTakeFirst(),
  ]);
  const balances = live
    .balances(Number(user.id) as never)
    .map(({ wallet, currency, available, held }) => {
      const { code, scale } = live.currency(currency) ?? { code: String(currency), scale: 0 };
      return {
        wallet,
        currency_name: code,
        available: formatDecimal(available, scale),
        held: formatDecimal(held, scale),
      };
    });
  return {
    ...rowOf(user),
    closed_time: timeOf(user.closed_at),
    legal_hold: hold?.reason ?? '',
    referrer: Number(user.referrer_id ?? 0n),
    totp: totp !== undefined && totp.secret !== null,
    passkeys: passkeys.length,
    withdrawals_held_until: timeOf(user.withdrawals_held_until),
    balances,
    sessions: sessions.map(({ id, device, address, createdAt, lastUsedAt }) => ({
      id,
      device,
      address,
      created_time: timeOf(createdAt),
      last_used_time: timeOf(lastUsedAt),
    })),
    history: history.map(({ kind, device, address, created_at }) => ({
      kind,
      device,
      address,
      created_time: timeOf(created_at),
    })),
  };
}

function timeOf(date: Date | null): string {
  return date === null ? '' : shanghaiTime(date.getTime());
}
