import { SYSTEM } from '@meridian/core/ledger/accounts';
import { accountName, because, type Cause, type OracleLedger } from './naive-ledger.ts';
import { BPS, overnightOf, valueAt, type NaivePosition } from './naive-positions.ts';

/** Money of the naive margin: the movements of a close, and the debts of house and accounts. */
export class NaiveMarginMoney {
  /** Debts of the house, oldest first. */
  debts: { position: number; user: number; currency: number; owed: bigint }[] = [];
  /** Debts of accounts to the insurance, by their names in the ledger. */
  readonly owing = new Map<string, bigint>();
  readonly #ledger: OracleLedger;
  readonly #note: (note: string) => void;

  /** @param note keeps an event of a position */
  constructor(ledger: OracleLedger, note: (note: string) => void) {
    this.#ledger = ledger;
    this.#note = note;
  }

  /** At the end of each command the house pays its debts from its funds. */
  payDebts(): void {
    for (const debt of [...this.debts].sort((a, b) => a.currency - b.currency)) {
      const paid = this.take(
        accountName(SYSTEM.house, 'margin', debt.currency),
        debt.owed,
        because('profit', debt.position),
      );
      this.give(
        accountName(debt.user, 'margin', debt.currency),
        paid,
        because('profit', debt.position),
      );
      debt.owed -= paid;
      const left = this.debts
        .filter(({ position }) => position === debt.position)
        .reduce((sum, { owed }) => sum + owed, 0n);
      if (paid > 0n) this.#note(`paid ${debt.position} ${left}`);
    }
    this.debts = this.debts.filter(({ owed }) => owed > 0n);
  }

  /**
   * @returns the part of a profit that neither house nor insurance has
   */
  win({ id, user, currency }: NaivePosition, won: bigint): bigint {
    let paid = 0n;
    for (const payer of [
      accountName(SYSTEM.house, 'margin', currency),
      accountName(SYSTEM.insurance, 'spot', currency),
    ])
      paid += this.take(payer, won - paid, because('profit', id));
    this.give(accountName(user, 'margin', currency), paid, because('profit', id));
    const owed = won - paid;
    if (owed > 0n) this.debts.push({ position: id, user, currency, owed });
    return owed;
  }

  /**
   * @param most the money that may pay: all that is free, or an isolated position's own
   * @returns the part of a loss that neither that nor the insurance has
   */
  lose({ id, user, currency, isIsolated }: NaivePosition, loss: bigint, most: bigint): bigint {
    const wallet = accountName(user, 'margin', currency);
    const house = accountName(SYSTEM.house, 'margin', currency);
    const insurance = accountName(SYSTEM.insurance, 'spot', currency);
    const lost = this.take(wallet, loss < most ? loss : most, because('loss', id));
    const covered = this.take(insurance, loss - lost, because('badDebt', id));
    if (!isIsolated) this.owing.set(wallet, (this.owing.get(wallet) ?? 0n) + covered);
    this.give(house, lost, because('loss', id));
    this.give(house, covered, because('badDebt', id));
    return loss - lost - covered;
  }

  payNights(position: NaivePosition, most: bigint): bigint {
    const { id, user, currency } = position;
    const night = overnightOf(position);
    const exact =
      valueAt(position, position.entryTicks) *
      BigInt(position.nights) *
      BigInt(position.terms.overnightBps);
    if (night <= most)
      this.takeFee(position, { fee: night, exact, cause: because('overnight', id) });
    else
      this.give(
        accountName(SYSTEM.fees, 'spot', currency),
        this.take(accountName(user, 'margin', currency), most, because('overnight', id)),
        because('overnight', id),
      );
    return night < most ? night : most;
  }

  hold({ user, currency }: NaivePosition, amount: bigint): void {
    this.#ledger.post(accountName(user, 'margin', currency), -amount, amount);
  }

  /**
   * @returns the part of the amount that was available
   */
  take(from: string, most: bigint, cause: Cause): bigint {
    const { available } = this.#ledger.balance(from);
    const part = available < most ? available : most;
    this.give(from, -part, cause);
    return part;
  }

  give(to: string, amount: bigint, cause: Cause): void {
    if (amount !== 0n) this.#ledger.post(to, amount, 0n, cause);
  }

  /**
   * @param exact in ten-thousandths of a unit: the part below a unit goes to `rounding`
   */
  takeFee(
    { user, currency }: NaivePosition,
    { fee, exact, cause }: { fee: bigint; exact: bigint; cause: Cause },
  ): void {
    if (fee === 0n) return;
    const whole = exact / BPS;
    this.give(accountName(user, 'margin', currency), -fee, cause);
    this.give(accountName(SYSTEM.fees, 'spot', currency), whole, cause);
    this.give(accountName(SYSTEM.rounding, 'spot', currency), fee - whole, cause);
  }

  available(user: number, currency: number): bigint {
    return this.#ledger.balance(accountName(user, 'margin', currency)).available;
  }
}
