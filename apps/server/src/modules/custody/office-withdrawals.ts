/** Calls of operators about withdrawals: the list, and the decision on one. */
import { ChainFault } from '@meridian/chain/chain-fault';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import {
  type officeWithdrawalAgree,
  officeWithdrawalDecide,
  type officeWithdrawalLost,
  type officeWithdrawals,
  RISK_FLAGS,
} from '@meridian/contract/custody/office';
import type { Network } from '@meridian/core/custody/custody-commands';
import { sql } from 'kysely';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import { submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { listShown } from '../account/customers-shown.ts';
import { requireIndependent, requireStillAllowed } from '../account/makers.ts';
import { requireOther } from '../account/own-account.ts';
import type { InboxTables } from '../inbox/inbox-tables.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { LiveView } from '../live-view.ts';
import { unitScale } from '../market/valuation.ts';
import { DEVICES_NEEDED } from './agreements.ts';
import { nameOfNetwork } from './chain-networks.ts';
import type { CustodyServices } from './custody-services.ts';
import { lookAlikes } from './look-alikes.ts';
import { agreeTo, deviceOf } from './withdrawal-agreement.ts';
import { isBehind, STATE_NAMES, stateOf, waitEnd } from './withdrawal-state.ts';

export async function withdrawalPage(
  { queries, live }: CustodyServices,
  { input, audit }: CallContext<typeof officeWithdrawals>,
): Promise<CallOutput<typeof officeWithdrawals>> {
  const page = input.page ?? 1;
  const found = withdrawalsOf(queries, input, live.timeMs);
  const { count } = await found
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await withDetails(found)
    // A queue is worked from its oldest entry.
    .orderBy('withdrawals.id', input.status === 'applying' ? 'asc' : 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  await audit(
    listShown(
      'withdrawals.list',
      input,
      rows.map(({ user_id }) => user_id),
    ),
  );
  const operators = await operatorAccounts(queries);
  const likenesses = await lookAlikes(
    queries,
    rows.map(({ id, user_id: user, address }) => ({ user, address, before: id })),
  );
  const list = rows.map((row, index) =>
    withdrawalRow(live, row, { operators, lookAlike: likenesses[index] ?? '' }),
  );
  return { list, total: Number(count), page };
}

/** Withdrawals in the state that is asked for, which the search finds. */
function withdrawalsOf(
  queries: Queries,
  input: CallInput<typeof officeWithdrawals>,
  nowMs: number,
) {
  let found = queries
    .selectFrom('withdrawals')
    .innerJoin('users', 'users.id', 'withdrawals.user_id');
  const statuses = (Object.keys(STATE_NAMES) as (keyof typeof STATE_NAMES)[]).filter(
    (status) => STATE_NAMES[status] === input.status,
  );
  const isHeld = sql<boolean>`(${isBehind} or withdrawals.status = 'approved' and withdrawals.approvers = '{}' and withdrawals.waits_until_ms > ${nowMs})`;
  // A withdrawal that waits out a delay, or for another of its customer, is listed with those that
  // wait for operators: they may end both.
  if (input.status === 'applying')
    found = found.where(({ eb, or }) => or([eb('withdrawals.status', 'in', statuses), isHeld]));
  else if (input.status !== undefined)
    found = found.where('withdrawals.status', 'in', statuses).where(sql<boolean>`not ${isHeld}`);
  if (input.q !== undefined && input.q !== '') {
    const { q } = input;
    found = found.where(({ eb, or }) =>
      or([
        eb('users.account', '=', q),
        eb('withdrawals.address', '=', q),
        ...(/^\d{1,15}$/.test(q)
          ? [eb('withdrawals.id', '=', BigInt(q)), eb('withdrawals.user_id', '=', BigInt(q))]
          : []),
      ]),
    );
  }
  return found;
}

type FoundWithdrawals = ReturnType<typeof withdrawalsOf>;
type FoundWithdrawal = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number];

/** The columns of a row on the list, from all tables that know something of a withdrawal. */
function withDetails(found: FoundWithdrawals) {
  return found
    .leftJoin('chain_transfers', 'chain_transfers.withdrawal', 'withdrawals.id')
    .leftJoin('withdrawal_risks', 'withdrawal_risks.withdrawal', 'withdrawals.id')
    .leftJoin('confirmed_fees', 'confirmed_fees.withdrawal', 'withdrawals.id')
    .selectAll('withdrawals')
    .select([
      'users.account',
      'withdrawal_risks.flags',
      'confirmed_fees.method',
      'confirmed_fees.proven_at',
      'chain_transfers.status as sending',
      'chain_transfers.note',
      'chain_transfers.signed',
    ])
    .select(isBehind.as('is_behind'));
}

/** Accounts of all operators, by id. */
async function operatorAccounts(queries: Queries): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.selectFrom('operators').select(['id', 'account']).execute();
  return new Map(rows.map(({ id, account }) => [String(id), account]));
}

