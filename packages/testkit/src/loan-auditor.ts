import type { InvariantId } from '@meridian/core/invariants';
import type { Posted } from '@meridian/core/ledger/posting';
import type {
  Loan,
  LoanChanged,
  LoanEvent,
  LoanLiquidated,
  LoanLost,
} from '@meridian/core/loan/loan-events';

const BILLION = 1_000_000_000n;
const BPS = 10_000n;
const HOUR_MS = 3_600_000;

type Prove = (id: InvariantId, holds: boolean, detail: string) => void;

/** A market as loans see it, from events. */
export interface LoanMarketFacts {
  readonly unit: bigint;
  readonly lotSize: bigint;
  readonly indexTicks: number;
  readonly markTicks: number;
  /** Milliseconds between its oldest quote and now; and how old it may be. */
  readonly ageMs: number;
  readonly maxAgeMs: number;
}

interface AuditedLoan {
  loan: Loan;
  held: bigint;
}

/**
 * Reads only the events and postings of loans: proves that savings lend exactly the amount that
 * borrowers owe (N1), that collateral is held in full (N2), and that nothing is warned or sold but
 * at a fresh price, beyond a level, within the bound, for a debt that it computes anew (N3).
 */
export class LoanAuditor {
  readonly #prove: Prove;
  readonly #marketOf: (market: number, timeMs: number) => LoanMarketFacts;
  readonly #loans = new Map<number, AuditedLoan>();
  /** Principal that left the pools, by loan. */
  readonly #lent = new Map<number, bigint>();
  #changed = new Set<AuditedLoan>();

  constructor(prove: Prove, marketOf: (market: number, timeMs: number) => LoanMarketFacts) {
    this.#prove = prove;
    this.#marketOf = marketOf;
  }

