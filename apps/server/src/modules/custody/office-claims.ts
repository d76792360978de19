/** Calls of operators about claims of deposits: the list, and the decision on one. */
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { NETWORKS } from '@meridian/contract/custody/networks';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { officeClaimDecide, officeClaims } from '@meridian/contract/custody/office';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { CallContext } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { requireOther } from '../account/own-account.ts';
import { notify } from '../inbox/notify.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { CustodyServices } from './custody-services.ts';

export async function claimPage(
  { queries, live, pictures }: CustodyServices,
  { input, operator, audit }: CallContext<typeof officeClaims>,
): Promise<CallOutput<typeof officeClaims>> {
  const page = input.page ?? 1;
  const found = claimsOf(queries, input);
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
  // Reading a picture is logged before the picture is sent.
  for (const { id, picture } of rows)
    if (picture !== null)
      await audit({ action: 'claim.read', subject: `claim ${id}`, isHourly: true });
  const list = rows.map(
    ({ id, user_id, account, currency: of, amount, picture, created_at, ...row }) => {
      const currency = listedCurrency(live, of);
      const { from_address, hash, network, status, reason } = row;
      return {
        id: Number(id),
        user: Number(user_id),
        account,
        currency_name: currency.code,
        amount: formatDecimal(amount, currency.scale),
        ...{ from_address, hash, network },
        picture: picture === null ? '' : pictures.linkTo(picture, operator.session),
        ...{ status, reason },
        created_time: shanghaiTime(created_at.getTime()),
      };
    },
  );
  return { list, total: Number(count), page };
}

/** Claims in the state and the network that are asked for, which the search finds. */
function claimsOf(queries: Queries, input: CallInput<typeof officeClaims>) {
  let found = queries
    .selectFrom('deposit_claims')
    .innerJoin('users', 'users.id', 'deposit_claims.user_id');
  if (input.status !== undefined) found = found.where('deposit_claims.status', '=', input.status);
  if (input.network !== undefined)
    found = found.where('deposit_claims.network', 'in', [
      input.network,
      NETWORKS[input.network].usdtIndex ?? input.network,
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
  return found;
}

/**
 * Decides a claim. A claim is never paid: it is matched to a transaction that the watcher has seen
 * to this user's own address. A deposit that was ignored as too small stays ignored; the watcher
 * credits a pending one, once.
 */
export async function decideClaim(
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
    // On the same connection: waiting for a second one while holding this one can deadlock the
    // pool.
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
  return textOf(language, 'answer.done');
}
