import type { WalletName } from '../../../shared/wallets.ts';

/** A movement of one currency in one wallet. Plain decimals. */
export interface Movement {
  readonly id: number;
  readonly atMs: number;
  /** Signed; counts available and held together, as the balance after it. */
  readonly value: string;
  readonly balance: string;
  /** The kind of movement, in the person's language. */
  readonly info: string;
  /** For example BTC/USDT; '' for none. */
  readonly market: string;
  /** Number of the order, 0 for none. */
  readonly order: number;
  /** Number of the trade, position, ticket, withdrawal, deal or policy; 0 for none. */
  readonly subject: number;
  /** The other side of the movement: an amount or an account; '' for none. */
  readonly counter: string;
  /** On the chain, '' for none. */
  readonly transaction: string;
}

/** A movement in the statement of all wallets. */
export interface StatementMovement extends Movement {
  readonly wallet: WalletName;
  readonly currency: string;
}

/** A transfer between two of the own wallets. */
export interface Transfer {
  readonly id: number;
  /** On the clock of the exchange. */
  readonly time: string;
  readonly from: WalletName;
  readonly to: WalletName;
  readonly amount: string;
  readonly currency: string;
}
