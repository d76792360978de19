/**
 * An owner's place in a heap of prices. A trigger is in one heap at a time, and knows its place
 * there, so that it can be removed from anywhere.
 */
export interface Trigger<Owner> {
  readonly owner: Owner;
  ticks: number;
  /** Index in the heap's array, -1 outside. */
  place: number;
}

export function newTrigger<Owner>(owner: Owner): Trigger<Owner> {
  return { owner, ticks: 0, place: -1 };
}

/**
 * A binary heap of triggers that wait for a price to rise to theirs (`up`) or to fall to theirs
 * (`down`). A price that reaches none costs one comparison, however many wait; adding and removing
 * cost the logarithm. Equal prices have no order: a caller who needs one sorts the result of
 * `fire`.
 */
export class TriggerHeap<Owner> {
  /** 1 where the lowest price is next, -1 where the highest is. */
  readonly #sign: 1 | -1;
  readonly #entries: Trigger<Owner>[] = [];

  constructor(direction: 'up' | 'down') {
    this.#sign = direction === 'up' ? 1 : -1;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Whether any trigger's price is reached. */
  isReached(ticks: number): boolean {
    const first = this.#entries[0];
    return first !== undefined && this.#sign * first.ticks <= this.#sign * ticks;
  }

  add(trigger: Trigger<Owner>, ticks: number): void {
    trigger.ticks = ticks;
    trigger.place = this.#entries.length;
    this.#entries.push(trigger);
    this.#rise(trigger);
  }

  /** Does nothing for a trigger outside the heap. */
  remove(trigger: Trigger<Owner>): void {
    const { place } = trigger;
    if (place < 0) return;
    trigger.place = -1;
    const last = this.#entries.pop() as Trigger<Owner>;
    if (last === trigger) return;
    this.#put(last, place);
    this.#rise(last);
    this.#sink(last);
  }

  /** Removes all triggers whose price is reached and adds their owners to the list, in no order. */
  fire(ticks: number, reached: Owner[]): void {
    while (this.isReached(ticks)) {
      const first = this.#entries[0] as Trigger<Owner>;
      reached.push(first.owner);
      this.remove(first);
    }
  }

  #rise(trigger: Trigger<Owner>): void {
    while (trigger.place > 0) {
      const parent = this.#entries[(trigger.place - 1) >> 1] as Trigger<Owner>;
      if (this.#sign * parent.ticks <= this.#sign * trigger.ticks) return;
      this.#swap(trigger, parent);
    }
  }

  #sink(trigger: Trigger<Owner>): void {
    for (;;) {
      const left = this.#entries[2 * trigger.place + 1];
      const right = this.#entries[2 * trigger.place + 2];
      if (left === undefined) return;
      const child =
        right !== undefined && this.#sign * right.ticks < this.#sign * left.ticks ? right : left;
      if (this.#sign * child.ticks >= this.#sign * trigger.ticks) return;
      this.#swap(trigger, child);
    }
  }

  #swap(one: Trigger<Owner>, other: Trigger<Owner>): void {
    const { place } = one;
    this.#put(one, other.place);
    this.#put(other, place);
  }

  #put(trigger: Trigger<Owner>, place: number): void {
    trigger.place = place;
    this.#entries[place] = trigger;
  }
}
