/** First and last number of a range, both in it. */
export type NumberRange = readonly [first: number, last: number];

/**
 * A set of whole numbers that only grows, kept as its ranges in order: no two overlap or touch. A
 * run of any length takes 16 bytes. Adding a number in order takes constant time, adding one
 * between two ranges shifts the later ranges.
 */
export class NumberRanges {
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];

  has(number: number): boolean {
    const index = this.#startingBefore(number);
    return index >= 0 && number <= this.#last(index);
  }

  /**
   * @param number 1 to 2^53 - 1
   * @returns whether it is new
   */
  add(number: number): boolean {
    const left = this.#startingBefore(number);
    if (left >= 0 && number <= this.#last(left)) return false;
    const right = left + 1;
    const isAtLeft = left >= 0 && this.#last(left) === number - 1;
    const isAtRight = this.#firsts[right] === number + 1;
    if (isAtLeft && isAtRight) {
      this.#lasts[left] = this.#last(right);
      this.#firsts.splice(right, 1);
      this.#lasts.splice(right, 1);
    } else if (isAtLeft) this.#lasts[left] = number;
    else if (isAtRight) this.#firsts[right] = number;
    else {
      this.#firsts.splice(right, 0, number);
      this.#lasts.splice(right, 0, number);
    }
    return true;
  }

  /** Whether the ranges are in order, and apart from each other. */
  isSound(): boolean {
    return this.#firsts.every(
      (first, index) =>
        first >= 1 &&
        first <= this.#last(index) &&
        (index === 0 || first > this.#last(index - 1) + 1),
    );
  }

  snapshot(): NumberRange[] {
    return this.#firsts.map((first, index) => [first, this.#last(index)]);
  }

  restore(ranges: readonly NumberRange[]): void {
    for (const [first, last] of ranges) {
      this.#firsts.push(first);
      this.#lasts.push(last);
    }
  }

  /** Index of the last range that begins at or before the number; -1 if none does. */
  #startingBefore(number: number): number {
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] as number) <= number) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #last(index: number): number {
    return this.#lasts[index] as number;
  }
}
