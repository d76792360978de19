import type { AreaParts } from '../area-parts.ts';
import type { Listings } from '../catalog/listings.ts';
import type { EventSink } from '../event-sink.ts';
import { earnSource, SYSTEM } from '../ledger/accounts.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import * as wellFormed from './earn-commands-check.ts';
import type {
  EarnKind,
  EarnProduct,
  FundEarnProduct,
  ListEarnProduct,
  ProductId,
} from './earn-commands.ts';
import type { EarnEvent, EarnFunded } from './earn-events.ts';
import type { SnapshotEarn } from './earn-snapshot.ts';
import type { Amount } from '@meridian/money/amount';

interface Sold {
  principal: bigint;
  day: number;
  dayIn: bigint;
}

/**
 * Owns the products, the source of each, and how much of each is sold. A source is an account of
 * its own: its held part is promised to customers, its available part is the budget for further
 * sales.
 */
export class Products {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #events: EventSink<EarnEvent>;
  readonly #rules: Rules;
  readonly #products = new Map<ProductId, EarnProduct>();
  readonly #sold = new Map<ProductId, Sold>();

  constructor(parts: AreaParts<EarnEvent>) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#events = parts.events;
    this.#rules = parts.rules;
  }

  get(id: ProductId): EarnProduct | undefined {
    return this.#products.get(id);
  }

  all(): readonly EarnProduct[] {
    return [...this.#products.values()];
  }

  /** A product that is sold now. */
  open(id: ProductId, kinds: readonly EarnKind[]): EarnProduct | undefined {
    const product = this.#products.get(id);
    return product?.isOpen === true && kinds.includes(product.kind) ? product : undefined;
  }

  /** The product of a command that may list it, or why not. */
  listable(command: ListEarnProduct): EarnProduct | Rejection {
    const product = wellFormed.pickProduct(command.product);
    if (product === undefined) return 'malformed';
    const { id, kind, currency } = product;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const listed = this.#products.get(id);
    const isFixed = listed !== undefined && (listed.kind !== kind || listed.currency !== currency);
    return isFixed ? 'earn_product_fixed' : product;
  }

  list(product: EarnProduct): void {
    const { id } = product;
    this.#products.set(id, product);
    if (!this.#sold.has(id)) this.#sold.set(id, { principal: 0n, day: 0, dayIn: 0n });
    this.#events.list.push({ type: 'earnProductListed', product });
  }

  fund(command: FundEarnProduct): Rejection | undefined {
    if (!wellFormed.isFunding(command)) return 'malformed';
    const { direction, amount } = command;
    const product = this.#products.get(command.product);
    if (product === undefined) return 'earn_closed';
    const house = this.#ledger.open(SYSTEM.house, 'spot', product.currency);
    const source = this.source(product);
    if (direction === 'in' && this.#ledger.available(house) < amount) return 'house_insufficient';
    if (direction === 'out' && this.#ledger.available(source) < amount) return 'earn_promised';
    const signed = direction === 'in' ? amount : -amount;
    this.#ledger.post(house, -signed, 'earnBudget', product.id, '');
    this.#ledger.post(source, signed, 'earnBudget', product.id, '');
    this.say(product, 'budget', signed);
    return undefined;
  }

  /** Tells that a source has got (or, below zero, given back) money that was posted to it. */
  say({ id, currency }: EarnProduct, cause: EarnFunded['cause'], amount: bigint): void {
    this.#events.list.push({
      type: 'earnFunded',
      product: id,
      currency,
      cause,
      amount: amount as Amount,
    });
  }

  /** The account that pays the interest of a product. */
  source({ id, currency }: Pick<EarnProduct, 'id' | 'currency'>): AccountSlot {
    return this.#ledger.open(earnSource(id), 'spot', currency);
  }

  /** Why so much more principal cannot come in; undefined if it can. */
  problem(
    { id, capacity, dayQuota }: EarnProduct,
    amount: bigint,
    timeMs: number,
  ): Rejection | undefined {
    const { principal, day, dayIn } = this.#soldOf(id);
    if (principal + amount > capacity) return 'earn_full';
    const today = day === shanghaiDay(timeMs) ? dayIn : 0n;
    return today + amount > dayQuota ? 'earn_quota_reached' : undefined;
  }

  /** The most principal that could come in now. */
  room({ id, capacity, dayQuota }: EarnProduct, timeMs: number): bigint {
    const { principal, day, dayIn } = this.#soldOf(id);
    const quota = dayQuota - (day === shanghaiDay(timeMs) ? dayIn : 0n);
    const room = capacity - principal;
    return quota < room ? quota : room;
  }

  /** Whether the same principal may stay for another term: it does not count as new. */
  mayStay({ id, capacity }: EarnProduct, amount: bigint): boolean {
    return this.#soldOf(id).principal + amount <= capacity;
  }

  sold(id: ProductId): bigint {
    return this.#soldOf(id).principal;
  }

  /** @param timeMs of a purchase, which counts for the quota of its day; undefined for a renewal */
  add(id: ProductId, amount: bigint, timeMs: number | undefined): void {
    const sold = this.#soldOf(id);
    sold.principal += amount;
    if (timeMs === undefined) return;
    const today = shanghaiDay(timeMs);
    sold.dayIn = (sold.day === today ? sold.dayIn : 0n) + amount;
    sold.day = today;
  }

  /**
   * @param timeMs when the owner took it out, so that the quota of that day has room for others;
   *   undefined for principal that comes free by itself
   */
  remove(id: ProductId, amount: bigint, timeMs: number | undefined): void {
    const sold = this.#soldOf(id);
    sold.principal -= amount;
    if (timeMs === undefined || !this.#rules.quotaCountsNet) return;
    if (sold.day === shanghaiDay(timeMs))
      sold.dayIn = sold.dayIn < amount ? 0n : sold.dayIn - amount;
  }

  snapshot(): Pick<SnapshotEarn, 'products' | 'sold'> {
    const products = [...this.#products.values()].sort((a, b) => a.id - b.id);
    return {
      products: products.map(wellFormed.encodeProduct),
      sold: products.map(({ id }) => {
        const { principal, day, dayIn } = this.#soldOf(id);
        return { product: id, principal: principal.toString(), day, dayIn: dayIn.toString() };
      }),
    };
  }

  restore({ products, sold }: Pick<SnapshotEarn, 'products' | 'sold'>): void {
    for (const row of products) this.#products.set(row.id, wellFormed.decodeProduct(row));
    for (const { product, principal, day, dayIn } of sold)
      this.#sold.set(product, { principal: BigInt(principal), day, dayIn: BigInt(dayIn) });
  }

  #soldOf(id: ProductId): Sold {
    const sold = this.#sold.get(id);
    if (sold === undefined) throw new Error(`product ${id} is not listed`);
    return sold;
  }
}
