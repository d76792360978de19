import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { UserId } from '../ids.ts';
import { MAX_PRODUCT_ID } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import { shanghaiDay, shanghaiMidnight } from '../timers/shanghai-day.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import * as wellFormed from './earn-commands-check.ts';
import type { EarnProduct, ProductId, SetAutoSave } from './earn-commands.ts';
import type { EarnEvent } from './earn-events.ts';
import type { SnapshotEarn } from './earn-snapshot.ts';
import type { Products } from './products.ts';
import type { Savings } from './savings.ts';

interface AutoSave {
  readonly user: UserId;
  readonly product: ProductId;
  readonly keep: bigint;
  /** The last Shanghai day on which it was done. */
  day: number;
}

/**
 * Owns the orders of customers to save idle coins: after each Shanghai midnight, the coins of the
 * spot wallet beyond `keep` go into savings, as far as the product takes them.
 */
export class AutoSaves {
  readonly #ledger: Ledger;
  readonly #events: EventSink<EarnEvent>;
  readonly #products: Products;
  readonly #savings: Savings;
  readonly #mayBegin: (user: UserId) => boolean;
  readonly #autoSaves = new Map<number, AutoSave>();
  readonly #timers = new TimerHeap();

  constructor(
    parts: AreaParts<EarnEvent> & {
      readonly products: Products;
      readonly savings: Savings;
      readonly mayBegin: (user: UserId) => boolean;
    },
  ) {
    this.#ledger = parts.ledger;
    this.#events = parts.events;
    this.#products = parts.products;
    this.#savings = parts.savings;
    this.#mayBegin = parts.mayBegin;
  }

  set(command: SetAutoSave, timeMs: number): Rejection | undefined {
    if (!wellFormed.isAutoSave(command)) return 'malformed';
    const { user, product, isOn, keep } = command;
    if (this.#products.get(product)?.kind !== 'savings') return 'earn_closed';
    const id = idOf(user, product);
    if (isOn) this.#keep(id, { user, product, keep, day: shanghaiDay(timeMs) });
    else {
      this.#autoSaves.delete(id);
      this.#timers.remove(id);
    }
    this.#events.list.push({ type: 'autoSaveSet', user, product, isOn, keep });
    return undefined;
  }

  /** @param most that are done, so that no command is long */
  onTime(timeMs: number, most: number): void {
    const today = shanghaiDay(timeMs);
    let count = 0;
    while (count < most) {
      const id = this.#timers.takeBefore(timeMs + 1);
      if (id < 0) break;
      const order = this.#autoSaves.get(id);
      if (order === undefined) continue;
      count++;
      order.day = today;
      this.#timers.add(shanghaiMidnight(today + 1), id);
      const product = this.#products.open(order.product, ['savings']);
      if (product === undefined || !this.#mayBegin(order.user)) continue;
      const amount = this.#amountOf(order, product, timeMs);
      if (amount >= product.min)
        this.#savings.put(product, { user: order.user, amount, cause: 'auto' }, timeMs);
    }
  }

  snapshot(): Pick<SnapshotEarn, 'autoSaves'> {
    return {
      autoSaves: [...this.#autoSaves.values()]
        .sort((a, b) => a.product - b.product || a.user - b.user)
        .map(({ user, product, keep, day }) => ({ user, product, keep: keep.toString(), day })),
    };
  }

  restore({ autoSaves }: Pick<SnapshotEarn, 'autoSaves'>): void {
    for (const { keep, ...row } of autoSaves)
      this.#keep(idOf(row.user, row.product), { ...row, keep: BigInt(keep) });
  }

  #keep(id: number, order: AutoSave): void {
    this.#autoSaves.set(id, order);
    this.#timers.add(shanghaiMidnight(order.day + 1), id);
  }

  #amountOf({ user, keep }: AutoSave, product: EarnProduct, timeMs: number): Amount {
    const account = this.#ledger.find(user, 'spot', product.currency);
    const idle = (account < 0 ? 0n : this.#ledger.available(account)) - keep;
    const left = product.max - this.#savings.principalOf(user, product.id);
    const room = this.#products.room(product, timeMs);
    const funded = this.#savings.fundedRoom(product, timeMs) ?? room;
    const bounds = [idle, left, room, funded];
    return bounds.reduce((least, each) => (each < least ? each : least)) as Amount;
  }
}

function idOf(user: UserId, product: ProductId): number {
  return user * (MAX_PRODUCT_ID + 1) + product;
}
