/** Rows that the naive marketplace keeps, and the results that follow from one row alone. */
import type { Market } from '@meridian/core/catalog/catalog';
import type { AdTerms, P2pTerms, PublishAd, RuleAppeal } from '@meridian/core/p2p/p2p-commands';
import type { Rejection } from '@meridian/core/rejections';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';

export type Side = 'buyer' | 'seller';

export interface NaiveAd {
  readonly id: number;
  readonly published: PublishAd;
  terms: AdTerms;
  version: number;
  isPaused: boolean;
  end: 'withdrawn' | 'removed' | 'sold' | undefined;
}

export interface NaiveDeal {
  readonly id: number;
  readonly ad: NaiveAd;
  readonly buyer: number;
  readonly seller: number;
  readonly taker: Side;
  readonly currency: number;
  readonly quantity: bigint;
  readonly priceTicks: number;
  readonly fiat: bigint;
  readonly openedMs: number;
  state: 'unpaid' | 'paid' | 'completed' | 'cancelled';
  version: number;
  payDueMs: number;
  releaseDueMs: number;
  endedMs: number;
  endedBy: string;
  isCancelAsked: boolean;
  asks: number;
  extensions: number;
  toBuyer: bigint;
}

export interface NaiveAppeal {
  readonly id: number;
  readonly deal: NaiveDeal;
  readonly by: Side;
  readonly openedMs: number;
  readonly amount: bigint;
  readonly isAfterEnd: boolean;
  readonly held: { readonly account: string; readonly amount: bigint }[];
  answeredMs: number;
  state: 'open' | 'withdrawn' | 'settled' | 'ruled';
  proposed: RuleAppeal | undefined;
  readonly operators: number[];
  ruledMs: number;
}

/** Something that counts for or against a trader. */
export interface Note {
  readonly user: number;
  readonly what:
    'completed' | 'cancelled' | 'gaveUp' | 'markUndone' | 'appealLost' | 'heldForNothing';
  readonly timeMs: number;
}

export interface NaiveBond {
  readonly user: number;
  readonly currency: number;
  amount: bigint;
}

/** Questions of the marketplace to the rest of the exchange. */
export interface Surroundings {
  readonly scaleOf: (currency: number) => number | undefined;
  readonly marketOf: (
    id: number,
  ) => (Market & { readonly indexTicks: number; readonly indexTimeMs: number }) | undefined;
  /** Why nothing of a user may leave now. */
  readonly restraintOf: (user: number, timeMs: number) => Rejection | undefined;
  readonly isFrozen: (user: number) => boolean;
  readonly owes: (user: number) => boolean;
}

export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const BPS = 10_000n;

export function toldState({ state }: NaiveDeal): Rejection {
  return `deal_${state}`;
}

export function sellersAccount({ seller, currency }: NaiveDeal): string {
  return accountName(seller, 'p2p', currency);
}

export function sum(deals: readonly NaiveDeal[]): bigint {
  return deals.reduce((total, { quantity }) => total + quantity, 0n);
}

/** The price of a coin in fiat now, 0 where it is not known. */
export function referenceOf(
  { currency, market: id }: P2pTerms,
  { currency: base, priceTicks, timeMs }: { currency: number; priceTicks: number; timeMs: number },
  around: Surroundings,
  now: number,
): number {
  if (priceTicks === 0 || now - timeMs > DAY) return 0;
  if (id === 0) return currency === base ? priceTicks : 0;
  const market = around.marketOf(id);
  if (market === undefined || market.indexTicks === 0) return 0;
  if (market.base !== currency || market.quote !== base) return 0;
  if (now - market.indexTimeMs > market.indexMaxAgeMs) return 0;
  const quote = 10n ** BigInt(around.scaleOf(market.quote) ?? 0);
  const ticks = (BigInt(market.indexTicks) * market.tickSize * BigInt(priceTicks)) / quote;
  return ticks > 9_000_000_000_000_000n ? 0 : Number(ticks);
}

