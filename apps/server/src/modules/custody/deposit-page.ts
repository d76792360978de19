import type { CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { officeDeposits } from '@meridian/contract/custody/office';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { formatDecimal } from '@meridian/money/decimal';
import type { CallContext } from '../../gateway/handler.ts';
import { listShown } from '../account/customers-shown.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { nameOfNetwork } from './chain-networks.ts';
import type { CustodyServices } from './custody-services.ts';

/** Deposits seen on the chains, for operators, the newest first. */
export async function depositPage(
  { queries, live, custodian }: CustodyServices,
  { input, audit }: CallContext<typeof officeDeposits>,
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
  await audit(
    listShown(
      'deposits.list',
      input,
      rows.map(({ user_id }) => user_id),
    ),
  );
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
