import { ChainFault } from '@meridian/chain/chain-fault';
import { CHAIN_OF } from '@meridian/chain/chains';
import type { CallOutput } from '@meridian/contract/call';
import { USDT_NETWORKS, type NetworkName } from '@meridian/contract/custody';
import { OFFICE_ROWS } from '@meridian/contract/office';
import {
  officeClaimDecide,
  officeClaims,
  officeColdAddressSave,
  officeColdMove,
  officeColdStorage,
  officeDeposits,
  officeNetworks,
  officeNetworkSave,
  officePause,
  officeReserves,
  officeWithdrawalAgree,
  officeWithdrawalDecide,
  officeWithdrawalLost,
  officeWithdrawals,
  officeWithdrawalTerms,
  RISK_FLAGS,
} from '@meridian/contract/office-custody';
import { NEW_ADDRESS_WAIT_MS, type Network } from '@meridian/core/custody/custody-commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { onlyCloses } from '../../gateway/tightens.ts';
import type { LiveView } from '../../live/live-view.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { ACCOUNT_TEXTS } from '../account/messages.ts';
import { requireOther } from '../account/own-account.ts';
import { requireIndependent } from '../account/makers.ts';
import type { InboxTables } from '../inbox/inbox-tables.ts';
import { notify } from '../inbox/notify.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { unitScale } from '../market/valuation.ts';
import { DEVICES_NEEDED } from './agreements.ts';
import { NETWORK_ID, nameOfNetwork } from './chain-networks.ts';
import type { CustodyServices } from './custody-services.ts';
import { lookAlikes } from './look-alikes.ts';
import { addressOfCall } from './network-of-call.ts';
import type { Terms } from './network-terms.ts';
import { agreeTo, deviceOf, termsFor } from './withdrawal-agreement.ts';
import { STATE_NAMES, stateOf, waitEnd } from './withdrawal-state.ts';

const HOUR_MS = 3_600_000n;
/** Of the hours that a new address waits. */
const WAIT_DECIMALS = 2n;
const MOST_WAIT_HOURS = 168n;

/** Custody as operators see it. */
export function registerCustodyOfficeRoutes(
  gateway: CallRegistry,
  services: CustodyServices,
): void {
  const gate = new ProjectionGate(services.queries);
  gateway.registerCall(officeWithdrawals, async (context) => {
    await gate.reached(services.live.seq);
    return withdrawalPage(services, context);
  });
  // One after the other: of two who approve at once, the second sees who the first was.
  const decideInTurn = inTurn();
  gateway.registerCall(officeWithdrawalDecide, (context) =>
    decideInTurn(() => decideWithdrawal(services, gate, context)),
  );
  gateway.registerCall(officeWithdrawalTerms, (context) =>
    termsFor(services, BigInt(context.input.id), context.operator.operator),
  );
  gateway.registerCall(officeWithdrawalAgree, (context) =>
    decideInTurn(() => agreeToWithdrawal(services, gate, context)),
  );
  gateway.registerCall(officeWithdrawalLost, (context) => giveBackLost(services, gate, context));
  gateway.registerCall(officeDeposits, (context) => depositPage(services, context));
  gateway.registerCall(officeClaims, (context) => claimPage(services, context));
  gateway.registerCall(officeClaimDecide, (context) => decideClaim(services, context));
  gateway.registerCall(officeReserves, async () => ({
    is_all_paused: services.live.custody.isPaused(0),
    assets: await reserveRows(services),
  }));
  gateway.registerCall(officeColdMove, (context) => recordColdMove(services, context));
  gateway.registerCall(officeColdAddressSave, (context) => saveColdAddress(services, context));
  gateway.registerCall(officeColdStorage, () => coldStorage(services));
  gateway.registerCall(
    officePause,
    (context) => pause(services, context),
    ({ input }) => input.paused === '1',
  );
  gateway.registerCall(officeNetworks, () =>
    services.live.custody.networks().map((network) => networkRow(services, network)),
  );
  // One after the other: who closes a network while another's change is under way closes it.
  const saveInTurn = inTurn();
  gateway.registerCall(
    officeNetworkSave,
    (context) => saveInTurn(() => saveNetwork(services, context)),
    onlyCloses('is_deposit_open', 'is_withdraw_open'),
  );
}

