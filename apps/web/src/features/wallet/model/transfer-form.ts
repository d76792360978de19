import {
  TRANSFER_BOUNDS,
  type BalanceRow,
  type WALLET_FIELDS,
} from '@meridian/contract/wallet/calls';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { MessageId } from '../../../shared/i18n/translate.ts';

export type WalletName = (typeof WALLET_FIELDS)[number];

/** Decimals of USDT, which prices and the least are told in. */
const WORTH_SCALE = 8;

export interface TransferInputs {
  readonly number: string;
  readonly from: WalletName;
  readonly to: WalletName;
  readonly currency: BalanceRow | undefined;
}

export interface TransferError {
  readonly id: MessageId;
  readonly field: 'to' | 'number';
  readonly least?: string;
}

/** What is wrong with a transfer, the first thing first; undefined where it can be sent. */
export function transferError({
  number,
  from,
  to,
  currency,
}: TransferInputs): TransferError | undefined {
  if (from === to) return { id: 'transfer.error.same', field: 'to' };
  if (currency === undefined) return undefined;
  const { decimals } = currency;
  const units = unitsOf(number, decimals);
  if (units === undefined || units <= 0n) return { id: 'transfer.error.amount', field: 'number' };
  if (units > (unitsOf(TRANSFER_BOUNDS.most, decimals) ?? 0n))
    return { id: 'transfer.error.most', field: 'number' };
  const available = unitsOf(availableIn(currency, from), decimals) ?? 0n;
  if (units > available) return { id: 'transfer.error.balance', field: 'number' };
  const least = leastInto(to, currency);
  return units < least && units < available
    ? { id: 'transfer.error.least', field: 'number', least: formatDecimal(least, decimals) }
    : undefined;
}

/**
 * The least, in smallest units, that this page moves into a wallet, unless it is all that there is.
 * What comes back to the spot wallet has no least.
 */
export function leastInto(
  to: WalletName,
  currency: Pick<BalanceRow, 'currency_name' | 'usdt_price' | 'decimals'>,
): bigint {
  return to === 'change' ? 0n : leastOf(currency);
}

/**
 * The least that this page transfers, in the currency: 100 USDT, or what is worth as much. Nothing
 * where no market tells.
 */
function leastOf({
  currency_name,
  usdt_price,
  decimals,
}: Pick<BalanceRow, 'currency_name' | 'usdt_price' | 'decimals'>): bigint {
  const least = unitsOf(TRANSFER_BOUNDS.leastOnPage, WORTH_SCALE) ?? 0n;
  if (currency_name === 'USDT') return least;
  const price = unitsOf(usdt_price, WORTH_SCALE) ?? 0n;
  if (price === 0n) return 0n;
  const one = 10n ** BigInt(decimals);
  return (least * one + price - 1n) / price;
}

export function availableIn(row: BalanceRow, wallet: WalletName): string {
  return row[`${wallet}_balance`];
}

/** With the two decimals of this page, and more where there are more: nothing is hidden. */
export function shownAmount(plain: string): string {
  const [whole = '', fraction = ''] = plain.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function unitsOf(plain: string, decimals: number): bigint | undefined {
  const parsed = parseDecimal(plain, decimals);
  return parsed.ok ? parsed.units : undefined;
}
