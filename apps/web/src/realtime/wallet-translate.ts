import type { BalanceRow, WALLET_FIELDS } from '@meridian/contract/wallet/calls';
import { WALLET_NAMES, type OwnCurrency, type WalletName } from '../shared/wallets.ts';

type WireWallet = (typeof WALLET_FIELDS)[number];

/** The wallets as calls name them, and as addresses of pages do. */
export const WIRE_WALLETS = {
  spot: 'change',
  margin: 'lever',
  seconds: 'micro',
  p2p: 'legal',
} as const satisfies Record<WalletName, WireWallet>;

/** The wallet that a call, or an address of a page, names; undefined for none. */
export function walletOf(name: WireWallet): WalletName;
export function walletOf(name: string | null): WalletName | undefined;
export function walletOf(name: string | null): WalletName | undefined {
  return WALLET_NAMES.find((wallet) => WIRE_WALLETS[wallet] === name);
}

type WireAmounts = Pick<BalanceRow, `${'' | 'lock_'}${WireWallet}_balance`>;

const IS_OFFERED = {
  spot: 'is_match',
  margin: 'is_lever',
  seconds: 'is_micro',
  p2p: 'is_legal',
} as const satisfies Record<WalletName, keyof BalanceRow>;

export function ownCurrency(row: BalanceRow): OwnCurrency {
  return {
    currency: row.currency,
    code: row.currency_name,
    logo: row.logo,
    decimals: row.decimals,
    usdtPrice: row.usdt_price,
    marginProfits: row.lever_profits,
    savings: row.savings_balance,
    debt: row.loan_debt,
    wallets: byWallet((wallet) => ({
      ...amountsIn(row, wallet),
      isOffered: row[IS_OFFERED[wallet]] === 1,
    })),
  };
}

/** The currency with the amounts of an event. */
export function withAmounts(currency: OwnCurrency, event: WireAmounts): OwnCurrency {
  return {
    ...currency,
    wallets: byWallet((wallet) => ({ ...currency.wallets[wallet], ...amountsIn(event, wallet) })),
  };
}

function amountsIn(row: WireAmounts, wallet: WalletName) {
  const name = WIRE_WALLETS[wallet];
  return { available: row[`${name}_balance`], held: row[`lock_${name}_balance`] };
}

function byWallet<T>(valueOf: (wallet: WalletName) => T): Record<WalletName, T> {
  return Object.fromEntries(WALLET_NAMES.map((wallet) => [wallet, valueOf(wallet)])) as Record<
    WalletName,
    T
  >;
}