function withdrawalRow(
  live: LiveView,
  row: FoundWithdrawal,
  {
    operators,
    lookAlike,
  }: { readonly operators: ReadonlyMap<string, string>; readonly lookAlike: string },
): CallOutput<typeof officeWithdrawals>['list'][number] {
  const currency = listedCurrency(live, row.currency);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  const flags = RISK_FLAGS.filter(
    (flag) =>
      row.flags?.includes(flag) === true ||
      (flag === 'tier' && isAboveTier(live.custody.network(row.network), row.worth)),
  );
  const { isFrozen, heldUntilMs } = live.custody.restraint(Number(row.user_id));
  return {
    id: Number(row.id),
    user: Number(row.user_id),
    account: row.account,
    currency_name: currency.code,
    network: nameOfNetwork(row.network),
    number: text(row.amount),
    fee: text(row.fee),
    worth: formatDecimal(row.worth, unitScale(live)),
    address: row.address,
    look_alike: lookAlike,
    recipient: Number(row.recipient),
    status: stateOf(row, live.timeMs),
    waits_until: waitEnd(row, live.timeMs),
    held_until: heldUntilMs > live.timeMs ? shanghaiTime(heldUntilMs) : '',
    is_frozen: isFrozen,
    is_behind: row.is_behind,
    approvals: row.approvers.length,
    approvals_needed: row.approvals_needed,
    approved_by: row.approvers.map((id) => operators.get(String(id)) ?? String(id)),
    flags: [...flags],
    hash: row.transaction === '' ? (row.signed?.txid ?? '') : row.transaction,
    sending:
      row.sending === null
        ? ''
        : row.note === null || row.note === ''
          ? row.sending
          : `${row.sending}: ${row.note}`,
    needs_devices: row.sending === 'waiting' && row.note === DEVICES_NEEDED,
    confirmed_by: row.method ?? ('' as const),
    confirmed_time: row.proven_at === null ? '' : shanghaiTime(row.proven_at.getTime()),
    created_time: shanghaiTime(Number(row.requested_ms)),
  };
}

function isAboveTier(network: Network | undefined, worth: bigint): boolean {
  return network !== undefined && worth >= network.oneApprovalFrom;
}

