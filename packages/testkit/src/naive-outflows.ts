import type { Network } from '@meridian/core/custody/custody-commands';
import type { NaiveCatalog } from './naive-catalog.ts';
import { approvalsAt, dayOf, type NaiveEscrow, type NaiveWithdrawal } from './naive-withdrawals.ts';

const HOUR_MS = 3_600_000;

/** Every withdrawal and escrow that was ever made: custody adds to them. */
interface Outflows {
  readonly withdrawals: readonly NaiveWithdrawal[];
  readonly escrows: readonly NaiveEscrow[];
}

/**
 * Sums of what a user takes out, for the limits of a day and the approvals that they need. Each is
 * computed anew from all withdrawals and escrows.
 */
export class NaiveOutflows {
  readonly #catalog: Pick<NaiveCatalog, 'countsOutflows'>;
  readonly #of: Outflows;
  /** Outflows of the day on which the rules that count outflows began. */
  #before: { user: number; worth: bigint; leftMs: number }[] = [];

  constructor(catalog: Pick<NaiveCatalog, 'countsOutflows'>, of: Outflows) {
    this.#catalog = catalog;
    this.#of = of;
  }

  /** Begins the rules that count outflows: signed and recent outflows count as of now. */
  begin(timeMs: number): void {
    const today = dayOf(timeMs);
    const newest = Math.max(0, ...this.#counted().map(({ day }) => day));
    const gone = new Map<number, bigint>();
    for (const outflow of this.#counted()) {
      const isSigned = 'status' in outflow.of && outflow.of.status === 'signed';
      outflow.of.leftMs = !outflow.isOpen ? -Infinity : isSigned ? timeMs : 0;
      if (!outflow.isOpen && outflow.day === newest && newest >= today - 1)
        gone.set(outflow.of.user, (gone.get(outflow.of.user) ?? 0n) + outflow.worth);
    }
    this.#before = [...gone].map(([user, worth]) => ({ user, worth, leftMs: timeMs }));
    for (const withdrawal of this.#of.withdrawals) delete withdrawal.arrivedMs;
  }

  /** All requested outflows that were not returned. */
  #counted(): {
    of: NaiveWithdrawal | NaiveEscrow;
    worth: bigint;
    day: number;
    isOpen: boolean;
    needs: number;
  }[] {
    const withdrawn = this.#of.withdrawals.filter(
      ({ status }) => !['cancelled', 'rejected', 'failed'].includes(status),
    );
    const sold = this.#of.escrows.filter(
      ({ isCounted, state }) => isCounted && state !== 'returned',
    );
    return [
      ...withdrawn.map((of) => ({
        of,
        worth: of.worth,
        day: of.day,
        isOpen: ['requested', 'approved', 'signed'].includes(of.status),
        needs: of.approvalsNeeded,
      })),
      ...sold.map((of) => ({
        of,
        worth: of.amount,
        day: of.day,
        isOpen: of.state === 'open',
        needs: 0,
      })),
    ];
  }

  /**
   * Outflows of a user that have not left, or left within 24 hours, without one withdrawal: worth
   * and required approvals of each.
   */
  recent(
    user: number,
    timeMs: number,
    except?: NaiveWithdrawal,
  ): { worth: bigint; needs: number }[] {
    const isCounted = (leftMs: number): boolean => leftMs === 0 || timeMs - leftMs < 24 * HOUR_MS;
    const asked = this.#counted().filter(
      ({ of }) => of !== except && of.user === user && isCounted(of.leftMs),
    );
    const before = this.#before.filter((each) => each.user === user && isCounted(each.leftMs));
    return [...asked, ...before.map(({ worth }) => ({ worth, needs: 0 }))];
  }

  /** Approvals that an outflow needs, counted together with the recent ones. */
  tier(
    network: Network,
    worth: bigint,
    recent: readonly { worth: bigint; needs: number }[],
  ): number {
    if (!this.#catalog.countsOutflows()) return approvalsAt(network, worth);
    const beside = (approvals: number): bigint =>
      recent
        .filter(({ needs }) => needs < approvals)
        .reduce((sum, each) => sum + each.worth, worth);
    return beside(2) >= network.twoApprovalsFrom ? 2 : beside(1) >= network.oneApprovalFrom ? 1 : 0;
  }

  /** Whether a withdrawal of the user reached the address at least a day ago. */
  isKnown(user: number, network: number, address: string, timeMs: number): boolean {
    return this.#of.withdrawals.some(
      (each) =>
        each.user === user &&
        each.network === network &&
        each.address === address &&
        each.arrivedMs !== undefined &&
        timeMs - each.arrivedMs >= 24 * HOUR_MS,
    );
  }

  /** Worth of a user's outflows of a day that were not returned. */
  goneOn(user: number, day: number): bigint {
    const withdrawn = this.#of.withdrawals.filter(
      (each) =>
        each.user === user &&
        each.day === day &&
        !['cancelled', 'rejected', 'failed'].includes(each.status),
    );
    const sold = this.#of.escrows.filter(
      (each) =>
        each.user === user && each.day === day && each.isCounted && each.state !== 'returned',
    );
    return (
      withdrawn.reduce((sum, each) => sum + each.worth, 0n) +
      sold.reduce((sum, each) => sum + each.amount, 0n)
    );
  }
}