async function withdrawalPage(
  { queries, live }: CustodyServices,
  { input }: CallContext<typeof officeWithdrawals>,
): Promise<CallOutput<typeof officeWithdrawals>> {
  const page = input.page ?? 1;
  let found = queries
    .selectFrom('withdrawals')
    .innerJoin('users', 'users.id', 'withdrawals.user_id');
  const statuses = (Object.keys(STATE_NAMES) as (keyof typeof STATE_NAMES)[]).filter(
    (status) => STATE_NAMES[status] === input.status,
  );
  const isTooEarly = sql<boolean>`(withdrawals.status = 'approved' and withdrawals.approvers = '{}' and withdrawals.waits_until_ms > ${live.timeMs})`;
  // What waits for its time is among what waits for operators: they may end the wait.
  if (input.status === 'applying')
    found = found.where(({ eb, or }) => or([eb('withdrawals.status', 'in', statuses), isTooEarly]));
  else if (input.status !== undefined)
    found = found
      .where('withdrawals.status', 'in', statuses)
      .where(sql<boolean>`not ${isTooEarly}`);
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
  const { count } = await found
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('chain_transfers', 'chain_transfers.withdrawal', 'withdrawals.id')
    .leftJoin('withdrawal_risks', 'withdrawal_risks.withdrawal', 'withdrawals.id')
    .selectAll('withdrawals')
    .select([
      'users.account',
      'withdrawal_risks.flags',
      'chain_transfers.status as sending',
      'chain_transfers.note',
      'chain_transfers.signed',
    ])
    // A queue is worked from its end.
    .orderBy('withdrawals.id', input.status === 'applying' ? 'asc' : 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  const operators = new Map(
    (await queries.selectFrom('operators').select(['id', 'account']).execute()).map(
      ({ id, account }) => [String(id), account],
    ),
  );
  const likenesses = await lookAlikes(
    queries,
    rows.map(({ id, user_id: user, address }) => ({ user, address, before: id })),
  );
  const list = rows.map((row, index) => {
    const currency = listedCurrency(live, row.currency);
    const text = (units: bigint): string => formatDecimal(units, currency.scale);
    const flags = RISK_FLAGS.filter(
      (flag) =>
        row.flags?.includes(flag) === true ||
        (flag === 'tier' && isAboveTier(live.custody.network(row.network), row.worth)),
    );
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
      look_alike: likenesses[index] ?? '',
      recipient: Number(row.recipient),
      status: stateOf(row, live.timeMs),
      waits_until: waitEnd(row, live.timeMs),
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
      created_time: shanghaiTime(Number(row.requested_ms)),
    };
  });
  return { list, total: Number(count), page };
}

function isAboveTier(network: Network | undefined, worth: bigint): boolean {
  return network !== undefined && worth >= network.oneApprovalFrom;
}

async function decideWithdrawal(
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
  // Who is paid inside the exchange is a party too.
  if (row.recipient !== 0n) await requireOther(queries, operator.operator, row.recipient);
  const isApproved = input.approved === '1';
  // Two approvals are of two people. Their own second one the core refuses.
  if (isApproved)
    await requireIndependent(
      queries,
      operator.operator,
      row.approvers.filter((one) => one !== BigInt(operator.operator)),
    );
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
  // Before the command: nothing happens that the log does not know of.
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
  // The reason of a rejection that comes too late is nobody's to read.
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
  return ACCOUNT_TEXTS[language].done;
}

/** An operator's device for a withdrawal that the core lets go and the signer does not: it went through by itself, or the time of a signature is over. */
async function agreeToWithdrawal(
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
  await requireIndependent(
    queries,
    operator.operator,
    row.approvers.filter((one) => one !== BigInt(operator.operator)),
  );
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
  return ACCOUNT_TEXTS[language].done;
}

