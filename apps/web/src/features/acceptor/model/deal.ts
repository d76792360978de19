import type { DealAct, PaymentWay, Ruling } from '@meridian/contract/acceptor/calls';
import type { DealType } from './deal-form.ts';

/** A side of deals: the customer's or the acceptor's. */
export type Side = 'user' | 'acceptor';
export type DealState = 'waiting' | 'marked' | 'disputed' | 'confirmed' | 'rejected' | 'returned';

/** A deal. Times are on the wall of the exchange. */
export interface Deal {
  readonly id: number;
  readonly type: DealType;
  /** Name of the acceptor. */
  readonly acceptor: string;
  /** Of the customer. */
  readonly mobile: string;
  /** What the customer pays from or is paid to, as a transfer names it. */
  readonly customerAccount: string;
  readonly acceptorAccount: string;
  readonly way: PaymentWay;
  /** CNY. */
  readonly money: string;
  /** USDT. */
  readonly coins: string;
  readonly state: DealState;
  readonly isDisputed: boolean;
  /** Whether there are statements to read. */
  readonly wasDisputed: boolean;
  /** How an operator ended a dispute; '' otherwise. */
  readonly ruling: Ruling | '';
  readonly rulingReason: string;
  /** When it becomes disputed unless the seller answers before; '' where it does not. */
  readonly disputesAt: string;
  /** When it ends unless the buyer marks the payment before; '' where it does not. */
  readonly returnsAt: string;
  /** Permitted now. */
  readonly acts: readonly DealAct[];
  readonly createdAt: string;
  readonly updatedAt: string;
}
