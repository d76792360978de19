import type { PaymentWay } from '@meridian/contract/acceptor/calls';
import type { DealType } from './deal-form.ts';

/** Currencies of deals with acceptors. */
export const FIAT = 'CNY';
export const COIN = 'USDT';

/** An acceptor, with prices and limits of each type of deal. */
export interface Acceptor {
  readonly id: number;
  readonly name: string;
  readonly ways: readonly PaymentWay[];
  readonly offers: Readonly<Record<DealType, Offer>>;
  /** Name and account, by the way of payment. */
  readonly payees: Readonly<Record<PaymentWay, string>>;
}

interface Offer {
  /** CNY of one deal. */
  readonly most: string;
  /** CNY for one USDT. */
  readonly rate: string;
}
