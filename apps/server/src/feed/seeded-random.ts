/**
 * A stream of numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed on every
 * machine.
 */
export type RandomStream = () => number;

/** Small and fast (mulberry32). For market noise, never for secrets. */
export function randomStream(seed: number): RandomStream {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** 32 well mixed bits of three integers: the same inputs always give the same bits. */
export function hashOfPlace(seed: number, level: number, index: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(level + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) ^ Math.imul(index, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Nearly normal, mean 0 and variance 1 (the sum of four uniform numbers), for these inputs. */
export function normalOfPlace(seed: number, level: number, index: number): number {
  const first = hashOfPlace(seed, level, index);
  const second = hashOfPlace(first ^ 0x5bd1e995, level, index);
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16);
  return (sum / 65_536 - 2) * Math.sqrt(3);
}
