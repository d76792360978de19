import type { Subscription } from '@meridian/contract/socket-events';
import { io, type Socket } from 'socket.io-client';
import { create } from 'zustand';
import { useSession } from '../shared/session.ts';

const SOCKET_PATH = '/wss/socket.io/';
const FIRST_RETRY_MS = 500;
/**
 * At most 1.5 s with the jitter: a page with its snapshots is right again within 2 s of the
 * server's return.
 */
const LONGEST_RETRY_MS = 1_000;
const WATCH_EVERY_MS = 250;
/**
 * After this silence the server is asked to repeat something. After the next one the shown data
 * counts as stale, and the page says so within 3 s.
 */
const PROBE_AFTER_MS = 1_500;
const STALE_AFTER_MS = 2_500;
const RECONNECT_AFTER_MS = 5_000;
/** A page that was hidden for longer starts its feeds anew. */
const LONG_HIDDEN_MS = 10_000;
/**
 * Nothing is probed more cheaply than the list of markets: subscribing again repeats its present
 * state.
 */
const PROBE: Subscription = { channel: 'daymarket' };

export type ConnectionStatus = 'live' | 'connecting' | 'stale' | 'offline';

/**
 * How current the shown data is. `sinceMs` is the time at which it became live or stopped being
 * live (wall clock).
 */
export const useConnection = create<{
  readonly status: ConnectionStatus;
  readonly sinceMs: number;
}>(() => ({ status: 'connecting', sinceMs: Date.now() }));

type Listener = (payload: unknown) => void;

/**
 * The one socket of the page. Owns the connection, the session that it names, and the
 * subscriptions: channels are counted, and subscribed to again after each reconnection. Feeds start
 * over in `onConnect`, which is also called when the page was hidden for long.
 */
class Connection {
  readonly #socket: Socket;
  readonly #wanted = new Map<string, { readonly subscription: Subscription; count: number }>();
  readonly #connectListeners = new Set<() => void>();
  #heardMs = Date.now();
  #probedMs = 0;
  #hiddenMs = 0;

  constructor() {
    this.#socket = io({
      path: SOCKET_PATH,
      transports: ['websocket', 'polling'],
      auth: (give) => give({ token: useSession.getState().token }),
      reconnectionDelay: FIRST_RETRY_MS,
      reconnectionDelayMax: LONGEST_RETRY_MS,
      randomizationFactor: 0.5,
      timeout: 5_000,
    });
    this.#socket.on('connect', () => this.#connected());
    this.#socket.on('disconnect', () => this.#lost());
    this.#socket.on('connect_error', () => this.#lost());
    this.#socket.onAny(() => {
      this.#heardMs = Date.now();
      setStatus('live');
    });
    useSession.subscribe(({ token }, before) => {
      if (token !== before.token) this.#reconnect();
    });
    addEventListener('online', () => this.#reconnect());
    addEventListener('offline', () => {
      setStatus('offline');
      this.#socket.io.engine?.close();
    });
    document.addEventListener('visibilitychange', () => this.#visibilityChanged());
    setInterval(() => this.#watch(), WATCH_EVERY_MS);
  }

  /** Listens to a server event. Returns the function that stops it. */
  on<T>(event: string, listener: (payload: T) => void): () => void {
    this.#socket.on(event, listener as Listener);
    return () => void this.#socket.off(event, listener as Listener);
  }

  /**
   * Subscribes to a channel. Returns the function that gives it up: a channel ends with its last
   * subscriber.
   */
  subscribe(subscription: Subscription): () => void {
    const key = JSON.stringify(subscription);
    const wanted = this.#wanted.get(key) ?? { subscription, count: 0 };
    wanted.count++;
    this.#wanted.set(key, wanted);
    // Also where another subscriber has it already: the server repeats the present state, which the
    // new one lacks.
    if (this.#socket.connected) this.#socket.emit('subscribe', subscription);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      wanted.count--;
      if (wanted.count > 0) return;
      this.#wanted.delete(key);
      if (this.#socket.connected) this.#socket.emit('unsubscribe', subscription);
    };
  }

  /** Calls `listener` when feeds must start over. Returns the function that stops it. */
  onConnect(listener: () => void): () => void {
    this.#connectListeners.add(listener);
    return () => void this.#connectListeners.delete(listener);
  }

  #connected(): void {
    this.#heardMs = Date.now();
    setStatus('live');
    for (const { subscription } of this.#wanted.values())
      this.#socket.emit('subscribe', subscription);
    for (const listener of this.#connectListeners) listener();
  }

  #lost(): void {
    setStatus(navigator.onLine ? 'connecting' : 'offline');
  }

  #reconnect(): void {
    this.#socket.disconnect().connect();
  }

  #watch(): void {
    if (!this.#socket.connected || document.hidden) return;
    const silenceMs = Date.now() - this.#heardMs;
    if (silenceMs < PROBE_AFTER_MS) return;
    if (Date.now() - this.#probedMs > PROBE_AFTER_MS) {
      this.#probedMs = Date.now();
      this.#socket.emit('subscribe', PROBE);
    }
    if (silenceMs >= STALE_AFTER_MS) setStatus('stale', this.#heardMs);
    if (silenceMs >= RECONNECT_AFTER_MS) {
      this.#heardMs = Date.now();
      this.#reconnect();
    }
  }

  #visibilityChanged(): void {
    if (document.hidden) {
      this.#hiddenMs = Date.now();
      return;
    }
    if (Date.now() - this.#hiddenMs < LONG_HIDDEN_MS) return;
    if (this.#socket.connected) this.#connected();
    else this.#reconnect();
  }
}

function setStatus(status: ConnectionStatus, changedMs = Date.now()): void {
  const now = useConnection.getState();
  if (now.status === status) return;
  // Data that is not live keeps its age through all further changes of the status.
  const sinceMs = status === 'live' || now.status === 'live' ? changedMs : now.sinceMs;
  useConnection.setState({ status, sinceMs });
}

let pageConnection: Connection | undefined;

/** The page's connection, opened at the first call. */
export function connection(): Connection {
  pageConnection ??= new Connection();
  return pageConnection;
}
