/** Calls of operators about reserves, cold storage and pauses. */
import { NETWORKS } from '@meridian/chain/chains';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { NetworkName } from '@meridian/contract/custody/networks';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type {
  officeColdAddressSave,
  officeColdMove,
  officeColdStorage,
  officePause,
  officeReserves,
} from '@meridian/contract/custody/office';
import type { Network } from '@meridian/core/custody/custody-commands';
import { formatDecimal } from '@meridian/money/decimal';
import type { CallContext } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { nameOfNetwork, networkId } from './chain-networks.ts';
import type { CustodyServices } from './custody-services.ts';
import { addressOfCall } from './network-of-call.ts';

export async function reserveRows({
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

export async function recordColdMove(
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
  return textOf(language, 'answer.done');
}

/**
 * Refuses an own address that is not cold: its coins would be counted twice, as hot and as cold.
 */
export async function saveColdAddress(
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
    if (addresses.watched(NETWORKS[input.network].chain).has(address))
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
  return textOf(language, 'answer.done');
}

function networkNamed(live: LiveView, name: NetworkName): Network {
  const network = live.custody.network(networkId(name));
  if (network === undefined) throw new Refusal('network_unknown', { field: 'network' });
  return network;
}

export async function coldStorage({
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

export async function pause(
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
  return textOf(language, 'answer.done');
}
