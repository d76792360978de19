import type { Amount, PriceTicks } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { KnownConversions, KnownLoan } from './convert-stream.ts';

/** The state in which a scene goes on. */
interface Stage {
  openConversions(): KnownConversions;
}

interface Lending {
  readonly saver: number;
  readonly borrower: number;
  readonly amount: bigint;
  /** The coin, and the product that lends it. */
  readonly coin: number;
  readonly product: number;
  /** Offer 1 lends against it; so much is worth more than the amount. */
  readonly base: number;
  readonly collateral: bigint;
  /** Prices of now. */
  readonly index: Command;
  /** Makes the saver a debtor. */
  readonly debt: readonly Command[];
}

/**
 * Commands that random draws hardly put in a row. A user saves, another one borrows these coins,
 * the saver comes into debt, and the loan is repaid: the repayment pays the debt.
 */
export function* debtOfLentSavings(lending: Lending, stage: Stage): Generator<Command> {
  const { saver, borrower, amount, coin, product, base, collateral, index, debt } = lending;
  yield deposit(saver, coin, amount);
  yield { kind: 'earn.save', user: saver, product, amount: amount as Amount };
  yield deposit(borrower, base, collateral * 2n);
  yield deposit(borrower, coin, amount);
  yield index;
  // Half of the savings or nine tenths, whichever the product lends.
  for (const percent of [45n, 40n]) {
    const lent = ((amount * percent) / 100n) as Amount;
    const pledge = { offer: 1, collateral: collateral as Amount };
    yield { kind: 'loan.borrow', user: borrower, ...pledge, amount: lent };
  }
  yield* debt;
  const { loans } = stage.openConversions();
  for (const { id: loan } of loans.filter(({ user }) => user === borrower).slice(-2))
    yield { kind: 'loan.repay', user: borrower, loan, amount: 0n as Amount };
  yield deposit(saver, coin, amount * 20n);
}

interface Falling {
  readonly loan: KnownLoan;
  readonly base: number;
  readonly coin: number;
  /** The price to which the loan's market falls. */
  readonly ticks: number;
  /** One of so many parts of the collateral pays. */
  readonly parts: bigint;
}

/** A price falls until a loan is warned, and a part of its collateral repays a part of it. */
export function* repaymentWhileWarned(falling: Falling, stage: Stage): Generator<Command> {
  const { loan, base, coin, ticks, parts } = falling;
  const { id, user, market, pledged } = loan;
  const index = {
    kind: 'index.set',
    source: 'simulated',
    prices: [[market, ticks as PriceTicks]],
  } as const;
  yield index;
  yield index;
  // A multiple of each step that terms of conversions have.
  const amount = ((BigInt(pledged) / parts / 100n) * 100n) as Amount;
  yield { kind: 'convert.quote', user, from: base, to: coin, side: 'from', amount, loan: id };
  const quote = stage.openConversions().quotes.findLast((each) => each.user === user);
  if (quote !== undefined)
    yield { kind: 'loan.repay', user, loan: id, amount: 0n as Amount, quote: quote.id };
}

function deposit(user: number, currency: number, amount: bigint): Command {
  const reference = 'funding';
  return {
    kind: 'ledger.deposit',
    user,
    wallet: 'spot',
    currency,
    amount: amount as Amount,
    reference,
  };
}
