import { compareDecimals, formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { WALLET_NAMES, type OwnCurrency, type WalletName } from '../../../shared/wallets.ts';

/** Where each has its page. */
export const WALLET_PATHS: Readonly<Record<WalletName, string>> = {
  spot: '/change',
  margin: '/lever',
  seconds: '/micro',
  p2p: '/legal',
};

/** The pages of one currency of a wallet; the others have none of their own. */
export const CURRENCY_PATHS: Readonly<Partial<Record<WalletName, string>>> = {
  spot: '/changeAccount',
  p2p: '/legalAccount',
};

/** Decimals of USDT, which prices and worth are told in. */
const WORTH_SCALE = 8;
/** Worth in USDT, in units, below which a balance is small: one USDT. */
const SMALL = 10n ** BigInt(WORTH_SCALE);

/** A currency in one wallet, or in all of them. Plain decimals. */
export interface Holding {
  readonly currency: number;
  readonly code: string;
  readonly logo: string;
  /** That an amount of it can have. */
  readonly decimals: number;
  readonly available: string;
  readonly held: string;
  /** Of open positions, with a minus for a loss. */
  readonly profits: string;
  /** In savings, and owed of loans: of all wallets together only, '0' of one. */
  readonly savings: string;
  readonly debt: string;
  /**
   * In USDT: available, held, open profits and savings, less what is owed; undefined where no
   * market tells.
   */
  readonly worth: string | undefined;
}

function units(text: string, scale: number): bigint {
  const parsed = parseDecimal(text, scale);
  return parsed.ok ? parsed.units : 0n;
}

function isZero(plain: string): boolean {
  return compareDecimals(plain, '0') === 0;
}

function sum(texts: readonly string[], scale: number): bigint {
  return texts.reduce((total, text) => total + units(text, scale), 0n);
}

const NO_PRODUCTS = { savings: '0', debt: '0' };

function holding(
  row: OwnCurrency,
  wallets: readonly WalletName[],
  { savings, debt }: Pick<OwnCurrency, 'savings' | 'debt'> = NO_PRODUCTS,
): Holding {
  const available = sum(
    wallets.map((wallet) => row.wallets[wallet].available),
    row.decimals,
  );
  const held = sum(
    wallets.map((wallet) => row.wallets[wallet].held),
    row.decimals,
  );
  const profits = wallets.includes('margin') ? units(row.marginProfits, row.decimals) : 0n;
  const price = units(row.usdtPrice, WORTH_SCALE);
  // More than there is nobody loses: the contract wallet is never worth less than nothing, whatever
  // its positions have lost.
  const { margin: account } = row.wallets;
  const margin = wallets.includes('margin')
    ? sum([account.available, account.held], row.decimals)
    : 0n;
  const inProducts = units(savings, row.decimals) - units(debt, row.decimals);
  const total = available + held + (margin + profits > 0n ? profits : -margin) + inProducts;
  const isPriced = price > 0n || total === 0n;
  return {
    currency: row.currency,
    code: row.code,
    logo: row.logo,
    decimals: row.decimals,
    available: formatDecimal(available, row.decimals),
    held: formatDecimal(held, row.decimals),
    profits: formatDecimal(profits, row.decimals),
    savings,
    debt,
    worth: isPriced
      ? formatDecimal((total * price) / 10n ** BigInt(row.decimals), WORTH_SCALE)
      : undefined,
  };
}

/** The currencies of a wallet: those that it is for, and those that are in it all the same. */
export function holdingsOf(rows: readonly OwnCurrency[], wallet: WalletName): Holding[] {
  return rows
    .filter((row) => row.wallets[wallet].isOffered || !isEmpty(holding(row, [wallet])))
    .map((row) => holding(row, [wallet]));
}

/** What one has of each currency over all wallets and in savings, with what one owes of it. */
export function holdingsOfAll(rows: readonly OwnCurrency[]): Holding[] {
  return rows.map((row) => holding(row, WALLET_NAMES, row));
}

/** What all savings are worth, or all debts with a minus, in USDT. */
export function productsWorth(rows: readonly OwnCurrency[], product: 'savings' | 'debt'): string {
  return worthOf(rows.map((row) => holding(row, [], { ...NO_PRODUCTS, [product]: row[product] })));
}

/** One currency in one wallet. */
export function holdingOf(
  rows: readonly OwnCurrency[],
  wallet: WalletName,
  currency: number,
): Holding | undefined {
  const row = rows.find((one) => one.currency === currency);
  return row && holding(row, [wallet]);
}

export function isEmpty({ available, held }: Pick<Holding, 'available' | 'held'>): boolean {
  return isZero(available) && isZero(held);
}

/**
 * Without those that are worth less than one USDT. What has no price stays where there is any of
 * it.
 */
export function withoutSmall(holdings: readonly Holding[]): Holding[] {
  return holdings.filter(({ worth, ...balance }) =>
    worth === undefined ? !isEmpty(balance) : units(worth, WORTH_SCALE) >= SMALL,
  );
}

/** What is counted in what some of them are worth, besides what is available and held. */
export function partsOf(holdings: readonly Holding[]): ('profits' | 'savings' | 'debt')[] {
  return (['profits', 'savings', 'debt'] as const).filter((part) =>
    holdings.some((one) => !isZero(one[part])),
  );
}

/** What they are worth together, in USDT, rounded down. */
export function worthOf(holdings: readonly Holding[]): string {
  return formatDecimal(
    sum(
      holdings.map(({ worth }) => worth ?? '0'),
      WORTH_SCALE,
    ),
    WORTH_SCALE,
  );
}

/** The same in CNY. @param cnyPrice of one USDT; undefined while it is not known */
export function inCny(worth: string | undefined, cnyPrice: string | undefined): string | undefined {
  if (worth === undefined || cnyPrice === undefined) return undefined;
  return formatDecimal(
    (units(worth, WORTH_SCALE) * units(cnyPrice, WORTH_SCALE)) / 10n ** BigInt(WORTH_SCALE),
    WORTH_SCALE,
  );
}

/**
 * What one has of a coin, in CNY. @param cnyPrice of one coin; undefined while it is not known, 0
 * where no market tells
 */
export function inCoinCny(
  { available, held, decimals }: Pick<Holding, 'available' | 'held' | 'decimals'>,
  cnyPrice: string | undefined,
): string | undefined {
  if (cnyPrice === undefined || (isZero(cnyPrice) && !isEmpty({ available, held })))
    return undefined;
  return formatDecimal(
    (sum([available, held], decimals) * units(cnyPrice, WORTH_SCALE)) / 10n ** BigInt(decimals),
    WORTH_SCALE,
  );
}

/** Columns that a list of holdings can be sorted by. */
export type HoldingColumn = 'coin' | 'available' | 'held' | 'worth';

/** In the order asked for; as they are listed where none is. What has no figure comes last. */
export function sortedHoldings(
  holdings: readonly Holding[],
  sort: { readonly name: HoldingColumn; readonly isDescending: boolean } | undefined,
): readonly Holding[] {
  if (sort === undefined) return holdings;
  const turn = sort.isDescending ? -1 : 1;
  return [...holdings].sort((a, b) => {
    if (sort.name === 'coin') return turn * a.code.localeCompare(b.code, 'en');
    const [left, right] = [a[sort.name], b[sort.name]];
    if (left === undefined || right === undefined)
      return left === right ? 0 : left === undefined ? 1 : -1;
    return turn * (compareDecimals(left, right) ?? 0);
  });
}