/** The first operator asks, another one does it; each time the chain must prove it. What could still be mined is never given back. */
async function giveBackLost(
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
  const own = BigInt(operator.operator);
  const asked = {
    withdrawal: row.id,
    hash: input.hash,
    reason: input.reason,
    asked_by: own,
    asked_at: new Date(),
    confirmed_by: null,
    confirmed_at: null,
  };
  const after = {
    user: Number(row.user_id),
    amount: String(row.amount),
    address: row.address,
    hash: input.hash,
    reason: input.reason,
  };
  const isFirst = await queries.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto('withdrawal_losses')
      .values(asked)
      .onConflict((conflict) => conflict.column('withdrawal').doNothing())
      .returning('withdrawal')
      .executeTakeFirst();
    if (added === undefined) {
      const { asked_by } = await transaction
        .selectFrom('withdrawal_losses')
        .select('asked_by')
        .where('withdrawal', '=', row.id)
        .executeTakeFirstOrThrow();
      if (asked_by === own) throw new Refusal('approval_repeated', { field: 'id' });
      await requireIndependent(transaction, operator.operator, [asked_by]);
      await transaction
        .updateTable('withdrawal_losses')
        .set({ confirmed_by: own, confirmed_at: new Date() })
        .where('withdrawal', '=', row.id)
        .execute();
    }
    await audit(
      {
        action: added === undefined ? 'withdrawal.give_back' : 'withdrawal.ask_give_back',
        subject: `withdrawal ${row.id}`,
        before: { status: row.status },
        after,
      },
      transaction,
    );
    return added !== undefined;
  });
  if (isFirst) return ACCOUNT_TEXTS[language].done;
  const { outcome } = await engine.submit({ kind: 'custody.fail', withdrawal: input.id });
  if (!outcome.ok && outcome.rejection !== 'withdrawal_not_found')
    throw new Refusal(outcome.rejection);
  await queries
    .updateTable('chain_transfers')
    .set({ status: 'failed', note: '', updated_at: new Date() })
    .where('withdrawal', '=', row.id)
    .execute();
  return ACCOUNT_TEXTS[language].done;
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

/** Before the core is told: its owner reads why together with that. Of several tries the last one counts. */
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

async function depositPage(
  { queries, live, custodian }: CustodyServices,
  { input }: CallContext<typeof officeDeposits>,
): Promise<CallOutput<typeof officeDeposits>> {
  const page = input.page ?? 1;
  let found = queries
    .selectFrom('seen_deposits')
    .leftJoin('users', 'users.id', 'seen_deposits.user_id');
  if (input.status !== undefined) found = found.where('seen_deposits.status', '=', input.status);
  if (input.q !== undefined && input.q !== '') {
    const { q } = input;
    found = found.where(({ eb, or }) =>
      or([
        eb('users.account', '=', q),
        eb('seen_deposits.transaction', '=', q),
        eb('seen_deposits.address', '=', q),
      ]),
    );
  }
  const { count } = await found
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('seen_deposits')
    .select('users.account')
    .orderBy('seen_deposits.id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  const list = rows.map(
    ({ id, user_id, account, network, amount, transaction, height, status, note, seen_at }) => {
      const currency = listedCurrency(live, live.custody.network(network)?.currency ?? 0);
      const name = nameOfNetwork(network);
      const needed = custodian.terms.of(network).confirmations;
      return {
        id: Number(id),
        user: Number(user_id),
        account: account ?? '',
        is_house: user_id === BigInt(SYSTEM.house),
        currency_name: currency.code,
        network: name,
        number: formatDecimal(amount, currency.scale),
        hash: transaction,
        confirmations: height === 0n ? 0 : Math.max(0, custodian.height(name) - Number(height) + 1),
        confirmations_needed: needed,
        status,
        note,
        created_time: shanghaiTime(seen_at.getTime()),
      };
    },
  );
  return { list, total: Number(count), page };
}

