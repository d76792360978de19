import { createHash, randomUUID } from 'node:crypto';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { NetworkName } from '@meridian/contract/custody/networks';
import { officeHouse, officeHouseInsure, officeHouseMove } from '@meridian/contract/custody/house';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import { sql } from 'kysely';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { isPlay } from '../market/play-money.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import type { CustodyServices } from './custody-services.ts';

type OwnAccount = CallOutput<typeof officeHouse>['accounts'][number];
type MoneyCall = typeof officeHouseMove | typeof officeHouseInsure;

/** In the order of display. */
const OWNERS = ['house', 'insurance', 'fees', 'rounding', 'convertDesk', 'rebates'] as const;
const INSURED = 'house-insurance';
/** Number of the advisory lock; no other code uses it. */
const HOUSE_LOCK = 7_302;

/**
 * Calls of the house's own money: its balances, its deposit addresses, and moves between its
 * accounts. None of them pays a third party.
 */
export function registerHouseRoutes(gateway: CallRegistry, services: CustodyServices): void {
  gateway.registerCall(officeHouse, async () => ({
    accounts: accounts(services),
    addresses: await addresses(services),
  }));
  gateway.registerCall(officeHouseMove, (context) => {
    const { from, to } = context.input;
    return act(
      services,
      context,
      { action: 'house.move', from: ['house', from], to: ['house', to] },
      (currency, amount) => ({
        kind: 'custody.transfer',
        user: SYSTEM.house,
        from,
        to,
        currency: currency.id,
        amount,
      }),
    );
  });
  gateway.registerCall(officeHouseInsure, (context) =>
    act(
      services,
      context,
      { action: 'house.insure', from: ['house', 'spot'], to: ['insurance', 'spot'] },
      (currency, amount) => ({
        kind: 'ledger.credit',
        user: SYSTEM.insurance,
        wallet: 'spot',
        currency: currency.id,
        amount,
        reference: INSURED,
      }),
    ),
  );
}

function accounts({ live }: CustodyServices): OwnAccount[] {
  return OWNERS.flatMap((owner) =>
    live
      .balances(SYSTEM[owner])
      .filter(({ available }) => available > 0n)
      .map(({ wallet, currency: id, available }) => {
        const currency = live.currency(id);
        if (currency === undefined)
          throw new Error(`an account is kept in currency ${id}, which is not listed`);
        return {
          owner,
          wallet,
          currency: id,
          currency_name: currency.code,
          available: formatDecimal(available, currency.scale),
          is_movable: owner === 'house' && !isPlay(id),
        };
      }),
  );
}

/** Creates missing addresses: the house has one on each branch of keys, like a customer. */
async function addresses({
  custodian,
  live,
}: CustodyServices): Promise<CallOutput<typeof officeHouse>['addresses']> {
  const { addresses: given } = custodian;
  if (given === undefined) return [];
  const open = live.custody.networks().filter(({ name }) => custodian.isOpen(name as NetworkName));
  const rows = [];
  for (const { id, name, currency: of, minDeposit } of open) {
    const { code, scale } = listedCurrency(live, of);
    const network = name as NetworkName;
    rows.push({
      network,
      currency_name: code,
      address: await given.of(SYSTEM.house, network),
      min_deposit: formatDecimal(minDeposit, scale),
      confirmations: custodian.terms.of(id).confirmations,
    });
  }
  return rows;
}

type Place = readonly [owner: 'house' | 'insurance', wallet: Wallet];
interface Move {
  readonly action: string;
  readonly from: Place;
  readonly to: Place;
}

/**
 * Logs and makes a move: both, or neither. Under one key it happens once and is logged once; a stop
 * between the two leaves it made, and a repetition of the call logs it. Refuses with
 * `idempotency_key_reused` the key of another move.
 */
async function act(
  { queries, live, engine }: CustodyServices,
  {
    input,
    audit,
    language,
    idempotencyKey = randomUUID(),
  }: Pick<CallContext<MoneyCall>, 'input' | 'audit' | 'language' | 'idempotencyKey'>,
  { action, from, to }: Move,
  commandOf: (currency: Currency, amount: Amount) => Command,
): Promise<string> {
  const currency = listedCurrency(live, input.currency);
  const amount = amountOf(input.amount, currency, 'amount');
  const subject = `house ${idempotencyKey}`;
  // Hashed with a prefix, because the core keeps the keys of the house's other commands too: costs
  // of chains use their transaction's id.
  const key = createHash('sha256').update(subject).digest('hex');
  await queries.transaction().execute(async (transaction) => {
    // One after the other: each entry records the balances just before its move.
    await sql`select pg_advisory_xact_lock(${HOUSE_LOCK})`.execute(transaction);
    const text = (units: bigint): string => formatDecimal(units, currency.scale);
    const has = ([owner, wallet]: Place): bigint =>
      live.balance(SYSTEM[owner], wallet, currency.id).available;
    const before = {
      currency: currency.code,
      [from.join(' ')]: text(has(from)),
      [to.join(' ')]: text(has(to)),
    };
    const after = {
      currency: currency.code,
      amount: text(amount),
      [from.join(' ')]: text(has(from) - amount),
      [to.join(' ')]: text(has(to) + amount),
    };
    // The log keeps a key for ever, the core for a day: a logged move has happened, and no other
    // move may use its key.
    const known = await transaction
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('subject', '=', subject)
      .executeTakeFirst();
    if (known !== undefined) {
      if (known.action !== action || !isSameMove(JSON.parse(known.after) as typeof after, after))
        throw new Refusal('idempotency_key_reused');
      return;
    }
    await audit({ action, subject, before, after }, transaction);
    const { outcome } = await engine.submit({ ...commandOf(currency, amount), key } as Command);
    if (!outcome.ok) throw new Refusal(outcome.rejection);
  });
  return textOf(language, 'answer.done');
}

/** Whether two entries record the same amount between the same accounts, at any balances. */
function isSameMove(
  one: Readonly<Record<string, string | undefined>>,
  other: Readonly<Record<string, string | undefined>>,
): boolean {
  const accounts = (of: object): string => Object.keys(of).join();
  return (
    one['currency'] === other['currency'] &&
    one['amount'] === other['amount'] &&
    accounts(one) === accounts(other)
  );
}
