import type { Subscription } from '@meridian/contract/socket-events';
import type { Applied, Event } from '@meridian/core/events';
import type { UserId } from '@meridian/core/ids';
import type { LiveView } from '../../modules/live-view.ts';
import type { Pair } from '../../modules/market/translate.ts';

/** The listeners, and the way to them. */
export interface Audience {
  has(room: string): boolean;
  isWatched(user: UserId): boolean;
  watched(): Iterable<UserId>;
  /** To a public room: not repeated to sockets that were away. */
  publish(room: string, event: string, payload: object): void;
  /** To a user's sockets, also those that are away for a moment. */
  notify(user: UserId, event: string, payload: object): void;
}

/** Handlers of events, by type of event. */
export type Notes = {
  readonly [T in Event['type']]?: (event: Extract<Event, { type: T }>) => void;
};

/** An area's events for open pages. The feed collects changes until the next frame. */
export interface SocketFeed {
  /** Handlers for the events of a batch that the live view has just applied. */
  readonly notes?: Notes;
  /** Sends the changes since the last frame to their subscribers. */
  flush(): void;
  /** Sends the changes since the last slow frame to sockets that never subscribed. */
  flushSlow?(): void;
  /** Sends a new subscriber the present state, for which it would otherwise have to wait. */
  sendPresent?(
    subscription: Subscription,
    pair: Pair | undefined,
    send: (event: string, payload: object | undefined) => void,
  ): void;
}

/** Opens the feed of an area. It hears of the live view's changes from then on. */
export type OpenFeed = (live: LiveView, audience: Audience) => SocketFeed;

/**
 * Conflates changes into frames. A frame may cover any number of commands: a room gets each event
 * at most once, made and serialised once, and only while somebody listens. It is fed by durable
 * batches that the live view has seen. In a frame the areas come in the order that they were given
 * in.
 */
export class Frames {
  readonly #feeds: readonly SocketFeed[];
  readonly #notes = new Map<string, ((event: never) => void)[]>();

  constructor(feeds: readonly SocketFeed[]) {
    this.#feeds = feeds;
    for (const { notes = {} } of feeds) {
      for (const [type, note] of Object.entries(notes))
        this.#notes.set(type, [...(this.#notes.get(type) ?? []), note]);
    }
  }

  /** Notes a batch that the live view has just applied. */
  note(batch: readonly Applied[]): void {
    for (const { events } of batch) {
      for (const event of events) {
        const notes = this.#notes.get(event.type);
        if (notes === undefined) continue;
        // They stand under the type of the events that they take.
        for (const note of notes) note(event as never);
      }
    }
  }

  /** Sends the changes since the last frame to their subscribers. */
  flush(): void {
    for (const feed of this.#feeds) feed.flush();
  }

  /** Sends the changes since the last slow frame to sockets that never subscribed. */
  flushSlow(): void {
    for (const feed of this.#feeds) feed.flushSlow?.();
  }

  /** Sends a new subscriber the present state, instead of letting it wait for a change. */
  sendPresent(
    subscription: Subscription,
    pair: Pair | undefined,
    send: (event: string, payload: object | undefined) => void,
  ): void {
    for (const feed of this.#feeds) feed.sendPresent?.(subscription, pair, send);
  }
}