async function claimPage(
  { queries, live, pictures }: CustodyServices,
  { input, audit }: CallContext<typeof officeClaims>,
): Promise<CallOutput<typeof officeClaims>> {
  const page = input.page ?? 1;
  let found = queries
    .selectFrom('deposit_claims')
    .innerJoin('users', 'users.id', 'deposit_claims.user_id');
  if (input.status !== undefined) found = found.where('deposit_claims.status', '=', input.status);
  if (input.network !== undefined)
    found = found.where('deposit_claims.network', 'in', [
      input.network,
      String(USDT_NETWORKS.findIndex((name) => name === input.network)),
    ]);
  if (input.q !== undefined && input.q !== '') {
    const { q } = input;
    found = found.where(({ eb, or }) =>
      or([
        eb('users.account', '=', q),
        eb('deposit_claims.hash', '=', q),
        eb('deposit_claims.from_address', '=', q),
        ...(/^\d{1,15}$/.test(q)
          ? [eb('deposit_claims.id', '=', BigInt(q)), eb('deposit_claims.user_id', '=', BigInt(q))]
          : []),
      ]),
    );
  }
  const { count } = await found
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('deposit_claims')
    .select('users.account')
    .orderBy('deposit_claims.id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  // Before a picture is shown.
  for (const { id, picture } of rows)
    if (picture !== null)
      await audit({ action: 'claim.read', subject: `claim ${id}`, isHourly: true });
  const list = rows.map(
    ({
      id,
      user_id,
      account,
      currency: of,
      amount,
      from_address,
      hash,
      network,
      picture,
      status,
      reason,
      created_at,
    }) => {
      const currency = listedCurrency(live, of);
      const link = picture === null ? '' : pictures.linkTo(picture);
      return {
        id: Number(id),
        user: Number(user_id),
        account,
        currency_name: currency.code,
        amount: formatDecimal(amount, currency.scale),
        from_address,
        hash,
        network,
        picture: link,
        status,
        reason,
        created_time: shanghaiTime(created_at.getTime()),
      };
    },
  );
  return { list, total: Number(count), page };
}

/**
 * A claim is never paid: it is matched to a transaction that the watcher has seen to this user's own address. What was ignored
 * as too small stays so; what waits is credited by the watcher, once.
 */
async function decideClaim(
  { queries }: CustodyServices,
  { input, operator, audit, language }: CallContext<typeof officeClaimDecide>,
): Promise<string> {
  const reason = (input.reason ?? '').trim();
  if (input.approved === '0' && reason === '')
    throw new Refusal('field_missing', { field: 'reason' });
  await queries.transaction().execute(async (transaction) => {
    const claim = await transaction
      .selectFrom('deposit_claims')
      .selectAll()
      .where('id', '=', BigInt(input.id))
      .where('status', '=', 'open')
      .forUpdate()
      .executeTakeFirst();
    if (claim === undefined) throw new Refusal('claim_not_found', { field: 'id' });
    // On the same connection: who waits for another one while holding this may wait for ever.
    await requireOther(transaction, operator.operator, claim.user_id);
    const isApproved = input.approved === '1';
    const hash = input.hash ?? claim.hash;
    if (isApproved) {
      const seen = await transaction
        .selectFrom('seen_deposits')
        .select('id')
        .where('transaction', '=', hash)
        .where('user_id', '=', claim.user_id)
        .where('status', 'in', ['pending', 'credited'])
        .executeTakeFirst();
      if (seen === undefined) throw new Refusal('transaction_not_found', { field: 'hash' });
    }
    const values = {
      status: isApproved ? ('matched' as const) : ('rejected' as const),
      hash,
      reason,
      decided_by: BigInt(operator.operator),
      decided_at: new Date(),
    };
    await transaction
      .updateTable('deposit_claims')
      .set(values)
      .where('id', '=', claim.id)
      .execute();
    const facts = {
      subject: Number(claim.id),
      currency: claim.currency,
      amount: String(claim.amount),
      reason: values.reason,
      transaction: hash,
    };
    await notify(transaction, [
      {
        user: claim.user_id,
        kind: isApproved ? 'claim_matched' : 'claim_rejected',
        cause: `claim-${claim.id}`,
        facts,
        at: values.decided_at,
      },
    ]);
    await audit(
      {
        action: isApproved ? 'claim.match' : 'claim.reject',
        subject: `claim ${claim.id}`,
        after: { user: Number(claim.user_id), hash, reason },
      },
      transaction,
    );
  });
  return ACCOUNT_TEXTS[language].done;
}

async function reserveRows({
  custodian,
  live,
}: CustodyServices): Promise<CallOutput<typeof officeReserves>['assets']> {
  const rows = await custodian.reserves();
  return rows.map(({ currency: of, liabilities, hot, depositAddresses, cold, unread }) => {
    const currency = listedCurrency(live, of);
    const text = (units: bigint): string => formatDecimal(units, currency.scale);
    const ceiling = live.custody
      .networks()
      .filter((network) => network.currency === of)
      .reduce((sum, { id }) => sum + custodian.terms.of(id).hot_ceiling, 0n);
    const surplus = hot + depositAddresses + cold - liabilities;
    const tasks = [
      ...(hot > ceiling
        ? [
            `Move ${text(hot - ceiling)} ${currency.code} to cold storage: the hot wallet is above its ceiling.`,
          ]
        : []),
      ...(unread.length > 0
        ? [
            `The node of ${unread.join(', ')} does not answer: what is there is not known, and withdrawals pause after five minutes of it.`,
          ]
        : []),
      ...(surplus < 0n && unread.length === 0
        ? [
            `${text(-surplus)} ${currency.code} are missing: withdrawals stay paused until the books and the chain agree.`,
          ]
        : []),
    ];
    return {
      currency: of,
      currency_name: currency.code,
      liabilities: text(liabilities),
      hot: text(hot),
      deposit_addresses: text(depositAddresses),
      cold: text(cold),
      surplus: text(surplus),
      is_paused: live.custody.isPaused(of),
      hot_ceiling: text(ceiling),
      networks: live.custody
        .networks()
        .filter((network) => network.currency === of)
        .map(({ name }) => name as NetworkName),
      tasks,
    };
  });
}

async function recordColdMove(
  { queries, live }: CustodyServices,
  { input, operator, audit, language }: CallContext<typeof officeColdMove>,
): Promise<string> {
  const network = networkNamed(live, input.network);
  const currency = listedCurrency(live, network.currency);
  const amount = amountOf(input.amount, currency, 'amount');
  const { direction, height } = input;
  const hash = input.hash.trim().toLowerCase();
  await queries.transaction().execute(async (transaction) => {
    const moved = {
      currency: currency.id,
      network: network.id,
      height: BigInt(height),
      amount: direction === 'to_cold' ? amount : -amount,
      hash,
    };
    const row = {
      ...moved,
      operator: BigInt(operator.operator),
      created_at: new Date(),
      seen_at: null,
    };
    const added = await transaction
      .insertInto('cold_moves')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) throw new Refusal('deposit_known', { field: 'hash' });
    await audit(
      {
        action: 'custody.cold_move',
        subject: `cold move ${hash}`,
        after: {
          currency: currency.code,
          amount: formatDecimal(amount, currency.scale),
          direction,
          network: input.network,
          hash,
          height,
        },
      },
      transaction,
    );
  });
  return ACCOUNT_TEXTS[language].done;
}

