import type { DealAct, PaymentWay, Ruling } from '@meridian/contract/acceptor/calls';
import type { DealType } from './deal-form.ts';

/** A side of deals: the customer's or the acceptor's. */
export type Side = 'user' | 'acceptor';
export type DealState = 'waiting' | 'marked' | 'disputed' | 'confirmed' | 'rejected' | 'returned';

/** A deal. Times are on the clock of the exchange. */
export interface Deal {
  readonly id: number;
  readonly type: DealType;
  /** Name of the acceptor. */
  readonly acceptor: string;
  /** Of the customer. */
  readonly mobile: string;
  /** The customer's account that pays or is paid, as a transfer names it. */
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
  /** Time of the automatic dispute, unless the seller answers before; '' without one. */
  readonly disputesAt: string;
  /** Time of the automatic end, unless the buyer marks the payment before; '' without one. */
  readonly returnsAt: string;
  /** Permitted now. */
  readonly acts: readonly DealAct[];
  readonly createdAt: string;
  readonly updatedAt: string;
}
