/** For tests: an attack: the attacker, the attempt, the target, and whether it was held. */
import type { DemoHouse, ProductionHouse } from './house/house.ts';

export interface Houses {
  readonly demo: DemoHouse;
  readonly production: ProductionHouse;
}

export interface Outcome {
  readonly held: boolean;
  /** The observation, with a figure if there is one. */
  readonly seen: string;
}

export interface Row {
  /** Number of the finding of the review, with a letter if it takes several attacks. */
  readonly id: string;
  /** The attacker's attempt. */
  readonly tries: string;
  /** The target: `demo`, `production`, a process of its own, or `a test` that checks it inside. */
  readonly against: 'demo' | 'production' | 'signer' | 'process' | 'files' | 'a test';
  run(houses: Houses): Promise<Outcome>;
}

/**
 * An attack is held if all expectations are true. Describes the broken ones, else gives the
 * summary.
 */
export function judge(summary: string, expected: Readonly<Record<string, boolean>>): Outcome {
  const broken = Object.entries(expected)
    .filter(([, isSo]) => !isSo)
    .map(([what]) => what);
  return broken.length === 0
    ? { held: true, seen: summary }
    : { held: false, seen: `not: ${broken.join('; not: ')} (${summary})` };
}

/** Counts of each value: `accepted 3, too_many_requests 4`. */
export function counted(values: readonly (string | number)[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${value} ${count}`).join(', ');
}

/** Runs `atOnce` at a time; returns the results in order. */
export async function parallel<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as T, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

export const times = (count: number): number[] =>
  Array.from({ length: count }, (_none, index) => index);
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const longest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);
/** The 99th percentile. */
export const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0;
export const shown = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
