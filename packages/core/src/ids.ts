/**
 * Owner of accounts: a customer (100,000 and up) or a system account (`SYSTEM` in
 * ledger/accounts.ts).
 */
export type UserId = number;
export type CurrencyId = number;
export type MarketId = number;
/** Assigned by the core, from 1, one for each accepted order. */
export type OrderId = number;