export async function decideWithdrawal(
  services: CustodyServices,
  gate: ProjectionGate,
  { input, operator, audit, language }: CallContext<typeof officeWithdrawalDecide>,
): Promise<string> {
  const { queries, engine, live } = services;
  await gate.reached(live.seq);
  const row = await queries
    .selectFrom('withdrawals')
    .select(['id', 'user_id', 'recipient', 'amount', 'address', 'status', 'approvers'])
    .where('id', '=', BigInt(input.id))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('withdrawal_not_found', { field: 'id' });
  await requireOther(queries, operator.operator, row.user_id);
  // A recipient inside the exchange is a party too.
  if (row.recipient !== 0n) await requireOther(queries, operator.operator, row.recipient);
  const isApproved = input.approved === '1';
  if (isApproved) await requireSecondPerson(queries, operator.operator, row.approvers);
  const reason = (input.reason ?? '').trim();
  if (!isApproved && reason === '') throw new Refusal('field_missing', { field: 'reason' });
  const assertion = isApproved ? input.assertion : undefined;
  if (isApproved)
    await agreeTo(services, {
      withdrawal: row.id,
      operator: operator.operator,
      assertion,
      expiresAtMs: input.expires_at,
      isOptional: true,
    });
  // Logged before the command: nothing may happen that the log does not know.
  const after = {
    user: Number(row.user_id),
    amount: String(row.amount),
    address: row.address,
    ...(assertion === undefined ? {} : { device: deviceOf(assertion) }),
    ...(reason === '' ? {} : { reason }),
    ...(input.note === undefined ? {} : { note: input.note }),
  };
  const entry = {
    action: isApproved ? 'withdrawal.approve' : 'withdrawal.reject',
    subject: `withdrawal ${row.id}`,
    before: { status: row.status },
    after,
  };
  // A rejection that comes too late keeps no reason, because no customer should read it.
  const isOpen = row.status === 'requested' || row.status === 'approved';
  if (!isApproved && isOpen)
    await keepReason(queries, {
      withdrawal: row.id,
      reason,
      note: input.note ?? '',
      operator: BigInt(operator.operator),
      created_at: new Date(),
    });
  await submitAudited(engine, audit, entry, {
    kind: isApproved ? 'custody.approve' : 'custody.reject',
    withdrawal: input.id,
    operator: operator.operator,
  });
  return textOf(language, 'answer.done');
}

/**
 * Requires two different operators who may still approve: where an approver has left since, the
 * withdrawal must be refused and requested again. The core refuses a second approval of the same
 * operator.
 */
async function requireSecondPerson(
  queries: Queries,
  operator: number,
  approvers: readonly bigint[],
): Promise<void> {
  const others = approvers.filter((one) => one !== BigInt(operator));
  await requireIndependent(queries, operator, others);
  await requireStillAllowed(queries, others, officeWithdrawalDecide.permission);
}

/**
 * Adds an operator's device signature to a withdrawal that the core releases and the signer does
 * not: it needed no approval, or a signature has expired.
 */
export async function agreeToWithdrawal(
  services: CustodyServices,
  gate: ProjectionGate,
  { input, operator, audit, language }: CallContext<typeof officeWithdrawalAgree>,
): Promise<string> {
  const { queries, live } = services;
  await gate.reached(live.seq);
  const row = await queries
    .selectFrom('withdrawals')
    .select(['id', 'user_id', 'recipient', 'amount', 'address', 'status', 'approvers'])
    .where('id', '=', BigInt(input.id))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('withdrawal_not_found', { field: 'id' });
  await requireOther(queries, operator.operator, row.user_id);
  if (row.recipient !== 0n) await requireOther(queries, operator.operator, row.recipient);
  await requireSecondPerson(queries, operator.operator, row.approvers);
  await agreeTo(services, {
    withdrawal: row.id,
    operator: operator.operator,
    assertion: input.assertion,
    expiresAtMs: input.expires_at,
    isOptional: false,
  });
  const after = {
    user: Number(row.user_id),
    amount: String(row.amount),
    address: row.address,
    device: deviceOf(input.assertion),
  };
  await audit({
    action: 'withdrawal.agree',
    subject: `withdrawal ${row.id}`,
    before: { status: row.status },
    after,
  });
  return textOf(language, 'answer.done');
}

/**
 * One operator requests the return, another one confirms it; each time the chain must prove the
 * loss. A transaction that could still be mined is never given back.
 */
