import type { CallOutput } from '@meridian/contract/schema/call';
import type { BalanceRow, StatementRow, walletList } from '@meridian/contract/wallet/calls';
import type { UpdateBalanceEvent } from '@meridian/contract/wallet/events';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Wallet } from '@meridian/core/ledger/accounts';
import { formatDecimal } from '@meridian/money/decimal';
import { stampOf } from '../../gateway/sockets/stamp.ts';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { isLegal, logoPath } from '../market/translate.ts';
import { unitScale, usdtPrice, usdtWorth } from '../market/valuation.ts';
import type { StatementQueryRow } from './queries.ts';
import type { Details } from './statement-details.ts';

/** The wallets by their wire names. */
export const WIRE_WALLETS = {
  spot: 'change',
  margin: 'lever',
  seconds: 'micro',
  p2p: 'legal',
} as const satisfies Record<Wallet, string>;

/** The same the other way round. */
export const WALLET_OF_FIELD = {
  change: 'spot',
  lever: 'margin',
  micro: 'seconds',
  legal: 'p2p',
} as const satisfies Record<string, Wallet>;

/**
 * Every listed currency in all four wallets, in savings and in loans.
 * @param now milliseconds UTC, up to which loans have interest
 */
export function balanceRows(live: LiveView, user: UserId, now: number): BalanceRow[] {
  return live.currencies().map((currency) => balanceRow(live, user, { currency, now }));
}

export function balanceRow(
  live: LiveView,
  user: UserId,
  { currency, now }: { readonly currency: Currency; readonly now: number },
): BalanceRow {
  const savings = live.earn.savedBy(user, currency.id);
  const debt = live.loan.owedBy(user, currency.id, now);
  return {
    currency: currency.id,
    currency_name: currency.code,
    decimals: currency.scale,
    ...flagsOf(live, currency),
    ...walletFields(live, user, currency),
    lever_profits: formatDecimal(live.margin.profits(user, currency.id), currency.scale),
    savings_balance: formatDecimal(savings, currency.scale),
    loan_debt: formatDecimal(debt, currency.scale),
    usdt_price: usdtPriceText(live, currency),
  };
}

/** The uses of a currency, as flags of the wire. */
export function flagsOf(live: LiveView, currency: Currency) {
  const isLever = live.margin
    .allTerms()
    .some(({ market }) => live.market(market)?.quote === currency.id);
  return {
    currency_type: currency.code.toLowerCase(),
    is_match: 1 as const,
    is_legal: isLegal(live, currency) ? (1 as const) : (0 as const),
    is_lever: isLever ? (1 as const) : (0 as const),
    is_micro: live.seconds.terms().some((terms) => terms.currency === currency.id)
      ? (1 as const)
      : (0 as const),
    logo: logoPath(currency),
  };
}

function walletFields(live: LiveView, user: UserId, currency: Currency) {
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  const spot = live.balance(user, 'spot', currency.id);
  const margin = live.balance(user, 'margin', currency.id);
  const seconds = live.balance(user, 'seconds', currency.id);
  const p2p = live.balance(user, 'p2p', currency.id);
  return {
    legal_balance: text(p2p.available),
    lock_legal_balance: text(p2p.held),
    change_balance: text(spot.available),
    lock_change_balance: text(spot.held),
    micro_balance: text(seconds.available),
    lock_micro_balance: text(seconds.held),
    lever_balance: text(margin.available),
    lock_lever_balance: text(margin.held),
  };
}

/** The four wallets, each with its worth. @param isStarting chains open in a moment */
export function walletsAnswer(
  live: LiveView,
  user: UserId,
  { isStarting, now }: { readonly isStarting: boolean; readonly now: number },
): CallOutput<typeof walletList> {
  const balance = balanceRows(live, user, now);
  const wallet = (name: Wallet) => ({ balance, usdt_totle: usdtWorthText(live, user, name) });
  return {
    legal_wallet: wallet('p2p'),
    change_wallet: wallet('spot'),
    micro_wallet: wallet('seconds'),
    lever_wallet: wallet('margin'),
    is_open_CTbi: live.custody.networks().some(({ isOpen }) => isOpen) ? 1 : 0,
    is_starting: isStarting ? 1 : 0,
    seq: live.seq,
  };
}

export function usdtPriceText(live: LiveView, currency: Currency): string {
  return formatDecimal(usdtPrice(live, currency.id), unitScale(live));
}

/**
 * Worth of a wallet (undefined: all of them) in USDT, available and held together, open positions
 * at the index, rounded down.
 */
export function usdtWorthText(live: LiveView, user: UserId, wallet?: Wallet): string {
  const holdings = live
    .balances(user)
    .filter((account) => wallet === undefined || account.wallet === wallet)
    .map(({ currency, available, held, wallet: of }) => ({
      currency,
      units: of === 'margin' ? live.margin.equity(user, currency) : available + held,
    }));
  return formatDecimal(usdtWorth(live, holdings), unitScale(live));
}

export function statementRow(
  row: StatementQueryRow,
  currency: Currency,
  details: Details,
): StatementRow {
  return {
    id: row.id,
    created_time: shanghaiTime(row.timeMs),
    created_time_ms: row.timeMs,
    account: WIRE_WALLETS[row.wallet],
    currency: row.currency,
    currency_name: currency.code,
    value: formatDecimal(row.amount, currency.scale),
    balance: formatDecimal(row.balanceAfter, currency.scale),
    ...details,
  };
}

export function updateBalanceEvent(
  live: LiveView,
  user: UserId,
  currencies: Iterable<CurrencyId>,
): UpdateBalanceEvent {
  const balances = [...currencies].flatMap((id) => {
    const currency = live.currency(id);
    if (currency === undefined) return [];
    const text = (units: bigint): string => formatDecimal(units, currency.scale);
    const [legal, change] = [live.balance(user, 'p2p', id), live.balance(user, 'spot', id)];
    const [micro, lever] = [live.balance(user, 'seconds', id), live.balance(user, 'margin', id)];
    return {
      currency: id,
      currency_name: currency.code,
      legal_balance: text(legal.available),
      lock_legal_balance: text(legal.held),
      change_balance: text(change.available),
      lock_change_balance: text(change.held),
      micro_balance: text(micro.available),
      lock_micro_balance: text(micro.held),
      lever_balance: text(lever.available),
      lock_lever_balance: text(lever.held),
    };
  });
  return { balances, ...stampOf(live) };
}
