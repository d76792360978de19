import type {
  LoanChanged,
  LoanLiquidated,
  LoanLost,
  LoanWarned,
} from '@meridian/core/loan/loan-events';
import type { Told } from './inbox-tables.ts';

/**
 * Messages about a loan: its beginning, its warnings, each sale, and its end. Other acts of its
 * owner are answered where they are done; the first and the last one may be those of somebody with
 * the owner's session.
 */
export function toldOfLoan(
  event: LoanChanged | LoanWarned | LoanLiquidated | LoanLost,
): Told | undefined {
  const { id: subject, user, market, currency, terms, state } = event.loan;
  const about = { subject, market, currency };
  switch (event.type) {
    case 'loanChanged': {
      const amount = String(event.amount);
      if (event.cause === 'borrowed') {
        const left = String(event.loan.pledged);
        return { user, kind: 'loan_borrowed', facts: { ...about, amount, left } };
      }
      return event.cause === 'repaid' && state === 'repaid'
        ? { user, kind: 'loan_repaid', facts: { ...about, amount } }
        : undefined;
    }
    case 'loanWarned':
      return {
        user,
        kind: 'loan_warned',
        facts: {
          ...about,
          count: event.warning,
          amount: String(event.debt),
          price: event.markTicks,
          ratio: terms.warnBps[event.warning - 1] ?? terms.liquidationBps,
          least: terms.liquidationBps,
        },
      };
    case 'loanLiquidated':
      return event.sold === 0n
        ? undefined
        : {
            user,
            kind: 'loan_liquidated',
            facts: {
              ...about,
              sold: String(event.sold),
              other: String(event.proceeds),
              amount: String(event.loan.principal),
              left: String(event.loan.pledged),
              why: state === 'active' ? 'loan_goes_on' : 'loan_over',
            },
          };
    case 'loanLost':
      return { user, kind: 'loan_lost', facts: about };
  }
}
