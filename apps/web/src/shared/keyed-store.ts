/**
 * Values by key, for many readers of one key each: a change of one key notifies only the listeners
 * of that key. Promises that the value of a key keeps its identity until it changes.
 */
export class KeyedStore<T> {
  readonly #values = new Map<string, T>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #anyListeners = new Set<() => void>();

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    this.#values.set(key, value);
    for (const listener of this.#listeners.get(key) ?? []) listener();
    for (const listener of this.#anyListeners) listener();
  }

  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(key, listeners);
    return () => void listeners.delete(listener);
  }

  /** Called at every change, for views of an order over all keys. */
  subscribeAll(listener: () => void): () => void {
    this.#anyListeners.add(listener);
    return () => void this.#anyListeners.delete(listener);
  }
}
