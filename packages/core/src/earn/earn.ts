import type { AreaParts } from '../area-parts.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import { outcomeOf, refused, type Outcome } from '../outcome.ts';
import { AutoSaves } from './auto-saves.ts';
import type { EarnCommand, ListEarnProduct } from './earn-commands.ts';
import type { EarnEvent } from './earn-events.ts';
import type { SnapshotEarn } from './earn-snapshot.ts';
import { Locks } from './locks.ts';
import { Products } from './products.ts';
import { Savings } from './savings.ts';

/**
 * The most that falls due in one command: days of locks, and orders to save. A midnight with more
 * of them is spread over the next ticks, so that orders pass between them.
 */
const MOST_DUE = 1_000;

/**
 * The area of products that pay interest: locks with a term and savings, on one engine. Interest
 * comes from the source of its product alone, and is promised only as far as the source holds it.
 * Hands each command to the part that decides it.
 */
export class Earn {
  readonly products: Products;
  readonly savings: Savings;
  readonly #locks: Locks;
  readonly #autoSaves: AutoSaves;

  /** @param parts `mayBegin`: whether a user may begin something, without debt and freeze */
  constructor(parts: AreaParts<EarnEvent> & { readonly mayBegin: (user: UserId) => boolean }) {
    this.products = new Products(parts);
    const withProducts = { ...parts, products: this.products };
    this.savings = new Savings(withProducts);
    this.#locks = new Locks(withProducts);
    this.#autoSaves = new AutoSaves({ ...withProducts, savings: this.savings });
  }

  apply(command: EarnCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'earn.product':
        return this.#list(command, timeMs);
      case 'earn.fund':
        return outcomeOf(this.products.fund(command));
      case 'earn.lock':
        return this.#locks.buy(command, timeMs);
      case 'earn.exit':
        return outcomeOf(this.#locks.exit(command, timeMs));
      case 'earn.renew':
        return outcomeOf(this.#locks.renew(command));
      case 'earn.save':
        return outcomeOf(this.savings.save(command, timeMs));
      case 'earn.redeem':
        return outcomeOf(this.savings.redeem(command, timeMs));
      case 'earn.auto':
        return outcomeOf(this.#autoSaves.set(command, timeMs));
      default:
        return refused('malformed');
    }
  }

  /** Time has passed: days of savings end, locks are paid, idle coins are saved. */
  onTime(timeMs: number): void {
    this.savings.onTime(timeMs);
    const paid = this.#locks.onTime(timeMs, MOST_DUE);
    this.#autoSaves.onTime(timeMs, MOST_DUE - paid);
  }

  /**
   * A debt takes savings, which their owner can redeem at any time, and ends locks for the rest.
   * @param most the debt
   * @returns whether any came free
   */
  collect(user: UserId, currency: CurrencyId, most: bigint, timeMs: number): boolean {
    const saved = this.savings.collect(user, currency, most, timeMs);
    return this.#locks.collect(user, currency, most - saved, timeMs) || saved > 0n;
  }

  /** The amount that `collect` could free for a debt now. */
  collectable(user: UserId, currency: CurrencyId): bigint {
    return this.savings.collectable(user, currency) + this.#locks.collectable(user, currency);
  }

  verify(): void {
    this.#locks.verify();
    this.savings.verify();
  }

  snapshot(): SnapshotEarn {
    const { nextLock, locks } = this.#locks.snapshot();
    const { products, sold } = this.products.snapshot();
    const { pools, savings } = this.savings.snapshot();
    return { nextLock, products, sold, locks, pools, savings, ...this.#autoSaves.snapshot() };
  }

  restore(snapshot: SnapshotEarn): void {
    this.products.restore(snapshot);
    this.savings.restore(snapshot);
    this.#locks.restore(snapshot);
    this.#autoSaves.restore(snapshot);
  }

  #list(command: ListEarnProduct, timeMs: number): Outcome {
    const product = this.products.listable(command);
    if (typeof product === 'string') return refused(product);
    // Days that are over keep their rate, though no tick has ended them yet.
    this.savings.onTime(timeMs);
    this.products.list(product);
    if (product.kind === 'savings') this.savings.listed(product, timeMs);
    return { ok: true };
  }
}
