import type { SentWithdrawal, WithdrawalOrder } from './withdrawal.ts';

/**
 * Withdrawals that were sent and not answered. Sending one again uses the proof of the first time,
 * which the server may have seen: with another proof it would be another withdrawal. They live as
 * long as the page, as the keys of their intentions do.
 */
export class UnansweredWithdrawals {
  readonly #sent = new Map<string, SentWithdrawal>();

  of(order: WithdrawalOrder): SentWithdrawal | undefined {
    return this.#sent.get(nameOf(order));
  }

  keep(sent: SentWithdrawal): void {
    this.#sent.set(nameOf(sent), sent);
  }

  /** To be called when the server has said the outcome. */
  forget(order: WithdrawalOrder): void {
    this.#sent.delete(nameOf(order));
  }
}

function nameOf({ currency, network, address, amount }: WithdrawalOrder): string {
  return JSON.stringify([currency, network, address, amount]);
}
