import type { AreaParts } from '../area-parts.ts';
import type { Market } from '../catalog/catalog.ts';
import { hasFreshIndex, type ListedMarket, type Listings } from '../catalog/listings.ts';
import type { EventSink } from '../event-sink.ts';
import type { UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import { decodeTiers, encodeTiers, pickTiers } from './fee-commands-check.ts';
import type { FeeCommand, FeeTier, SetFeeTiers } from './fee-commands.ts';
import type { FeeEvent } from './fee-events.ts';
import type { SnapshotFees } from './fee-snapshot.ts';
import { Volumes, type VolumeTrade } from './volumes.ts';

/**
 * The area of fees: owns the tiers and the volumes that reach them, and gives the rate that a side
 * of a trade pays. A tier holds for a whole Shanghai day, by the 30 days before it: a trade of
 * today changes no fee of today.
 */
export class FeeTiers {
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<FeeEvent>;
  readonly #rules: Rules;
  #tiers: readonly FeeTier[] = [];
  readonly #volumes = new Volumes();

  constructor(parts: AreaParts<FeeEvent>) {
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
  }

  apply(command: FeeCommand): Outcome {
    return outcomeOf(this.#set(command));
  }

  /** The rate that a maker pays in a market, hundredths of a percent; below zero for a rebate. */
  makerFeeBps(user: UserId, market: Market, timeMs: number): number {
    if (this.#tiers.length === 0) return market.makerFeeBps;
    const tier = this.#volumes.tierOf(user, shanghaiDay(timeMs), this.#tiers);
    return tier === undefined ? market.makerFeeBps : Math.min(market.makerFeeBps, tier.makerFeeBps);
  }

  /** The rate that a taker pays in a market, hundredths of a percent. */
  takerFeeBps(user: UserId, market: Market, timeMs: number): number {
    if (this.#tiers.length === 0) return market.takerFeeBps;
    const tier = this.#volumes.tierOf(user, shanghaiDay(timeMs), this.#tiers);
    return tier === undefined ? market.takerFeeBps : Math.min(market.takerFeeBps, tier.takerFeeBps);
  }

  /**
   * Counts a trade where there are tiers. Without a fresh index only its two sides set its worth,
   * and it counts nothing.
   */
  count(market: ListedMarket, trade: VolumeTrade, timeMs: number): void {
    const { settings, indexTicks } = market;
    if (settings.quote !== this.#volumes.currency) return;
    const day = shanghaiDay(timeMs);
    if (!this.#rules.countsPaidVolume) this.#volumes.addTrade(settings, trade, day);
    else if (hasFreshIndex(market, timeMs)) this.#volumes.addPaid(trade, indexTicks, day);
  }

  /** F1: volumes are amounts above zero of days that rise. */
  verify(): void {
    this.#checks.check('F1', this.#volumes.isSound(), 'volumes are out of order or below zero');
    const { currency, isEmpty } = this.#volumes;
    this.#checks.check(
      'F1',
      this.#tiers.length > 0 ? currency > 0 : currency === 0 && isEmpty,
      'volumes without tiers, or tiers without a currency',
    );
  }

  snapshot(): SnapshotFees {
    return {
      currency: this.#volumes.currency,
      tiers: encodeTiers(this.#tiers),
      volumes: this.#volumes.snapshot(),
    };
  }

  restore({ currency, tiers, volumes }: SnapshotFees): void {
    this.#tiers = decodeTiers(tiers);
    this.#volumes.restore(currency, volumes);
  }

  #set(command: SetFeeTiers): Rejection | undefined {
    const tiers = pickTiers(command);
    if (tiers === undefined) return 'malformed';
    const { currency } = command;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    this.#volumes.begin(tiers.length === 0 ? 0 : currency);
    this.#tiers = tiers;
    this.#events.list.push({ type: 'feeTiersSet', currency, tiers });
    return undefined;
  }
}
