import type { ChainAdapter } from '@meridian/chain/adapter';
import { ChainFault } from '@meridian/chain/chain-fault';
import { CHAINS, NETWORKS, type KeyBranch } from '@meridian/chain/chains';
import { toExchange } from '@meridian/chain/units';
import type { NetworkName } from '@meridian/contract/custody/networks';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import type { CurrencyId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { isPool } from '../../live/pool-interest.ts';
import { networksOn } from './chain-networks.ts';

/** Assets and liabilities of one currency, in units of the exchange. */
export interface Reserve {
  readonly currency: CurrencyId;
  readonly liabilities: bigint;
  readonly hot: bigint;
  readonly depositAddresses: bigint;
  readonly cold: bigint;
  /**
   * Networks of the currency whose node did not answer: their balances are unknown, and the sums
   * lack them.
   */
  readonly unread: readonly NetworkName[];
}

interface ReserveParts {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly adapters: readonly ChainAdapter[];
  readonly hotAddress: (branch: KeyBranch) => string;
}

/**
 * Assets and liabilities (W4) of each currency that can be withdrawn. Asks the nodes for the hot
 * balances; an unavailable node leaves the other currencies unaffected.
 */
export async function reserves({
  queries,
  live,
  adapters,
  hotAddress,
}: ReserveParts): Promise<Reserve[]> {
  const owed = owedToCustomers(live);
  const hot = new Map<CurrencyId, bigint>();
  const atAddresses = new Map<CurrencyId, bigint>();
  const unread = new Map<CurrencyId, NetworkName[]>();
  const look = async (adapter: ChainAdapter, name: NetworkName): Promise<void> => {
    const facts = NETWORKS[name];
    const network = live.custody.network(facts.number);
    const asset = adapter.assets.find(({ id }) => id === facts.asset.id);
    if (network === undefined || asset === undefined) return;
    const { currency } = network;
    const own = hotAddress(facts.branch);
    // A node would scan all outputs of the chain; the watcher knows ours.
    const isInOutputs = CHAINS[facts.chain].keeps === 'outputs' && asset.token === undefined;
    const chainUnits = isInOutputs
      ? await unspentAt(queries, own)
      : await balanceOf(adapter, asset.id, own);
    if (chainUnits === undefined) unread.set(currency, [...(unread.get(currency) ?? []), name]);
    const balance = toExchange(chainUnits ?? 0n, asset.decimals).units;
    const atOthers = isInOutputs
      ? (await unspentAt(queries)) - (chainUnits ?? 0n)
      : await heldAtAddresses(queries, network.id, asset.id);
    const held = toExchange(atOthers, asset.decimals).units;
    hot.set(currency, (hot.get(currency) ?? 0n) + balance);
    atAddresses.set(currency, (atAddresses.get(currency) ?? 0n) + held);
  };
  // In parallel: a slow node must not delay the others.
  await Promise.all(
    adapters.flatMap((adapter) => networksOn(adapter).map((name) => look(adapter, name))),
  );
  const [cold, underWay] = await Promise.all([coldByCurrency(queries), signedByCurrency(queries)]);
  return [...hot].map(([currency, units]) => ({
    currency,
    // A signed withdrawal may have left already, although the ledger still holds its amount.
    liabilities: (owed.get(currency) ?? 0n) - (underWay.get(currency) ?? 0n),
    hot: units,
    depositAddresses: atAddresses.get(currency) ?? 0n,
    cold: cold.get(currency) ?? 0n,
    unread: unread.get(currency) ?? [],
  }));
}

/** Undefined where the node does not answer, or answers with something that is not a balance. */
async function balanceOf(
  adapter: ChainAdapter,
  asset: string,
  address: string,
): Promise<bigint | undefined> {
  try {
    return await adapter.balance(asset, address);
  } catch (error) {
    if (error instanceof ChainFault) return undefined;
    throw error;
  }
}

/** @param address undefined for all own addresses */
async function unspentAt(queries: Queries, address?: string): Promise<bigint> {
  let own = queries.selectFrom('owned_outputs').where('spent_height', 'is', null);
  if (address !== undefined) own = own.where('address', '=', address);
  const { sum } = await own
    .select(({ fn }) => fn.sum<string>('amount').as('sum'))
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

/** Chain units that customers sent and no sweep has collected. */
async function heldAtAddresses(queries: Queries, network: number, asset: string): Promise<bigint> {
  const [received, swept] = await Promise.all([
    queries
      .selectFrom('seen_deposits')
      .select(({ fn }) => fn.sum<string>('chain_amount').as('sum'))
      .where('network', '=', network)
      .where('status', '=', 'credited')
      .executeTakeFirstOrThrow(),
    queries
      .selectFrom('chain_transfers')
      .select(({ fn }) => fn.sum<string>('amount').as('sum'))
      .where('kind', '=', 'sweep')
      .where('asset', '=', asset)
      .where('status', '=', 'done')
      .executeTakeFirstOrThrow(),
  ]);
  const left = BigInt(received.sum ?? 0) - BigInt(swept.sum ?? 0);
  return left > 0n ? left : 0n;
}

/**
 * Moves into cold storage count once seen on the chain. Moves out count on the operators' word,
 * because it only lowers the sum.
 */
async function coldByCurrency(queries: Queries): Promise<Map<CurrencyId, bigint>> {
  const counted = queries
    .selectFrom('cold_moves')
    .where(({ eb, or }) => or([eb('seen_at', 'is not', null), eb('amount', '<', 0n)]));
  const rows = await counted
    .select(['currency', ({ fn }) => fn.sum<string>('amount').as('sum')])
    .groupBy('currency')
    .execute();
  return new Map(rows.map(({ currency, sum }) => [currency as CurrencyId, BigInt(sum ?? 0)]));
}

async function signedByCurrency(queries: Queries): Promise<Map<CurrencyId, bigint>> {
  const rows = await queries
    .selectFrom('withdrawals')
    .select(['currency', ({ fn }) => fn.sum<string>('amount').as('sum')])
    .where('status', '=', 'signed')
    .groupBy('currency')
    .execute();
  return new Map(rows.map(({ currency, sum }) => [currency as CurrencyId, BigInt(sum ?? 0)]));
}

/**
 * Balances of customers in all their wallets, and of the savings pools, by currency. Lent savings
 * count as the borrower's balance, until they leave the exchange.
 */
export function owedToCustomers(live: Pick<LiveView, 'holdings'>): Map<CurrencyId, bigint> {
  const owed = new Map<CurrencyId, bigint>();
  for (const { user, currency, units } of live.holdings())
    if (user >= FIRST_CUSTOMER || isPool(user))
      owed.set(currency, (owed.get(currency) ?? 0n) + units);
  return owed;
}
