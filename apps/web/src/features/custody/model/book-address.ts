import type { NetworkName } from '@meridian/contract/custody/networks';

/** An address of the book. */
export interface BookAddress {
  readonly id: number;
  /** Number of the currency. */
  readonly currency: number;
  readonly code: string;
  readonly network: NetworkName;
  readonly address: string;
  readonly notes: string;
  /** With the whitelist on it can be used from then; '' from now. On the clock of the exchange. */
  readonly usableFrom: string;
  /** Whether a payment to it waits for a day or for an operator. */
  readonly firstWaits: boolean;
}

/** An address to add. */
export type NewAddress = Pick<BookAddress, 'currency' | 'network' | 'address' | 'notes'>;
