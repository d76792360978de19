import type { ConfirmationMethod, HoldReason } from '@meridian/contract/custody/calls';
import type { NetworkName } from '@meridian/contract/custody/networks';

/** States for people. `agreed` awaits the chain, `inSite` went to another account here. */
export type WithdrawalStatus =
  'applying' | 'agreed' | 'success' | 'failure' | 'rejected' | 'inSite' | 'cancelled';

/** The wait of a withdrawal before it leaves, in the person's language. */
export interface Hold {
  /** '' where it does not wait. */
  readonly text: string;
  readonly reasons: readonly {
    readonly reason: HoldReason;
    readonly text: string;
    /** When it ends, as its text says it; '' where time does not end it. */
    readonly until: string;
  }[];
  /** On the clock of the exchange; '' where it waits for no time. */
  readonly waitsUntil: string;
}

/** A withdrawal. Plain decimals; `createdAt` on the clock of the exchange. */
export interface Withdrawal {
  readonly id: number;
  readonly code: string;
  readonly network: NetworkName;
  readonly amount: string;
  readonly fee: string;
  readonly received: string;
  readonly address: string;
  readonly status: WithdrawalStatus;
  readonly hold: Hold;
  readonly isCancellable: boolean;
  /** Of a rejection, in the words of an operator; '' otherwise. */
  readonly reason: string;
  /** Of its transaction; '' for none. */
  readonly hash: string;
  readonly createdAt: string;
}

/** A withdrawal without its proof. */
export interface WithdrawalOrder {
  /** Number of the currency. */
  readonly currency: number;
  readonly network: NetworkName;
  readonly address: string;
  readonly amount: string;
}

/** A withdrawal as it is sent. */
export interface SentWithdrawal extends WithdrawalOrder {
  readonly ticket: string;
  /** A code, or JSON of a passkey's credential. */
  readonly proof: string;
}

/** The confirmation of one withdrawal that has begun. */
export interface Confirmation {
  readonly ticket: string;
  /** Any one of them confirms. */
  readonly methods: readonly ConfirmationMethod[];
  /** JSON for a passkey; '' otherwise. */
  readonly options: string;
  /** Where the code went, with letters or digits left out; '' where none was sent. */
  readonly sentTo: string;
  /** Until another message can be sent. */
  readonly resendSeconds: number;
  /** The fee that is charged at most. */
  readonly fee: string;
  readonly hold: Hold;
}
