import { setTimeout as delay } from 'node:timers/promises';
import type { UserId } from '@meridian/core/ids';
import type { LiveView } from '../live-view.ts';

/**
 * Holds an answer back until an order is filled or a position is closed, which happens when the
 * next prices come: about a second later. It owns nothing but the waiting requests; the live view
 * has the state afterwards.
 */
export class FillWaits {
  readonly #waiting = new Map<UserId, Set<() => void>>();
  readonly #mostMs: number;

  /** @param mostMs after so many milliseconds the answer goes out anyhow */
  constructor(live: LiveView, mostMs: number) {
    this.#mostMs = mostMs;
    live.margin.onChange((user) => {
      for (const look of this.#waiting.get(user) ?? []) look();
    });
  }

  /**
   * @param isDone is asked at once, and again whenever something of the user's contracts has
   * changed
   */
  async until(user: UserId, isDone: () => boolean): Promise<void> {
    if (isDone() || this.#mostMs === 0) return;
    const found = new AbortController();
    const look = (): void => {
      if (isDone()) found.abort();
    };
    const others = this.#waiting.get(user) ?? new Set<() => void>();
    this.#waiting.set(user, others.add(look));
    await delay(this.#mostMs, undefined, { signal: found.signal, ref: false }).catch(
      () => undefined,
    );
    others.delete(look);
    if (others.size === 0) this.#waiting.delete(user);
  }
}
