import { compareDecimals, formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { WALLET_NAMES, type OwnCurrency, type WalletName } from '../../../shared/wallets.ts';

/** Paths of the pages of the wallets. */
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

/** Decimals of USDT, the currency of prices and worth. */
const WORTH_SCALE = 8;
/** Worth in USDT, in units, below which a balance is small: one USDT. */
const SMALL = 10n ** BigInt(WORTH_SCALE);

/** A currency in one wallet, or in all of them. Plain decimals. */
export interface Holding {
  readonly currency: number;
  readonly code: string;
  readonly logo: string;
  /** Decimals of its amounts. */
  readonly decimals: number;
  readonly available: string;
  readonly held: string;
  /** Of open positions, with a minus for a loss. */
  readonly profits: string;
  /** Coins in savings, and the debt of loans: of all wallets together only, '0' for one wallet. */
  readonly savings: string;
  readonly debt: string;
  /**
   * In USDT: available, held, open profits and savings, less the debt; undefined where no market
   * has a price.
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
  // A loss is bounded by the wallet: the contract wallet is never worth less than zero, however
  // large the losses of its positions are.
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

/**
 * The currencies of a wallet: those that it is offered for, and others of which it has a balance.
 */
export function holdingsOf(rows: readonly OwnCurrency[], wallet: WalletName): Holding[] {
  return rows
    .filter((row) => row.wallets[wallet].isOffered || !isEmpty(holding(row, [wallet])))
    .map((row) => holding(row, [wallet]));
}

/** The own balance of each currency over all wallets and in savings, with the debt of it. */
export function holdingsOfAll(rows: readonly OwnCurrency[]): Holding[] {
  return rows.map((row) => holding(row, WALLET_NAMES, row));
}

/** Worth of all savings, or of all debts with a minus, in USDT. */
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
 * The holdings without those that are worth less than one USDT. A holding without a price stays
 * unless it is empty.
 */
export function withoutSmall(holdings: readonly Holding[]): Holding[] {
  return holdings.filter(({ worth, ...balance }) =>
    worth === undefined ? !isEmpty(balance) : units(worth, WORTH_SCALE) >= SMALL,
  );
}

/** The parts that count in the worth of some holding, besides available and held amounts. */
export function partsOf(holdings: readonly Holding[]): ('profits' | 'savings' | 'debt')[] {
  return (['profits', 'savings', 'debt'] as const).filter((part) =>
    holdings.some((one) => !isZero(one[part])),
  );
}

/** Worth of holdings together, in USDT, rounded down. */
export function worthOf(holdings: readonly Holding[]): string {
  return formatDecimal(
    sum(
      holdings.map(({ worth }) => worth ?? '0'),
      WORTH_SCALE,
    ),
    WORTH_SCALE,
  );
}

/** A worth in CNY. @param cnyPrice of one USDT; undefined while it is not known */
export function inCny(worth: string | undefined, cnyPrice: string | undefined): string | undefined {
  if (worth === undefined || cnyPrice === undefined) return undefined;
  return formatDecimal(
    (units(worth, WORTH_SCALE) * units(cnyPrice, WORTH_SCALE)) / 10n ** BigInt(WORTH_SCALE),
    WORTH_SCALE,
  );
}

/**
 * Worth of the balance of a coin, in CNY.
 * @param cnyPrice of one coin; undefined while it is not known, 0 where no market has a price
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

/**
 * Holdings in the requested order, or as they are listed without one. A holding without a figure
 * comes last.
 */
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