/** An address of ours that is not cold would be counted twice: as hot, and as cold. */
async function saveColdAddress(
  { queries, live, custodian, bitcoinNetwork }: CustodyServices,
  { input, operator, audit, language }: CallContext<typeof officeColdAddressSave>,
): Promise<string> {
  const network = networkNamed(live, input.network);
  const address = addressOfCall(input.network, input.address, bitcoinNetwork);
  const isRegistered = input.registered === '1';
  if (isRegistered) {
    const { addresses } = custodian;
    if (addresses === undefined || !custodian.isOpen(input.network))
      throw new Refusal('custody_closed', { field: 'network' });
    if (addresses.watched(CHAIN_OF[input.network]).has(address))
      throw new Refusal('address_known', { field: 'address' });
  }
  await queries.transaction().execute(async (transaction) => {
    const one = transaction
      .selectFrom('cold_addresses')
      .select('address')
      .where('network', '=', network.id)
      .where('address', '=', address);
    const before = {
      network: input.network,
      address,
      registered: (await one.executeTakeFirst()) !== undefined,
    };
    const row = {
      network: network.id,
      address,
      added_by: BigInt(operator.operator),
      created_at: new Date(),
    };
    if (isRegistered)
      await transaction
        .insertInto('cold_addresses')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else
      await transaction
        .deleteFrom('cold_addresses')
        .where('network', '=', network.id)
        .where('address', '=', address)
        .execute();
    await audit(
      {
        action: 'custody.cold_address',
        subject: `cold address ${address}`,
        before,
        after: { ...before, registered: isRegistered },
      },
      transaction,
    );
  });
  return ACCOUNT_TEXTS[language].done;
}

