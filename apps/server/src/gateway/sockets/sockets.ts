import {
  CLIENT_EVENTS,
  SOCKET_PATH,
  type LoginEvent,
  type RefusedEvent,
  type SocketRefusal,
  type Subscription,
} from '@meridian/contract/socket-events';
import type { UserId } from '@meridian/core/ids';
import type { Applied } from '@meridian/core/events';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { Compile } from 'typebox/compile';
import type { LiveView } from '../../modules/live-view.ts';
import { pairOfIds, type Pair } from '../../modules/market/translate.ts';
import type { Session } from '../handler.ts';
import { ownLimiter, type LimiterOf, type Rate, type RateLimiter } from '../limits.ts';
import { callHeaders } from '../security-headers.ts';
import { networkOf, type ClientAddresses } from '../client-addresses.ts';
import { EventBudget } from './event-budget.ts';
import { Frames, type Audience, type OpenFeed } from './frames.ts';
import { roomOf, rooms } from './rooms.ts';
import { stampOf } from './stamp.ts';

const FRAME_MS = 50;
const FRAMES_PER_SLOW_FRAME = 20;
/** How often tokens of connected sockets are looked at again: a session also ends by age. */
const RECHECK_MS = 30_000;
const RECOVERY_MS = 30_000;
const MAX_MESSAGE_BYTES = 8_192;
const MAX_SUBSCRIPTIONS = 200;
const MAX_CONNECTIONS_PER_ADDRESS = 200;
/**
 * New connections of an address: one that has ended is kept for half a minute, in case that its
 * client comes back.
 */
const CONNECTION_RATE: Rate = { perSecond: 10, burst: 400 };
/** Packets that wait for a client that reads too slowly, before it is cut off. */
const MAX_WAITING_PACKETS = 2_000;
const EVENTS = { capacity: 60, perSecond: 20 };
/**
 * In other events: a login asks the database, and a subscription to all markets is sent all of
 * them.
 */
const LOGIN_COST = 6;
const ALL_MARKETS_COST = 4;

const CHECKS = {
  login: Compile(CLIENT_EVENTS.login),
  subscribe: Compile(CLIENT_EVENTS.subscribe),
  unsubscribe: Compile(CLIENT_EVENTS.unsubscribe),
};

export interface SocketServices {
  readonly live: LiveView;
  /** The areas' feeds, in the order of a frame. */
  readonly feeds: readonly OpenFeed[];
  /** Finds the session of a token. */
  readonly access: {
    find(token: string): Session | undefined | Promise<Session | undefined>;
    onEnd(listener: (session: Session) => void): void;
  };
  /** Lifts the limits on connections of an address and on events, for load tests. */
  readonly hasLimits: boolean;
  readonly addresses: ClientAddresses;
  /** Where new connections are counted. Left out: in this process alone. */
  readonly limiterOf?: LimiterOf;
  /** Whether answers say that they come by TLS alone. */
  readonly production?: boolean;
  /** Origins of pages that may connect besides those that this server itself serves. */
  readonly origins?: readonly string[];
}

/** The state of one socket. */
interface SocketData {
  token?: string;
  session?: Session;
}
/** A connection below Socket.IO. */
type RawConnection = Socket['conn'];
type FeedSocket = Socket<
  Record<string, (...args: unknown[]) => void>,
  Record<string, (...args: unknown[]) => void>,
  object,
  SocketData
>;

/**
 * The real-time feed (packages/contract/src/socket-events.ts describes the events that it sends and
 * takes).
 *
 * Owns the Socket.IO server. Promises that everything it sends comes from the live view, so is
 * durable; that personal events go only to sockets that presented a session token, while that
 * session lasts; that no client can name a room, or make it keep more than a bounded amount; that a
 * wrong message of a client is answered and changes nothing.
 */
