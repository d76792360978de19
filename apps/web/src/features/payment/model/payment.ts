import type { PaymentState } from '@meridian/contract/payment/calls';

/** The paid and the received currency. */
export const FIAT = 'CNY';
export const COIN = 'USDT';

/** Terms of payments. */
export interface Terms {
  readonly isOpen: boolean;
  /** CNY for one USDT; '' while payments are closed. */
  readonly rate: string;
  /** CNY of one payment. */
  readonly least: string;
  readonly most: string;
  /** For which the price of a payment holds. */
  readonly minutes: number;
}

/** A payment. Times are on the clock of the exchange. */
export interface Payment {
  /** Its name. */
  readonly order: string;
  /** Of the payer at the gateway. */
  readonly account: string;
  /** CNY. */
  readonly money: string;
  /** USDT. */
  readonly coins: string;
  readonly rate: string;
  readonly state: PaymentState;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** A signed form for the gateway, whose fields have its names. */
export interface GatewayForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}