function networkNamed(live: LiveView, name: NetworkName): Network {
  const network = live.custody.network(NETWORK_ID[name]);
  if (network === undefined) throw new Refusal('network_unknown', { field: 'network' });
  return network;
}

async function coldStorage({
  queries,
  live,
}: CustodyServices): Promise<CallOutput<typeof officeColdStorage>> {
  const [addresses, moves] = await Promise.all([
    queries
      .selectFrom('cold_addresses')
      .selectAll()
      .orderBy('network')
      .orderBy('created_at')
      .execute(),
    queries.selectFrom('cold_moves').selectAll().orderBy('id', 'desc').limit(OFFICE_ROWS).execute(),
  ]);
  return {
    addresses: addresses.map(({ network, address, created_at }) => ({
      network: nameOfNetwork(network),
      address,
      created_time: shanghaiTime(created_at.getTime()),
    })),
    moves: moves.map(({ id, currency: of, amount, hash, seen_at, note, created_at }) => {
      const currency = listedCurrency(live, of);
      const isToCold = amount > 0n;
      const facts = {
        currency_name: currency.code,
        amount: formatDecimal(isToCold ? amount : -amount, currency.scale),
        direction: isToCold ? ('to_cold' as const) : ('to_hot' as const),
      };
      return {
        id: Number(id),
        ...facts,
        hash,
        is_counted: seen_at !== null || !isToCold,
        note,
        created_time: shanghaiTime(created_at.getTime()),
      };
    }),
  };
}

async function pause(
  { custodian, live }: CustodyServices,
  { input, audit, language }: CallContext<typeof officePause>,
): Promise<string> {
  const isPaused = input.paused === '1';
  const currency = input.currency === 0 ? 0 : listedCurrency(live, input.currency).id;
  const before = { paused: live.custody.isPaused(currency) };
  await audit({
    action: isPaused ? 'custody.pause' : 'custody.resume',
    subject: currency === 0 ? 'all currencies' : `currency ${currency}`,
    before,
    after: { paused: isPaused, reason: input.reason },
  });
  await custodian.pause(currency, isPaused);
  return ACCOUNT_TEXTS[language].done;
}

function networkRow(
  services: CustodyServices,
  network: Network,
): CallOutput<typeof officeNetworks>[number] {
  const { live, custodian } = services;
  const name = network.name as NetworkName;
  const terms = custodian.terms.of(network.id);
  return {
    ...termsRow(live, network, {
      ...terms,
      confirmations: custodian.isOpen(name) ? terms.confirmations : 0,
    }),
    height: custodian.height(name),
  };
}