export class Sockets {
  readonly #live: LiveView;
  readonly #services: SocketServices;
  readonly #io: Server<
    Record<string, (...args: unknown[]) => void>,
    Record<string, (...args: unknown[]) => void>,
    object,
    SocketData
  >;
  readonly #frames: Frames;
  readonly #watched = new Map<UserId, number>();
  readonly #addresses = new Map<string, number>();
  readonly #newConnections: RateLimiter<string>;
  readonly #timers: NodeJS.Timeout[];
  #frame = 0;

  constructor(server: HttpServer, services: SocketServices) {
    this.#services = services;
    this.#live = services.live;
    this.#newConnections = (services.limiterOf ?? ownLimiter)('connections', CONNECTION_RATE);
    this.#io = new Server(server, {
      path: SOCKET_PATH,
      allowEIO3: true,
      serveClient: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      pingInterval: 10_000,
      pingTimeout: 10_000,
      connectTimeout: 10_000,
      connectionStateRecovery: { maxDisconnectionDuration: RECOVERY_MS, skipMiddlewares: true },
      allowRequest: (request, done) =>
        done(
          null,
          this.#isOriginAllowed(request) && isNoScript(request) && this.#hasRoomFor(request),
        ),
    });
    this.#io.engine.on('headers', (headers: Record<string, string>) =>
      Object.assign(headers, callHeaders(services.production === true)),
    );
    this.#io.engine.on('connection', (connection: RawConnection) => this.#count(connection));
    const audience: Audience = {
      has: (room) => this.#io.of('/').adapter.rooms.has(room),
      isWatched: (user) => this.#watched.has(user),
      watched: () => this.#watched.keys(),
      publish: (room, event, payload) => this.#publish(room, event, payload),
      notify: (user, event, payload) => this.notify(user, event, payload),
    };
    this.#frames = new Frames(services.feeds.map((open) => open(this.#live, audience)));
    this.#recheckRecovered();
    this.#io.on('connection', (socket) => this.#accept(socket));
    services.access.onEnd((session) => this.#endSession(session));
    this.#timers = [
      setInterval(() => this.#tick(), FRAME_MS),
      setInterval(() => void this.#recheck(), RECHECK_MS),
    ];
  }

  /** Takes a durable batch that the live view has applied. */
  publish(batch: readonly Applied[]): void {
    this.#frames.note(batch);
  }

  /** Whether a socket with the user's session is connected, or was half a minute ago. */
  isWatched(user: UserId): boolean {
    return this.#watched.has(user);
  }

  /** An event for the owner of an account: to the sockets that presented a session of theirs. */
  notify(user: UserId, event: string, payload: unknown): void {
    this.#io.to(rooms.user(user)).emit(event, payload);
  }

  get connected(): number {
    return this.#io.of('/').sockets.size;
  }

  /** Disconnects everybody. The HTTP server, which it does not own, is closed with it. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#io.close();
  }

  #tick(): void {
    this.#frames.flush();
    this.#frame = (this.#frame + 1) % FRAMES_PER_SLOW_FRAME;
    if (this.#frame === 0) this.#frames.flushSlow();
  }

  /**
   * Sends to a public room, serialised once. `volatile: false`, in place of the flag being absent,
   * keeps the adapter from storing the event for sockets that are away: market data is replaced by
   * newer market data, and it would fill the memory.
   */
  #publish(room: string, event: string, payload: object): void {
    const packet = { type: 2, data: [event, payload], nsp: '/' };
    this.#io.of('/').adapter.broadcast(packet, {
      rooms: new Set([room]),
      except: new Set(),
      flags: { volatile: false, compress: false },
    });
  }

  /**
   * A browser sends its page's origin: it must be this server's, or one of those in the settings.
   * Other programs send none.
   */
  #isOriginAllowed(request: IncomingMessage): boolean {
    const { origin, host } = request.headers;
    if (origin === undefined) return true;
    return (
      this.#services.origins?.includes(origin) === true ||
      (URL.canParse(origin) && new URL(origin).host === host)
    );
  }

  /**
   * Each address holds a bounded number of connections and opens them at a bounded rate. Each
   * request counts among all of its network.
   */
  #hasRoomFor(request: IncomingMessage): boolean {
    if (!this.#services.hasLimits) return true;
    const client = this.#services.addresses.of(request);
    if (this.#services.addresses.take(client) > 0) return false;
    if (queryOf(request).has('sid')) return true;
    const address = networkOf(client);
    return (
      (this.#addresses.get(address) ?? 0) < MAX_CONNECTIONS_PER_ADDRESS &&
      this.#newConnections.take(address) === 0
    );
  }

  #count(connection: RawConnection): void {
    const address = networkOf(this.#services.addresses.of(connection.request));
    this.#addresses.set(address, (this.#addresses.get(address) ?? 0) + 1);
    connection.once('close', () => {
      const left = (this.#addresses.get(address) ?? 1) - 1;
      if (left > 0) this.#addresses.set(address, left);
      else this.#addresses.delete(address);
    });
  }

  /**
   * A socket that comes back gets the events that it missed only if its session still lasts. The
   * adapter does not check that.
   */
  #recheckRecovered(): void {
    const { adapter } = this.#io.of('/');
    const restore = adapter.restoreSession.bind(adapter);
    adapter.restoreSession = async (id, offset) => {
      const restored = await restore(id, offset);
      const { token } = (restored?.data ?? {}) as SocketData;
      const isOver = token !== undefined && (await this.#services.access.find(token)) === undefined;
      // The interface says that there is always a session; the caller knows that there may be none.
      return isOver ? (null as never) : restored;
    };
  }

  #accept(socket: FeedSocket): void {
    socket.on('disconnect', () => this.#forget(socket));
    this.#limit(socket);
    socket.on('subscribe', (input) => this.#subscribe(socket, input));
    socket.on('unsubscribe', (input) => this.#unsubscribe(socket, input));
    socket.on('login', (input) => void this.#login(socket, input));
    if (socket.recovered) {
      if (socket.data.session !== undefined) this.#watch(socket.data.session.user);
      return;
    }
    void socket.join(rooms.everything);
    const { token } = socket.handshake.auth as { token?: unknown };
    if (token !== undefined && token !== null && token !== '') void this.#login(socket, { token });
  }

  /**
   * Refuses floods and events that are not in the list, and cuts off a socket that does not read.
   */
  #limit(socket: FeedSocket): void {
    const budget = new EventBudget(EVENTS, Date.now());
    const { hasLimits, addresses } = this.#services;
    const client = addresses.of(socket.request);
    socket.use(([event, input], next) => {
      const cost = costOf(event, input);
      if (hasLimits && !budget.spend(cost, Date.now())) {
        this.#refuse(socket, event, 'too_many_events');
        socket.disconnect(true);
        return;
      }
      // Many sockets of one network together.
      if (hasLimits && addresses.take(client, cost) > 0)
        return this.#refuse(socket, event, 'too_many_events');
      if (Object.hasOwn(CLIENT_EVENTS, event)) next();
      else this.#refuse(socket, event, 'unknown_event');
    });
    let waiting = 0;
    socket.conn.on('packetCreate', () => {
      waiting++;
      // The close does not wait for packets that the client will not read.
      if (waiting > MAX_WAITING_PACKETS) socket.conn.close(true);
    });
    socket.conn.on('drain', () => (waiting = 0));
  }

  #forget(socket: FeedSocket): void {
    const user = socket.data.session?.user;
    // Events are kept for a socket that is away for a moment.
    if (user !== undefined) setTimeout(() => this.#unwatch(user), RECOVERY_MS).unref();
  }

  #subscribe(socket: FeedSocket, input: unknown): void {
    if (!CHECKS.subscribe.Check(input)) return this.#refuse(socket, 'subscribe', 'malformed');
    const pair = this.#pairOf(input);
    if (pair === undefined && input.channel !== 'daymarket')
      return this.#refuse(socket, 'subscribe', 'unknown_pair');
    const room = roomOf(input, pair?.market.id ?? 0);
    if (!socket.rooms.has(room) && socket.rooms.size >= MAX_SUBSCRIPTIONS)
      return this.#refuse(socket, 'subscribe', 'too_many_subscriptions');
    void socket.leave(rooms.everything);
    void socket.join(room);
    this.#frames.sendPresent(input, pair, (event, payload) => {
      if (payload !== undefined) this.#publish(socket.id, event, payload);
    });
  }

  #unsubscribe(socket: FeedSocket, input: unknown): void {
    if (!CHECKS.unsubscribe.Check(input)) return this.#refuse(socket, 'unsubscribe', 'malformed');
    const pair = this.#pairOf(input);
    if (pair === undefined && input.channel !== 'daymarket')
      return this.#refuse(socket, 'unsubscribe', 'unknown_pair');
    void socket.leave(roomOf(input, pair?.market.id ?? 0));
  }

  #pairOf(subscription: Subscription): Pair | undefined {
    if (subscription.channel === 'daymarket') return undefined;
    return pairOfIds(this.#live, subscription);
  }

  async #login(socket: FeedSocket, input: unknown): Promise<void> {
    if (!CHECKS.login.Check(input)) return this.#refuse(socket, 'login', 'malformed');
    // Older clients send their user id. It proves nothing, so it gives nothing.
    if (typeof input !== 'object') return;
    const { token } = input;
    const session = await this.#find(token);
    if (session === undefined) return this.#refuse(socket, 'login', 'session_invalid');
    if (!socket.connected) return;
    if (socket.data.session !== undefined) this.#logOut(socket);
    socket.data.token = token;
    socket.data.session = session;
    void socket.join([rooms.user(session.user), rooms.session(session.session)]);
    this.#watch(session.user);
    const answer: LoginEvent = { user_id: session.user, ...stampOf(this.#live) };
    socket.emit('login', answer);
  }

  /** A database that does not answer is no reason to let somebody in, nor to end the server. */
  async #find(token: string): Promise<Session | undefined> {
    try {
      return await this.#services.access.find(token);
    } catch {
      return undefined;
    }
  }

  #logOut(socket: FeedSocket): void {
    const { session } = socket.data;
    if (session === undefined) return;
    void socket.leave(rooms.user(session.user));
    void socket.leave(rooms.session(session.session));
    delete socket.data.session;
    delete socket.data.token;
    this.#unwatch(session.user);
  }

  #endSession(session: Session): void {
    for (const id of this.#io.of('/').adapter.rooms.get(rooms.session(session.session)) ?? []) {
      const socket = this.#io.of('/').sockets.get(id);
      if (socket === undefined) continue;
      this.#logOut(socket);
      this.#refuse(socket, 'login', 'session_invalid');
    }
  }

  async #recheck(): Promise<void> {
    for (const socket of [...this.#io.of('/').sockets.values()]) {
      const { session, token } = socket.data;
      if (session !== undefined && token !== undefined && (await this.#find(token)) === undefined)
        this.#endSession(session);
    }
  }

  #watch(user: UserId): void {
    this.#watched.set(user, (this.#watched.get(user) ?? 0) + 1);
  }

  #unwatch(user: UserId): void {
    const left = (this.#watched.get(user) ?? 1) - 1;
    if (left > 0) this.#watched.set(user, left);
    else this.#watched.delete(user);
  }

  #refuse(socket: FeedSocket, event: unknown, code: SocketRefusal): void {
    const refused: RefusedEvent = {
      event: String(event).slice(0, 64),
      code,
      ...stampOf(this.#live),
    };
    this.#publish(socket.id, 'refused', refused);
  }
}

function costOf(event: unknown, input: unknown): number {
  if (event === 'login') return LOGIN_COST;
  return event === 'subscribe' &&
    (input as { channel?: unknown } | null | undefined)?.channel === 'daymarket'
    ? ALL_MARKETS_COST
    : 1;
}

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URL(request.url ?? '', 'http://host').searchParams;
}

/** JSONP would let a page of somebody else's load an answer of ours as a script. */
function isNoScript(request: IncomingMessage): boolean {
  return !queryOf(request).has('j');
}
