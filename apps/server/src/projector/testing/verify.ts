import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { COLLECTORS } from '../../modules/wallet/projection.ts';

/**
 * Compares the tables with the core at the same sequence number (J6): open orders row by row, each
 * account's balance with the sum of its statements and with the newest one, and the balances of the
 * fee accounts with the fees that were paid. Returns the differences, empty where all is equal.
 * Throws where the tables are not at `snapshot.seq`.
 */
export async function verifyProjections(
  queries: Queries,
  snapshot: ExchangeSnapshot,
): Promise<string[]> {
  return await queries
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (reading) => {
      const position = await sql<{
        seq: string;
      }>`select seq::text from projection_position`.execute(reading);
      const seq = Number(position.rows[0]?.seq);
      if (seq !== snapshot.seq)
        throw new RangeError(`the tables are at ${seq}, the snapshot is at ${snapshot.seq}`);
      return [
        ...differences('order', coreOrders(snapshot), await tableOrders(reading)),
        ...differences('account', coreAccounts(snapshot), await tableAccounts(reading)),
        ...differences('collected', collectedByCore(snapshot), await collectedInTables(reading)),
      ];
    });
}

function differences(
  what: string,
  core: ReadonlyMap<string, string>,
  tables: ReadonlyMap<string, string>,
): string[] {
  const keys = new Set([...core.keys(), ...tables.keys()]);
  return [...keys]
    .filter((key) => core.get(key) !== tables.get(key))
    .map((key) => `${what} ${key}: core ${core.get(key)}, tables ${tables.get(key)}`);
}

function coreOrders({ orders }: ExchangeSnapshot): Map<string, string> {
  return new Map(
    orders.map(
      ({
        id,
        user,
        market,
        side,
        priceTicks,
        quantityLots,
        filledLots,
        remainingLots,
        placedAtMs,
      }) => [
        String(id),
        [user, market, side, priceTicks, quantityLots, filledLots, remainingLots, placedAtMs].join(
          ' ',
        ),
      ],
    ),
  );
}

async function tableOrders(queries: Queries): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select id::text, concat_ws(' ', user_id, market, side, price_ticks, quantity_lots, filled_lots, remaining_lots, placed_ms) as text
    from orders where closed_seq is null`.execute(queries);
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/**
 * Accounts with their balance, available and held together; those that never moved are left out.
 */
function coreAccounts({ accounts }: ExchangeSnapshot): Map<string, string> {
  const balances = new Map<string, string>();
  for (const { user, wallet, currency, available, held } of accounts) {
    const balance = BigInt(available) + BigInt(held);
    if (!COLLECTORS.includes(user) && balance !== 0n)
      balances.set(`${user} ${wallet} ${currency}`, `${balance} ${balance}`);
  }
  return balances;
}

async function tableAccounts(queries: Queries): Promise<Map<string, string>> {
  const { rows } = await sql<{ account: string; text: string }>`
    select concat_ws(' ', user_id, wallet, currency) as account,
      concat_ws(' ', sum(amount), (array_agg(balance_after order by id desc))[1]) as text
    from statements group by user_id, wallet, currency having sum(amount) <> 0`.execute(queries);
  return new Map(rows.map(({ account, text }) => [account, text]));
}

function collectedByCore({ accounts }: ExchangeSnapshot): Map<string, string> {
  const sums = new Map<string, bigint>();
  for (const { user, currency, available, held } of accounts) {
    if (!COLLECTORS.includes(user)) continue;
    sums.set(
      String(currency),
      (sums.get(String(currency)) ?? 0n) + BigInt(available) + BigInt(held),
    );
  }
  return new Map(
    [...sums].filter(([, sum]) => sum !== 0n).map(([currency, sum]) => [currency, String(sum)]),
  );
}

async function collectedInTables(queries: Queries): Promise<Map<string, string>> {
  const { rows } = await sql<{ currency: string; sum: string }>`
    select currency::text, (-sum(amount))::text as sum from statements where reason in ('fee', 'makerRebate') group by currency having sum(amount) <> 0`.execute(
    queries,
  );
  return new Map(rows.map(({ currency, sum }) => [currency, sum]));
}
