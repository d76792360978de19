import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HiddenFields } from './hidden-fields.ts';

class Counter {
  readonly #steps = [2];

  get sum(): number {
    return this.#steps.reduce((sum, step) => sum + step, 0);
  }
}

/** A function that keeps a variable of the function around it, and one of a block. */
function counterFrom(start: { count: number }): () => number {
  const around = start;
  {
    const step = { by: 3 };
    return () => (around.count += step.by);
  }
}

// The inspector names the scopes of a function by words of its own, and gives no error where they
// are others in the next Node: what a function keeps would be compared no more.
describe('state that code cannot reach', () => {
  let hidden: HiddenFields;
  beforeAll(() => {
    hidden = new HiddenFields();
  });
  afterAll(() => hidden.close());

  test('a private field of an object is found, and no copy of it', () => {
    const counter = new Counter();
    const fields = new Map(hidden.privateOf(counter));
    (fields.get('#steps') as number[]).push(5);
    expect(counter.sum).toBe(7);
  });

  test('the variables that a function keeps alive are found, and no copies of them', () => {
    const start = { count: 0 };
    const count = counterFrom(start);
    const variables = new Map(hidden.variablesOf(count));
    expect(variables.get('around')).toBe(start);
    (variables.get('step') as { by: number }).by = 4;
    expect(count()).toBe(4);
  });
});
