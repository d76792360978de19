import type { NetworkName } from '@meridian/contract/custody/networks';

/** A network of a currency, with its terms. Plain decimals in the currency. */
export interface Network {
  /** Number of the currency. */
  readonly currency: number;
  readonly code: string;
  readonly name: NetworkName;
  /** For people, for example Ethereum (ERC20). */
  readonly label: string;
  /** Decimals of an amount. */
  readonly decimals: number;
  readonly minDeposit: string;
  /** Blocks until a deposit is credited. */
  readonly confirmations: number;
  readonly isDepositOpen: boolean;
  readonly isWithdrawOpen: boolean;
}

/** Whether coins can come in or go out by it. */
export function isOpen({ isDepositOpen, isWithdrawOpen }: Network): boolean {
  return isDepositOpen || isWithdrawOpen;
}
