import { createHash, randomUUID } from 'node:crypto';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { NetworkName } from '@meridian/contract/custody/calls';
import { officeHouse, officeHouseInsure, officeHouseMove } from '@meridian/contract/custody/house';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import { sql } from 'kysely';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { isPlay } from '../../live/play-money.ts';
import { ACCOUNT_TEXTS } from '../account/messages.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import type { CustodyServices } from './custody-services.ts';

type OwnAccount = CallOutput<typeof officeHouse>['accounts'][number];
type MoneyCall = typeof officeHouseMove | typeof officeHouseInsure;

/** In the order in which they are shown. */
const OWNERS = ['house', 'insurance', 'fees', 'rounding'] as const;
const INSURED = 'house-insurance';
/** Any number that nobody else locks. */
const HOUSE_LOCK = 7_302;

/**
 * The house's own money: what there is, where it comes in, and moves between its accounts. Nothing
 * here pays anybody else.
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

/** Made where there is none: the house has one on each branch of keys, as a customer has. */
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
 * between the two leaves it made, and the same call made again logs it. Refuses with
 * `idempotency_key_reused` a key that another move has.
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
  // The core keeps the keys of the house's other commands too: costs of chains go by their
  // transaction.
  const key = createHash('sha256').update(subject).digest('hex');
  await queries.transaction().execute(async (transaction) => {
    // One after the other: each is logged with the balances that it found.
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
    // The log knows a key for ever, the core for a day: what is logged has happened, and nothing
    // else happens under its key.
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
  return ACCOUNT_TEXTS[language].done;
}

/** Whether two entries tell of the same coins between the same accounts, whatever was there. */
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