/** Its terms, as the log has them. */
function termsRow(
  live: LiveView,
  network: Network,
  { confirmations, hot_ceiling, is_deposit_open }: Terms,
): Omit<CallOutput<typeof officeNetworks>[number], 'height'> {
  const currency = listedCurrency(live, network.currency);
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  const worth = (units: bigint): string => formatDecimal(units, unitScale(live));
  return {
    id: network.id,
    currency_name: currency.code,
    name: network.name as NetworkName,
    min_deposit: text(network.minDeposit),
    confirmations,
    min_withdraw: text(network.minWithdrawal),
    max_withdraw: text(network.maxWithdrawal),
    fee: text(network.fee),
    max_per_hour: text(network.maxPerHour),
    max_per_day: text(network.maxPerDay),
    one_approval_from: worth(network.oneApprovalFrom),
    two_approvals_from: worth(network.twoApprovalsFrom),
    new_address_hours: formatDecimal(
      (BigInt(network.newAddressWaitMs ?? NEW_ADDRESS_WAIT_MS) * 10n ** WAIT_DECIMALS) / HOUR_MS,
      Number(WAIT_DECIMALS),
    ),
    hot_ceiling: text(hot_ceiling),
    is_deposit_open,
    is_withdraw_open: network.isOpen,
  };
}

/** @param hours a decimal, 0 to 168 @returns milliseconds */
function waitOf(hours: string): number {
  const parsed = parseDecimal(hours, Number(WAIT_DECIMALS));
  if (!parsed.ok || parsed.units < 0n || parsed.units > MOST_WAIT_HOURS * 10n ** WAIT_DECIMALS)
    throw new Refusal('number_precision', { field: 'new_address_hours' });
  return Number((parsed.units * HOUR_MS) / 10n ** WAIT_DECIMALS);
}

async function saveNetwork(
  { live, engine, custodian }: CustodyServices,
  { input, audit, language }: CallContext<typeof officeNetworkSave>,
): Promise<string> {
  const network = live.custody.network(input.id);
  if (network === undefined) throw new Refusal('network_unknown', { field: 'id' });
  const { scale } = listedCurrency(live, network.currency);
  const read = (
    field:
      | 'min_deposit'
      | 'min_withdraw'
      | 'max_withdraw'
      | 'fee'
      | 'max_per_hour'
      | 'max_per_day'
      | 'one_approval_from'
      | 'two_approvals_from'
      | 'hot_ceiling',
  ): Amount => {
    const parsed = parseDecimal(input[field], field.endsWith('_from') ? unitScale(live) : scale);
    if (!parsed.ok || parsed.units < 0n) throw new Refusal('number_precision', { field });
    return parsed.units as Amount;
  };
  const changed: Network = {
    ...network,
    minDeposit: read('min_deposit'),
    minWithdrawal: read('min_withdraw'),
    maxWithdrawal: read('max_withdraw'),
    fee: read('fee'),
    maxPerHour: read('max_per_hour'),
    maxPerDay: read('max_per_day'),
    oneApprovalFrom: read('one_approval_from'),
    twoApprovalsFrom: read('two_approvals_from'),
    newAddressWaitMs: waitOf(input.new_address_hours),
    isOpen: input.withdraw_open === '1',
  };
  if (input.confirmations < 1) throw new Refusal('number_not_positive', { field: 'confirmations' });
  const terms = {
    confirmations: input.confirmations,
    hot_ceiling: read('hot_ceiling'),
    is_deposit_open: input.deposit_open === '1',
  };
  const entry = {
    action: 'network.change',
    subject: `network ${nameOfNetwork(network.id)}`,
    before: termsRow(live, network, custodian.terms.of(network.id)),
    after: termsRow(live, changed, terms),
  };
  await submitAudited(engine, audit, entry, { kind: 'custody.network', network: changed });
  await custodian.terms.save(network.id, terms);
  return ACCOUNT_TEXTS[language].done;
}
