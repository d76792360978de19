import type { AreaParts } from '../area-parts.ts';
import type { Listings } from '../catalog/listings.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import { worthAt } from './approval-tiers.ts';
import * as wellFormed from './custody-commands-check.ts';
import type { ListNetwork, Network, NetworkId, PauseWithdrawals } from './custody-commands.ts';
import type { CustodyEvent } from './custody-events.ts';
import type { SnapshotCustody } from './custody-snapshot.ts';
import { OutflowWindow } from './outflow-window.ts';

const HOUR_MS = 3_600_000;

/**
 * An open network and its outflow: by the minute, or in the clock's hour and day under the first
 * rules.
 */
interface OpenNetwork {
  settings: Network;
  readonly sent: OutflowWindow;
  hour: number;
  hourOut: bigint;
  day: number;
  dayOut: bigint;
}

/**
 * Owns the networks with their terms, the amount that each has sent, and the currencies that are
 * paused. Promises W5.
 */
export class Networks {
  readonly #listings: Listings;
  readonly #rules: Rules;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<CustodyEvent>;
  readonly #networks = new Map<NetworkId, OpenNetwork>();
  readonly #paused = new Set<CurrencyId>();

  constructor({ listings, rules, checks, events }: AreaParts<CustodyEvent>) {
    this.#listings = listings;
    this.#rules = rules;
    this.#checks = checks;
    this.#events = events;
  }

  list(command: ListNetwork): Rejection | undefined {
    const network = wellFormed.pickNetwork(command.network);
    if (network === undefined) return 'malformed';
    if (this.#listings.currency(network.currency) === undefined) return 'currency_unknown';
    if (network.worthMarket !== 0) {
      const market = this.#listings.market(network.worthMarket);
      if (market === undefined) return 'market_unknown';
      if (market.settings.base !== network.currency) return 'network_fixed';
    }
    const known = this.#networks.get(network.id);
    if (known !== undefined && known.settings.currency !== network.currency) return 'network_fixed';
    if (known === undefined)
      this.#networks.set(network.id, {
        settings: network,
        sent: new OutflowWindow(),
        hour: 0,
        hourOut: 0n,
        day: 0,
        dayOut: 0n,
      });
    else known.settings = network;
    this.#events.list.push({ type: 'networkListed', network });
    return undefined;
  }

  find(id: NetworkId): Network | undefined {
    return this.#networks.get(id)?.settings;
  }

  /** Throws on a network that was never listed. */
  get(id: NetworkId): Network {
    return this.#open(id).settings;
  }

  ofCurrency(currency: CurrencyId): Network[] {
    return [...this.#networks.values()]
      .map(({ settings }) => settings)
      .filter((network) => network.currency === currency);
  }

  pause(command: PauseWithdrawals): Rejection | undefined {
    const { currency, isPaused } = command;
    if (typeof isPaused !== 'boolean') return 'malformed';
    if (currency !== 0 && this.#listings.currency(currency) === undefined)
      return 'currency_unknown';
    if (isPaused) this.#paused.add(currency);
    else this.#paused.delete(currency);
    this.#events.list.push({ type: 'withdrawalsPaused', currency, isPaused });
    return undefined;
  }

  isPaused(currency: CurrencyId): boolean {
    return this.#paused.has(0) || this.#paused.has(currency);
  }

  /** Worth of an amount by the index, rounded up. Returns a rejection without a fresh index. */
  worth({ worthMarket, currency }: Network, amount: bigint, timeMs: number): bigint | Rejection {
    if (worthMarket === 0) return amount;
    const market = this.#listings.market(worthMarket);
    if (market === undefined || market.indexTicks === 0) return 'index_unavailable';
    if (
      this.#rules.looksAtWorthAgain &&
      timeMs - market.indexTimeMs > market.settings.indexMaxAgeMs
    )
      return 'index_stale';
    const scale = this.#listings.currency(currency)?.scale ?? 0;
    return worthAt(amount, market.indexTicks, { tickSize: market.settings.tickSize, scale });
  }

  /** Checks the network's limits, and counts the amount if it is within them (W5). */
  send(id: NetworkId, amount: bigint, timeMs: number): boolean {
    const network = this.#open(id);
    const { sent, settings } = network;
    if (!this.#rules.rollsOutflowLimits) return this.#sendByTheClock(network, amount, timeMs);
    const { hour, day } = sent.within(timeMs);
    if (hour + amount > settings.maxPerHour || day + amount > settings.maxPerDay) return false;
    sent.count(amount, timeMs);
    const now = sent.within(timeMs);
    this.#checks.check(
      'W5',
      now.hour <= settings.maxPerHour && now.day <= settings.maxPerDay,
      `network ${settings.id} sends more than it may`,
    );
    return true;
  }

  /** The same under the first rules. */
  #sendByTheClock(network: OpenNetwork, amount: bigint, timeMs: number): boolean {
    const { id, maxPerHour, maxPerDay } = network.settings;
    const hour = Math.floor(timeMs / HOUR_MS);
    const day = shanghaiDay(timeMs);
    const hourOut = (hour === network.hour ? network.hourOut : 0n) + amount;
    const dayOut = (day === network.day ? network.dayOut : 0n) + amount;
    if (hourOut > maxPerHour || dayOut > maxPerDay) return false;
    Object.assign(network, { hour, hourOut, day, dayOut });
    this.#checks.check(
      'W5',
      network.hourOut <= maxPerHour && network.dayOut <= maxPerDay,
      `network ${id} sends more than it may`,
    );
    return true;
  }

  /**
   * After a change of rules: counts the outflow of the clock's last hour and day in the rolling
   * window.
   */
  rollOutflows(timeMs: number): void {
    for (const network of this.#networks.values()) {
      const isLately = {
        hour: network.hour >= Math.floor(timeMs / HOUR_MS) - 1,
        day: network.day >= shanghaiDay(timeMs) - 1,
      };
      network.sent.takeOver(
        {
          hourOut: isLately.hour ? network.hourOut : 0n,
          dayOut: isLately.day ? network.dayOut : 0n,
        },
        timeMs,
      );
      Object.assign(network, { hour: 0, hourOut: 0n, day: 0, dayOut: 0n });
    }
  }

  snapshot(): Pick<SnapshotCustody, 'networks' | 'paused'> {
    return {
      networks: [...this.#networks]
        .sort((a, b) => a[0] - b[0])
        .map(([, network]) => ({
          settings: wellFormed.encodeNetwork(network.settings),
          hour: network.hour,
          hourOut: network.hourOut.toString(),
          day: network.day,
          dayOut: network.dayOut.toString(),
          sent: network.sent.snapshot(),
        })),
      paused: [...this.#paused].sort((a, b) => a - b),
    };
  }

  restore({ networks, paused }: Pick<SnapshotCustody, 'networks' | 'paused'>): void {
    for (const { settings, hour, hourOut, day, dayOut, sent: rows } of networks) {
      const network = wellFormed.decodeNetwork(settings);
      const sent = new OutflowWindow();
      sent.restore(rows);
      this.#networks.set(network.id, {
        settings: network,
        sent,
        hour,
        hourOut: BigInt(hourOut),
        day,
        dayOut: BigInt(dayOut),
      });
    }
    for (const currency of paused) this.#paused.add(currency);
  }

  #open(id: NetworkId): OpenNetwork {
    const network = this.#networks.get(id);
    if (network === undefined) throw new Error(`network ${id} is not open`);
    return network;
  }
}
