/** For tests: stands in for the socket of socket.io-client. Sent events are in `sent`. */
export class FakeSocket {
  connected = false;
  readonly sent: [event: string, payload: unknown][] = [];
  /** How often it was told to connect anew. */
  reconnections = 0;
  engineCloses = 0;
  readonly io = { engine: { close: () => void this.engineCloses++ } };
  readonly #listeners = new Map<string, Set<(payload: unknown) => void>>();
  readonly #anyListeners = new Set<() => void>();

  on(event: string, listener: (payload: unknown) => void): this {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return this;
  }

  off(event: string, listener: (payload: unknown) => void): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  onAny(listener: () => void): this {
    this.#anyListeners.add(listener);
    return this;
  }

  emit(event: string, payload: unknown): this {
    this.sent.push([event, payload]);
    return this;
  }

  connect(): this {
    this.reconnections++;
    return this;
  }

  disconnect(): this {
    this.connected = false;
    return this;
  }

  /** The server sends an event. */
  receive(event: string, payload?: unknown): void {
    for (const listener of this.#anyListeners) listener();
    this.#tell(event, payload);
  }

  /** The connection is there. */
  arrive(): void {
    this.connected = true;
    this.#tell('connect');
  }

  /** The connection is gone. */
  lose(): void {
    this.connected = false;
    this.#tell('disconnect');
  }

  listenerCount(event: string): number {
    return this.#listeners.get(event)?.size ?? 0;
  }

  #tell(event: string, payload?: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(payload);
  }
}

/** For tests: the parts of a browser that live data needs. */
export class FakePage extends EventTarget {
  readonly document = Object.assign(new EventTarget(), { hidden: false });
  readonly navigator = { onLine: true };

  /** Puts itself where the browser's globals are. @param stub `vi.stubGlobal` */
  install(stub: (name: string, value: unknown) => void): void {
    stub('document', this.document);
    stub('navigator', this.navigator);
    stub('addEventListener', this.addEventListener.bind(this));
    stub('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 16));
    stub('matchMedia', () => ({ matches: false }));
  }

  hide(isHidden: boolean): void {
    this.document.hidden = isHidden;
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  goOnline(isOnline: boolean): void {
    this.navigator.onLine = isOnline;
    this.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }
}
