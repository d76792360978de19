import type { SentWithdrawal, WithdrawalOrder } from './withdrawal.ts';

/**
 * Withdrawals that were sent and not answered. Whoever sends one again asks after it with the proof
 * of the first time, which the server has seen or not: with another proof it would be another
 * withdrawal. They live as long as the page, as the keys of their intentions do.
 */
export class UnansweredWithdrawals {
  readonly #sent = new Map<string, SentWithdrawal>();

  of(order: WithdrawalOrder): SentWithdrawal | undefined {
    return this.#sent.get(nameOf(order));
  }

  keep(sent: SentWithdrawal): void {
    this.#sent.set(nameOf(sent), sent);
  }

  /** The server has said what became of it. */
  forget(order: WithdrawalOrder): void {
    this.#sent.delete(nameOf(order));
  }
}

function nameOf({ currency, network, address, amount }: WithdrawalOrder): string {
  return JSON.stringify([currency, network, address, amount]);
}
