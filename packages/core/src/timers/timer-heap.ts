/**
 * Due times by id, the soonest first; of two at one time, the smaller id. A binary heap in two
 * arrays, and the place of each id in it: waiting entries cost nothing until they are due, and
 * adding, moving, removing or taking one costs the logarithm of their number. An id waits once, so
 * that a user who sets a time again and again does not fill the heap.
 */
export class TimerHeap {
  readonly #due: number[] = [];
  readonly #ids: number[] = [];
  readonly #places = new Map<number, number>();

  get size(): number {
    return this.#ids.length;
  }

  /**
   * An id that waits already is moved to the new time.
   * @param dueMs engine time, milliseconds
   */
  add(dueMs: number, id: number): void {
    const known = this.#places.get(id);
    const place = known ?? this.#ids.length;
    this.#due[place] = dueMs;
    this.#ids[place] = id;
    this.#places.set(id, place);
    this.#rise(place);
    if (known !== undefined) this.#sink(this.#places.get(id) as number);
  }

  /** An id that does not wait is ignored. */
  remove(id: number): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    const last = this.#ids.length - 1;
    this.#swap(place, last);
    this.#due.pop();
    this.#ids.pop();
    this.#places.delete(id);
    if (place === last) return;
    const moved = this.#ids[place];
    this.#rise(place);
    this.#sink(this.#places.get(moved) as number);
  }

  /** Takes the first entry due before a time: its id, or -1 if there is none. */
  takeBefore(timeMs: number): number {
    const first = this.#due[0];
    if (first === undefined || first >= timeMs) return -1;
    const id = this.#ids[0];
    this.remove(id);
    return id;
  }

  #rise(from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(place, parent)) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  #sink(from: number): void {
    let place = from;
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
    this.#places.set(this.#ids[a], a);
    this.#places.set(this.#ids[b], b);
  }
}
