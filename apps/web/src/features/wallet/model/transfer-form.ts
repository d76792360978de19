import { TRANSFER_BOUNDS } from '@meridian/contract/wallet/bounds';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { MessageId } from '../../../shared/i18n/translate.ts';
import type { OwnCurrency, WalletName } from '../../../shared/wallets.ts';

/** Decimals of USDT, the currency of prices and of the least amount. */
const WORTH_SCALE = 8;

export interface TransferInputs {
  readonly amount: string;
  readonly from: WalletName;
  readonly to: WalletName;
  readonly currency: OwnCurrency | undefined;
}

export interface TransferError {
  readonly id: MessageId;
  readonly field: 'to' | 'amount';
  readonly least?: string;
}

/** The first fault of a transfer; undefined where it can be sent. */
export function transferError({
  amount,
  from,
  to,
  currency,
}: TransferInputs): TransferError | undefined {
  if (from === to) return { id: 'transfer.error.same', field: 'to' };
  if (currency === undefined) return undefined;
  const { decimals } = currency;
  const units = unitsOf(amount, decimals);
  if (units === undefined || units <= 0n) return { id: 'transfer.error.amount', field: 'amount' };
  if (units > (unitsOf(TRANSFER_BOUNDS.most, decimals) ?? 0n))
    return { id: 'transfer.error.most', field: 'amount' };
  const available = unitsOf(availableIn(currency, from), decimals) ?? 0n;
  if (units > available) return { id: 'transfer.error.balance', field: 'amount' };
  const least = leastInto(to, currency);
  return units < least && units < available
    ? { id: 'transfer.error.least', field: 'amount', least: formatDecimal(least, decimals) }
    : undefined;
}

/**
 * The least amount, in smallest units, that this page moves into a wallet. A smaller balance can be
 * moved as a whole, and a transfer back to the spot wallet has no least amount.
 */
export function leastInto(
  to: WalletName,
  currency: Pick<OwnCurrency, 'code' | 'usdtPrice' | 'decimals'>,
): bigint {
  return to === 'spot' ? 0n : leastOf(currency);
}

/**
 * The least amount that this page transfers, in smallest units of the currency: 100 USDT, or an
 * amount of that worth. Zero where no market has a price.
 */
function leastOf({
  code,
  usdtPrice,
  decimals,
}: Pick<OwnCurrency, 'code' | 'usdtPrice' | 'decimals'>): bigint {
  const least = unitsOf(TRANSFER_BOUNDS.leastOnPage, WORTH_SCALE) ?? 0n;
  if (code === 'USDT') return least;
  const price = unitsOf(usdtPrice, WORTH_SCALE) ?? 0n;
  if (price === 0n) return 0n;
  const one = 10n ** BigInt(decimals);
  return (least * one + price - 1n) / price;
}

export function availableIn(row: OwnCurrency, wallet: WalletName): string {
  return row.wallets[wallet].available;
}

/** A plain decimal with at least two decimals. Further decimals are kept. */
export function shownAmount(plain: string): string {
  const [whole = '', fraction = ''] = plain.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function unitsOf(plain: string, decimals: number): bigint | undefined {
  const parsed = parseDecimal(plain, decimals);
  return parsed.ok ? parsed.units : undefined;
}
