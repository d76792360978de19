import type { CLAIM_STATES, DEPOSIT_STATES } from '@meridian/contract/custody/calls';
import type { NetworkName } from '@meridian/contract/custody/networks';

/** A deposit. `amount` is a plain decimal, `createdAt` on the clock of the exchange. */
export interface Deposit {
  readonly id: number;
  readonly code: string;
  readonly network: NetworkName;
  readonly amount: string;
  readonly address: string;
  /** Of its transaction. */
  readonly hash: string;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly status: (typeof DEPOSIT_STATES)[number];
  readonly createdAt: string;
}

/** A deposit that was applied for by hand. */
export interface Claim {
  readonly id: number;
  readonly code: string;
  readonly amount: string;
  readonly hash: string;
  readonly status: (typeof CLAIM_STATES)[number];
  /** Of the decision; '' where there is none. */
  readonly reason: string;
  readonly createdAt: string;
}

export interface NewClaim {
  readonly currency: number;
  readonly network: NetworkName;
  readonly amount: string;
  /** The address that it came from. */
  readonly from: string;
  readonly hash: string;
  /** Name of an uploaded picture. */
  readonly picture: string;
}