  follow(event: LoanEvent, timeMs: number): void {
    switch (event.type) {
      case 'loanOfferListed':
        return;
      case 'loanChanged':
        return this.#change(event, timeMs);
      case 'loanWarned': {
        const before = this.#before(event.loan);
        this.#prove(
          'N3',
          event.warning === before.warnings + 1 && event.debt === debtOf(before, timeMs),
          `loan ${before.id} is warned out of turn`,
        );
        this.#proveLevel(before, before.terms.warnBps[before.warnings] ?? 0, timeMs);
        return this.#keep(event.loan);
      }
      case 'loanLiquidated':
        return this.#liquidate(event, timeMs);
      case 'loanLost':
        return this.#lose(event);
    }
  }

  /** Whether a change of a held part belongs to a loan; if so it is counted for it. */
  owns({ user, reason, reference, subject, held }: Posted): boolean {
    const isMove = reason === 'hold' || reason === 'release';
    if (isMove ? reference !== 'loan' : reason !== 'loanLoss') return false;
    const own = this.#loans.get(subject);
    this.#prove('N2', own?.loan.user === user, `a stranger holds for loan ${subject}`);
    if (own === undefined) return true;
    own.held += held;
    this.#changed.add(own);
    return true;
  }

  settle(postings: readonly Posted[]): void {
    for (const { user, available, reason, subject } of postings) {
      const isPool = user > 20_000 && user <= 21_023;
      if (isPool && ['loan', 'loanRepaid', 'loanLoss'].includes(reason))
        this.#lent.set(subject, (this.#lent.get(subject) ?? 0n) - available);
    }
    for (const { loan, held } of this.#changed) {
      const { id, pledged, principal, state } = loan;
      const isOpen = state === 'active';
      this.#prove('N2', held === (isOpen ? pledged : 0n), `loan ${id} ${state} holds ${held}`);
      const lent = this.#lent.get(id) ?? 0n;
      this.#prove('N1', lent === principal, `loan ${id} owes ${principal}, and got ${lent}`);
    }
    this.#changed = new Set();
  }

  #change({ cause, amount, interest, loan }: LoanChanged, timeMs: number): void {
    if (cause === 'borrowed') {
      const { ticks, facts } = this.#worst(loan, timeMs);
      this.#prove(
        'N3',
        facts.ageMs <= facts.maxAgeMs &&
          isWithin(debtOf(loan, timeMs), loan, facts, { bps: loan.terms.initialBps, ticks }),
        `loan ${loan.id} begins beyond its ratio, or at a stale price`,
      );
      this.#loans.set(loan.id, { loan, held: 0n });
      return this.#keep(loan);
    }
    const before = this.#before(loan);
    const paid = cause === 'repaid' || cause === 'covered' ? amount : 0n;
    this.#prove(
      'N1',
      loan.principal === before.principal - paid,
      `loan ${loan.id} ${cause} owes ${loan.principal}`,
    );
    if (cause === 'repaid') this.#proveInterest(before, loan, interest, timeMs);
    if (cause === 'removed') {
      const { ticks, facts } = this.#worst(loan, timeMs);
      this.#prove(
        'N3',
        facts.ageMs <= facts.maxAgeMs &&
          isWithin(debtOf(loan, timeMs), loan, facts, { bps: loan.terms.initialBps, ticks }),
        `collateral of loan ${loan.id} leaves beyond its ratio`,
      );
    }
    this.#keep(loan);
  }

  #liquidate(event: LoanLiquidated, timeMs: number): void {
    const { loan, sold, offered, proceeds, fee, interest, repaid } = event;
    const before = this.#before(loan);
    const { terms, id } = before;
    this.#prove(
      'N3',
      before.warnings === terms.warnBps.length,
      `loan ${id} is sold before its warnings`,
    );
    this.#proveLevel(before, terms.liquidationBps, timeMs);
    const { indexTicks, unit, lotSize } = this.#marketOf(before.market, timeMs);
    // Before the fee of the trade, which is at most a tenth.
    const least = (BigInt(indexTicks) * (BPS - BigInt(terms.boundBps)) * unit * sold) / lotSize;
    this.#prove(
      'N3',
      sold <= offered && offered <= before.pledged && (proceeds * BPS * 10n) / 9n + BPS >= least,
      `loan ${id} sells ${sold} for ${proceeds}`,
    );
    this.#prove(
      'N3',
      fee === (proceeds * BigInt(terms.feeBps) + BPS - 1n) / BPS &&
        interest + repaid <= proceeds - fee &&
        (interest + repaid === proceeds - fee || repaid === before.principal),
      `the sale of loan ${id} pays ${interest} and ${repaid} of ${proceeds}`,
    );
    this.#proveInterest(before, loan, interest, timeMs);
    this.#keep(loan);
  }

  #lose({ byInsurance, bySource, byHouse, missing, loan }: LoanLost): void {
    this.#prove(
      'N1',
      loan.pledged === 0n &&
        loan.principal === missing &&
        byInsurance >= 0n &&
        bySource >= 0n &&
        byHouse >= 0n &&
        (loan.state === 'lost') === missing > 0n,
      `loan ${loan.id} is lost, and ${missing} is missing`,
    );
    this.#keep(loan);
  }

  /** Interest that is due is paid before principal, and is the cost of the hours. */
  #proveInterest(before: Loan, after: Loan, paid: bigint, timeMs: number): void {
    const due = debtOf(before, timeMs) - before.principal;
    const isAll = paid === due;
    const isFirst = isAll || after.principal === before.principal;
    this.#prove(
      'N1',
      paid <= due && isFirst && (!isAll || after.interestPpb === 0n),
      `loan ${before.id} pays ${paid} of ${due} interest`,
    );
  }

  /** The mark has reached a level, at a fresh price. The debt may be an hour older than now. */
  #proveLevel(loan: Loan, bps: number, timeMs: number): void {
    const facts = this.#marketOf(loan.market, timeMs);
    const debt = debtOf(loan, timeMs);
    const isReached =
      debt * facts.lotSize * BPS >=
      BigInt(bps) * loan.pledged * BigInt(facts.markTicks) * facts.unit;
    this.#prove(
      'N3',
      isReached && facts.ageMs <= facts.maxAgeMs,
      `loan ${loan.id} is acted on below level ${bps}, or at a price of ${facts.ageMs} ms`,
    );
  }

  #worst(loan: Loan, timeMs: number): { ticks: number; facts: LoanMarketFacts } {
    const facts = this.#marketOf(loan.market, timeMs);
    return { ticks: Math.min(facts.indexTicks, facts.markTicks), facts };
  }

  #before({ id }: Loan): Loan {
    const own = this.#loans.get(id);
    if (own === undefined) throw new Error(`loan ${id} was never made`);
    return own.loan;
  }

  #keep(loan: Loan): void {
    const own = this.#loans.get(loan.id);
    if (own === undefined) return;
    own.loan = loan;
    this.#changed.add(own);
  }
}

function debtOf({ principal, interestPpb, sinceMs, terms }: Loan, timeMs: number): bigint {
  const hours = timeMs < sinceMs ? 0 : Math.floor((timeMs - sinceMs) / HOUR_MS) + 1;
  const interest = interestPpb + principal * BigInt(terms.ratePpb) * BigInt(hours);
  return principal + (interest + BILLION - 1n) / BILLION;
}

function isWithin(
  debt: bigint,
  { pledged }: Loan,
  { lotSize, unit }: LoanMarketFacts,
  { bps, ticks }: { readonly bps: number; readonly ticks: number },
): boolean {
  return debt * lotSize * BPS <= BigInt(bps) * pledged * BigInt(ticks) * unit;
}