/** Whether an ad names hours of a week, and now is in none of them. */
export function isOutsideHours({ hours }: AdTerms, now: number): boolean {
  // Minutes since a Monday, 1970-01-05, 00:00 in Shanghai.
  const monday = Date.UTC(1970, 0, 4, 16);
  const week = 7 * DAY;
  const minute = Math.floor(((((now - monday) % week) + week) % week) / MINUTE);
  return hours.length > 0 && !hours.some(([from, to]) => from <= minute && minute < to);
}

/** Whether a fixed price, or the offset of a floating one, is farther away than a coin allows. */
export function isOutOfBand(
  { priceTicks, offsetBps }: { readonly priceTicks: number; readonly offsetBps: number },
  { bandBps }: { readonly bandBps: number },
  reference: number,
): boolean {
  if (bandBps === 0) return false;
  if (priceTicks === 0) return Math.abs(offsetBps) > bandBps;
  const away = BigInt(Math.abs(priceTicks - reference));
  return reference === 0 || away * BPS > BigInt(reference) * BigInt(bandBps);
}

export function dayOf(timeMs: number): number {
  return Math.floor((timeMs + 8 * 60 * MINUTE) / DAY);
}

/** The notes for and against traders. Each count reads the whole list anew. */
export class NaiveNotes {
  readonly #notes: Note[] = [];

  add(user: number, what: Note['what'], timeMs: number): void {
    this.#notes.push({ user, what, timeMs });
  }

  count(user: number, what: readonly Note['what'][]): number {
    return this.#of(user, what).length;
  }

  /** Within 30 times 24 hours. */
  recent(user: number, what: Note['what'], now: number): number {
    return this.#of(user, [what]).filter(({ timeMs }) => timeMs > now - 30 * DAY).length;
  }

  /** Within 30 days of Shanghai, today's among them. */
  inMonth(user: number, what: readonly Note['what'][], now: number): number {
    return this.#of(user, what).filter(({ timeMs }) => dayOf(timeMs) > dayOf(now) - 30).length;
  }

  /** Own cancellations and expiries of today. */
  gaveUp(user: number, now: number): number {
    return this.#of(user, ['gaveUp']).filter(({ timeMs }) => dayOf(timeMs) === dayOf(now)).length;
  }

  /** The sums of all traders, by user. */
  traders(): unknown[] {
    const unseen = ['markUndone', 'heldForNothing'];
    const users = this.#notes.filter(({ what }) => !unseen.includes(what)).map(({ user }) => user);
    return [...new Set(users)]
      .sort((a, b) => a - b)
      .map((user) => ({
        user,
        completed: this.count(user, ['completed']),
        cancelled: this.count(user, ['cancelled', 'gaveUp']),
        appealsLost: this.count(user, ['appealLost']),
      }));
  }

  #of(user: number, what: readonly Note['what'][]): Note[] {
    return this.#notes.filter((note) => note.user === user && what.includes(note.what));
  }
}

/** Divides coins that are held of a deal that had ended. */
export function divideHeld(ledger: OracleLedger, appeal: NaiveAppeal, toBuyer: bigint): void {
  const { deal, by, held, amount } = appeal;
  const moves = by === 'buyer' ? toBuyer : amount - toBuyer;
  deal.toBuyer += by === 'buyer' ? moves : -moves;
  const cause = because('p2pRuling', deal.id, 'appeal');
  let left = moves;
  for (const { account, amount: part } of held) {
    const moved = left < part ? left : part;
    if (moved > 0n) ledger.post(account, 0n, -moved, cause);
    if (part > moved)
      ledger.post(account, part - moved, moved - part, because('release', appeal.id, 'appeal'));
    left -= moved;
  }
  // One payment, from however many wallets.
  if (moves > 0n) ledger.post(accountName(deal[by], 'p2p', deal.currency), moves, 0n, cause);
}
