import type { UserId } from '../ids.ts';

/** The four wallets that each user has for each currency. */
export type Wallet = 'spot' | 'margin' | 'seconds' | 'p2p';
export const WALLETS: readonly Wallet[] = ['spot', 'margin', 'seconds', 'p2p'];

/**
 * Owners of the exchange's own accounts. `outside` stands for the rest of the world: it is the only
 * one that may be below zero (it owes the coins that customers hold). `demoMaker` trades like a
 * customer, visibly as a house account.
 */
export const SYSTEM = {
  outside: 1,
  fees: 2,
  house: 3,
  insurance: 4,
  rounding: 5,
  demoMaker: 6,
  demoTaker: 7,
  /** The other side of conversions, with the coins that the house gives it. */
  convertDesk: 8,
  /** Pays the shares of inviters, from money that operators put there. */
  rebates: 9,
} as const;

/** Numbers of earning products are at most this. */
export const MAX_PRODUCT_ID = 1_023;
const EARN_SOURCES = 10_000;
const EARN_POOLS = 20_000;

/** Owner of the money that pays the interest of an earning product. */
export function earnSource(product: number): UserId {
  return EARN_SOURCES + product;
}

/** Owner of the coins in a savings product that are not lent. */
export function earnPool(product: number): UserId {
  return EARN_POOLS + product;
}

/**
 * No command but those of savings and loans pays into a pool: savers may claim its balance
 * (E3).
 */
export function isEarnPool(user: UserId): boolean {
  return user > EARN_POOLS && user <= EARN_POOLS + MAX_PRODUCT_ID;
}

/** Numbers of token sales are at most this. */
export const MAX_SALE_ID = 9_999;
const SALE_SOURCES = 30_000;

/** Owner of the coins that a token sale sells. */
export function saleSource(sale: number): UserId {
  return SALE_SOURCES + sale;
}

/** Customers' ids start here. */
export const FIRST_CUSTOMER = 100_000;
