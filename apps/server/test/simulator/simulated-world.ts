import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SeededRandom } from '@meridian/testkit/seeded-random';
import type { FaultName } from './faults.ts';

interface Scheduled {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * Time and chance of one simulation. No part of a simulation reads a real clock or a real random
 * number: the next event is the scheduled action with the earliest simulated time, and all its
 * consequences (promises included) end before the next one begins. So one seed is one history.
 */
export class SimulatedWorld {
  readonly random: SeededRandom;
  /** Number of strikes of each fault. */
  readonly hits = new Map<FaultName, number>();
  readonly #rates: ReadonlyMap<FaultName, number>;
  #queue: Scheduled[] = [];
  #order = 0;
  #nowMs: number;
  /** Error of the server's clock: it may jump, simulated time does not. */
  clockOffsetMs = 0;
  faultsOn = true;

  constructor(random: SeededRandom, rates: ReadonlyMap<FaultName, number>, startMs: number) {
    this.random = random;
    this.#rates = rates;
    this.#nowMs = startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Whether a fault strikes here and now. Counts the strikes. */
  strikes(fault: FaultName): boolean {
    if (!this.faultsOn || !this.random.chance(this.#rates.get(fault) ?? 0)) return false;
    this.hit(fault);
    return true;
  }

  hit(fault: FaultName): void {
    this.hits.set(fault, (this.hits.get(fault) ?? 0) + 1);
  }

  after(delayMs: number, run: () => void): void {
    this.#push({ atMs: this.#nowMs + delayMs, order: this.#order++, run });
  }

  /**
   * Runs scheduled actions until simulated time `untilMs`, or until `isDone` returns true after one
   * of them.
   */
  async runUntil(untilMs: number, isDone: () => boolean = () => false): Promise<void> {
    await settle();
    while (!isDone()) {
      const next = this.#queue[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.#pop();
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
      await settle();
    }
  }

  #push(item: Scheduled): void {
    const heap = this.#queue;
    heap.push(item);
    let place = heap.length - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(item, heap[parent] as Scheduled)) break;
      heap[place] = heap[parent] as Scheduled;
      place = parent;
    }
    heap[place] = item;
  }

  #pop(): void {
    const heap = this.#queue;
    const last = heap.pop() as Scheduled;
    if (heap.length === 0) return;
    let place = 0;
    for (;;) {
      let child = place * 2 + 1;
      if (child >= heap.length) break;
      if (
        child + 1 < heap.length &&
        isBefore(heap[child + 1] as Scheduled, heap[child] as Scheduled)
      )
        child++;
      if (!isBefore(heap[child] as Scheduled, last)) break;
      heap[place] = heap[child] as Scheduled;
      place = child;
    }
    heap[place] = last;
  }
}

function isBefore(a: Scheduled, b: Scheduled): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}

/** Lets every promise that can settle settle. */
async function settle(): Promise<void> {
  await nextTurn();
}
