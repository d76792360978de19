/** Traders of the marketplace for tests: verified, with accounts to be paid into, and coins. */
import { walletChange } from '@meridian/contract/wallet/calls';
import type { Amount } from '@meridian/money/amount';
import { WireRefusal, type TestExchange } from '../test-exchange.ts';
import { paidTo } from './payment-account.ts';

const SEVEN = 7_0000_0000;
const cny = (yuan: number) => BigInt(yuan * 100) as Amount;

/** Makes users verified who can be paid to a bank. Once for a database. */
export async function verifiedTraders(
  { queries }: TestExchange,
  users: readonly number[],
): Promise<void> {
  for (const user of users) {
    await queries
      .insertInto('payment_methods')
      .values({ ...paidTo(user, `62220000${user}`) })
      .execute();
    await queries
      .updateTable('users')
      .set({ review_status: 'approved' })
      .where('id', '=', BigInt(user))
      .execute();
  }
}

/**
 * Opens the marketplace for USDT at 7 CNY, with two operators from 10,000 CNY and a bond of 1,000,
 * and gives each user 5,000 USDT in the p2p wallet. After each reset.
 */
export async function openP2p(exchange: TestExchange, users: readonly number[]): Promise<void> {
  await exchange.engine.submit({
    kind: 'p2p.terms',
    terms: {
      currency: 3,
      market: 0,
      minFiat: cny(10),
      maxFiat: cny(50_000),
      bandBps: 2_000,
      twoOperatorsFrom: cny(10_000),
      merchantBond: 1_000_0000_0000n as Amount,
      isOpen: true,
    },
  });
  await exchange.engine.submit({ kind: 'p2p.rate', currency: 3, priceTicks: SEVEN });
  for (const user of users)
    await exchange.call(
      walletChange,
      { number: '5000', currency_id: 3, from_field: 'change', to_field: 'legal' },
      { user },
    );
}

/** The code that a call is refused with, undefined where it succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof WireRefusal ? error.answer['code'] : error;
}