export async function giveBackLost(
  services: CustodyServices,
  gate: ProjectionGate,
  { input, operator, audit, language }: CallContext<typeof officeWithdrawalLost>,
): Promise<string> {
  const { queries, engine, live } = services;
  await gate.reached(live.seq);
  const row = await queries
    .selectFrom('withdrawals')
    .select(['id', 'user_id', 'amount', 'address', 'status'])
    .where('id', '=', BigInt(input.id))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('withdrawal_not_found', { field: 'id' });
  await requireOther(queries, operator.operator, row.user_id);
  if (row.status !== 'signed') throw new Refusal('withdrawal_not_waiting', { field: 'id' });
  if (!(await isProven(services, row.id, input.hash)))
    throw new Refusal('transaction_not_found', { field: 'hash' });
  const isFirst = await queries.transaction().execute(async (transaction) => {
    const isAsked = await askOrConfirm(transaction, row.id, { input, operator });
    await audit(
      {
        action: isAsked ? 'withdrawal.ask_give_back' : 'withdrawal.give_back',
        subject: `withdrawal ${row.id}`,
        before: { status: row.status },
        after: {
          user: Number(row.user_id),
          amount: String(row.amount),
          address: row.address,
          hash: input.hash,
          reason: input.reason,
        },
      },
      transaction,
    );
    return isAsked;
  });
  if (isFirst) return textOf(language, 'answer.done');
  const { outcome } = await engine.submit({ kind: 'custody.fail', withdrawal: input.id });
  if (!outcome.ok && outcome.rejection !== 'withdrawal_not_found')
    throw new Refusal(outcome.rejection);
  await queries
    .updateTable('chain_transfers')
    .set({ status: 'failed', note: '', updated_at: new Date() })
    .where('withdrawal', '=', row.id)
    .execute();
  return textOf(language, 'answer.done');
}

/**
 * Notes the first operator's request, or the second one's confirmation.
 * @returns whether it is the request
 */
async function askOrConfirm(
  transaction: Queries,
  withdrawal: bigint,
  { input, operator }: Pick<CallContext<typeof officeWithdrawalLost>, 'input' | 'operator'>,
): Promise<boolean> {
  const own = BigInt(operator.operator);
  const added = await transaction
    .insertInto('withdrawal_losses')
    .values({
      withdrawal,
      hash: input.hash,
      reason: input.reason,
      asked_by: own,
      asked_at: new Date(),
      confirmed_by: null,
      confirmed_at: null,
    })
    .onConflict((conflict) => conflict.column('withdrawal').doNothing())
    .returning('withdrawal')
    .executeTakeFirst();
  if (added !== undefined) return true;
  const { asked_by } = await transaction
    .selectFrom('withdrawal_losses')
    .select('asked_by')
    .where('withdrawal', '=', withdrawal)
    .executeTakeFirstOrThrow();
  if (asked_by === own) throw new Refusal('approval_repeated', { field: 'id' });
  await requireIndependent(transaction, operator.operator, [asked_by]);
  await transaction
    .updateTable('withdrawal_losses')
    .set({ confirmed_by: own, confirmed_at: new Date() })
    .where('withdrawal', '=', withdrawal)
    .execute();
  return false;
}

/** A node that does not answer proves nothing. */
async function isProven(
  { custodian }: CustodyServices,
  withdrawal: bigint,
  hash: string,
): Promise<boolean> {
  try {
    return await custodian.isLost(withdrawal, hash);
  } catch (error) {
    if (error instanceof ChainFault) return false;
    throw error;
  }
}

/**
 * Stored before the command, because the owner reads the reason together with the rejection. The
 * last of several tries counts.
 */
async function keepReason(
  queries: Queries,
  row: InboxTables['withdrawal_rejections'],
): Promise<void> {
  const { withdrawal: _withdrawal, ...values } = row;
  await queries
    .insertInto('withdrawal_rejections')
    .values(row)
    .onConflict((conflict) => conflict.column('withdrawal').doUpdateSet(values))
    .execute();
}
