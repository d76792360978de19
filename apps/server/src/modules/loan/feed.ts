import type { LoanEvent } from '@meridian/contract/loan/events';
import type { Loan } from '@meridian/core/loan/loan-events';
import type { Audience, OpenFeed } from '../../gateway/sockets/frames.ts';
import { stampOf } from '../../gateway/sockets/stamp.ts';
import type { LiveView } from '../live-view.ts';

/** Events of loans, for their owners. */
export const openLoanFeed: OpenFeed = (live: LiveView, audience: Audience) => {
  let happened: { readonly kind: LoanEvent['kind']; readonly loan: Loan }[] = [];
  return {
    notes: {
      loanChanged: ({ cause, loan }) => happened.push({ kind: cause, loan }),
      loanWarned: ({ loan }) => happened.push({ kind: 'warned', loan }),
      loanLiquidated: ({ loan }) => happened.push({ kind: 'liquidated', loan }),
      loanLost: ({ loan }) => happened.push({ kind: 'lost', loan }),
    },
    flush() {
      for (const { kind, loan } of happened) {
        if (!audience.isWatched(loan.user)) continue;
        const { id, state, warnings: level } = loan;
        const event: LoanEvent = { id, kind, state, level, ...stampOf(live) };
        audience.notify(loan.user, 'loan', event);
      }
      happened = [];
    },
  };
};
