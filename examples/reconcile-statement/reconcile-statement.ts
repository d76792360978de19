/**
 * Proves that the statement of an account explains its balances: the movements of each wallet and
 * currency add up to its balance, and each row's balance follows from the row before.
 *
 * node examples/reconcile-statement/reconcile-statement.ts
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Customer } from '../customer.ts';
import { toText, toUnits } from '../decimal.ts';

interface Row {
  readonly id: number;
  readonly account: string;
  readonly currency_name: string;
  readonly value: string;
  readonly balance: string;
}

type Balance = Readonly<Record<string, string>>;

const WALLETS = ['change', 'lever', 'micro', 'legal'];
const ROWS_PER_PAGE = 100;
/** The statement is written a moment after the wallets: on a difference, both are read again. */
const TRIES = 10;
const WAIT_MS = 300;

/** Balance of each wallet and currency, available and locked together. */
async function holdings(customer: Customer): Promise<Map<string, bigint>> {
  const wallets = await customer.call<Record<string, { balance: Balance[] }>>('/api/wallet/list');
  const held = new Map<string, bigint>();
  for (const wallet of WALLETS)
    for (const row of wallets[`${wallet}_wallet`]?.balance ?? []) {
      const [free = '0', locked = '0'] = [row[`${wallet}_balance`], row[`lock_${wallet}_balance`]];
      held.set(`${wallet} ${row['currency_name']}`, toUnits(free) + toUnits(locked));
    }
  return held;
}

/** The whole statement, oldest row first. */
async function statement(customer: Customer): Promise<Row[]> {
  const rows = new Map<number, Row>();
  for (let page = 1; ; page++) {
    const input = { page, limit: ROWS_PER_PAGE };
    const { data } = await customer.call<{ data: Row[] }>('/api/account/list', input);
    // A new row pushes others to the next page, where they are read again: ids remove the
    // duplicates.
    for (const row of data) rows.set(row.id, row);
    if (data.length < ROWS_PER_PAGE) return [...rows.values()].sort((a, b) => a.id - b.id);
  }
}

/** Differences, as text. */
function differences(rows: readonly Row[], held: ReadonlyMap<string, bigint>): string[] {
  const sums = new Map<string, bigint>();
  const found: string[] = [];
  for (const { id, account, currency_name, value, balance } of rows) {
    const name = `${account} ${currency_name}`;
    const sum = (sums.get(name) ?? 0n) + toUnits(value);
    if (sum !== toUnits(balance))
      found.push(`row ${id}: ${name} is ${balance}, the rows before make it ${toText(sum)}`);
    sums.set(name, sum);
  }
  for (const name of new Set([...sums.keys(), ...held.keys()])) {
    const [sum, balance] = [sums.get(name) ?? 0n, held.get(name) ?? 0n];
    if (sum !== balance)
      found.push(`${name} holds ${toText(balance)}, its rows make ${toText(sum)}`);
  }
  return found;
}

const customer = await Customer.logIn();
for (let attempt = 1; ; attempt++) {
  const held = await holdings(customer);
  const rows = await statement(customer);
  const found = differences(rows, held);
  if (found.length === 0) {
    for (const [name, balance] of held)
      if (balance !== 0n) process.stdout.write(`${name} ${toText(balance)}\n`);
    process.stdout.write(`${rows.length} rows explain every balance\n`);
    break;
  }
  if (attempt === TRIES) {
    process.stderr.write(`${found.join('\n')}\n`);
    process.exitCode = 1;
    break;
  }
  await delay(WAIT_MS);
}
