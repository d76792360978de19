import { NETWORK_NAMES, NETWORKS } from '@meridian/contract/custody/networks';
import type { MessageId } from './i18n/translate.ts';

/** The four wallets of an account, in the order of the pages. */
export const WALLET_NAMES = ['spot', 'margin', 'seconds', 'p2p'] as const;
export type WalletName = (typeof WALLET_NAMES)[number];

/** The label of each wallet. */
export const WALLET_LABELS = {
  spot: 'assets.exchange',
  margin: 'assets.contract',
  seconds: 'assets.seconds',
  p2p: 'assets.fiat',
} as const satisfies Record<WalletName, MessageId>;

/** Currencies that can come in and go out when a network of theirs is open. */
export const CHAIN_CODES: ReadonlySet<string> = new Set(
  NETWORK_NAMES.map((name) => NETWORKS[name].currency),
);

/** One currency in all wallets of an account. Plain decimals. */
export interface OwnCurrency {
  /** Its number. */
  readonly currency: number;
  readonly code: string;
  readonly logo: string;
  /** Decimals of an amount. */
  readonly decimals: number;
  /** USDT for one coin, '0' without a market that prices it. */
  readonly usdtPrice: string;
  /** Of open leveraged positions, with a minus for a loss. */
  readonly marginProfits: string;
  /** In savings, with the interest so far. */
  readonly savings: string;
  /** Owed of loans, with the interest so far. */
  readonly debt: string;
  readonly wallets: Readonly<Record<WalletName, WalletAmounts>>;
}

export interface WalletAmounts {
  readonly available: string;
  readonly held: string;
  /** Whether the wallet is meant for this currency. */
  readonly isOffered: boolean;
}
