/**
 * Due times with ids, the soonest first; of two at one time, the smaller id. A binary heap in two
 * arrays: waiting entries cost nothing until they are due, and adding or taking one costs the
 * logarithm of their number. It keeps entries until they are taken: an owner who ended something
 * earlier must ignore its entry then.
 */
export class TimerHeap {
  readonly #due: number[] = [];
  readonly #ids: number[] = [];

  get size(): number {
    return this.#ids.length;
  }

  /** When the first entry is due, engine time in milliseconds; infinite if there is none. */
  get firstMs(): number {
    return this.#due[0] ?? Infinity;
  }

  /** @param dueMs engine time, milliseconds */
  add(dueMs: number, id: number): void {
    let place = this.#ids.length;
    this.#due.push(dueMs);
    this.#ids.push(id);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(place, parent)) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Takes the first entry due before a time: its id, or -1 if there is none. */
  takeBefore(timeMs: number): number {
    const first = this.#due[0];
    if (first === undefined || first >= timeMs) return -1;
    const id = this.#ids[0];
    const lastDue = this.#due.pop() as number;
    const lastId = this.#ids.pop() as number;
    if (this.#ids.length > 0) {
      this.#due[0] = lastDue;
      this.#ids[0] = lastId;
      this.#sink();
    }
    return id;
  }

  #sink(): void {
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= this.#ids.length) return;
      const child = left + 1 < this.#ids.length && this.#isBefore(left + 1, left) ? left + 1 : left;
      if (!this.#isBefore(child, place)) return;
      this.#swap(child, place);
      place = child;
    }
  }

  #isBefore(a: number, b: number): boolean {
    return (
      this.#due[a] < this.#due[b] || (this.#due[a] === this.#due[b] && this.#ids[a] < this.#ids[b])
    );
  }

  #swap(a: number, b: number): void {
    [this.#due[a], this.#due[b]] = [this.#due[b], this.#due[a]];
    [this.#ids[a], this.#ids[b]] = [this.#ids[b], this.#ids[a]];
  }
}
