const EMPTY = -1;
const START_CAPACITY = 1024;

/**
 * A hash map from safe non-negative integers to 32-bit non-negative integers, in two typed arrays
 * (open addressing, linear probing, removal by shifting back). It exists because `Map` allocates
 * and is several times slower on the hot path.
 */
export class IntegerMap {
  #keys = new Float64Array(START_CAPACITY).fill(EMPTY);
  #values = new Int32Array(START_CAPACITY);
  #mask = START_CAPACITY - 1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The value of the key, -1 without one. */
  get(key: number): number {
    const keys = this.#keys;
    for (let place = hash(key) & this.#mask; ; place = (place + 1) & this.#mask) {
      const found = keys[place];
      if (found === key) return this.#values[place];
      if (found === EMPTY) return -1;
    }
  }

  set(key: number, value: number): void {
    if (this.#size * 2 > this.#mask) this.#grow();
    const keys = this.#keys;
    let place = hash(key) & this.#mask;
    while (keys[place] !== EMPTY && keys[place] !== key) place = (place + 1) & this.#mask;
    if (keys[place] === EMPTY) {
      keys[place] = key;
      this.#size++;
    }
    this.#values[place] = value;
  }

  delete(key: number): void {
    const keys = this.#keys;
    const mask = this.#mask;
    let place = hash(key) & mask;
    while (keys[place] !== key) {
      if (keys[place] === EMPTY) return;
      place = (place + 1) & mask;
    }
    this.#size--;
    // Closes the gap: keys that probed past it move back, so that a search never meets a hole
    // before its key.
    let hole = place;
    for (let next = (hole + 1) & mask; keys[next] !== EMPTY; next = (next + 1) & mask) {
      const home = hash(keys[next]) & mask;
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        keys[hole] = keys[next];
        this.#values[hole] = this.#values[next];
        hole = next;
      }
    }
    keys[hole] = EMPTY;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Float64Array(keys.length * 2).fill(EMPTY);
    this.#values = new Int32Array(keys.length * 2);
    this.#mask = this.#keys.length - 1;
    this.#size = 0;
    for (let place = 0; place < keys.length; place++)
      if (keys[place] !== EMPTY) this.set(keys[place], values[place]);
  }
}

/** Mixes both halves of the integer (a multiplicative hash: the constants are odd and large). */
function hash(key: number): number {
  const high = (key / 4294967296) | 0;
  let mixed = Math.imul((key | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  mixed ^= mixed >>> 15;
  return mixed;
}
