import type { Amount } from '@meridian/money/amount';
import { bigintOf } from '../bigint-of.ts';
import type { Market } from '../catalog/catalog.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { FeeTier } from './fee-commands.ts';
import type { SnapshotVolumes } from './fee-snapshot.ts';

/** A tier looks at so many days before today. */
export const VOLUME_DAYS = 30;

/** Smallest units of a fee that may be rounding alone. */
const ROUNDING = 1n;

/** A trade as volumes see it. */
export interface VolumeTrade {
  /** Smallest units of the market's quote. */
  readonly notional: bigint;
  readonly priceTicks: number;
  readonly takerUser: UserId;
  readonly makerUser: UserId;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
  /** The part of the taker's fee that the maker got. */
  readonly makerRebate: bigint;
}

interface DayVolume {
  readonly day: number;
  volume: bigint;
}

interface UserVolumes {
  /** Days with trades, oldest first; the last one may be today. */
  days: DayVolume[];
  /** Derived: the tier, and the day for which it was looked up. */
  tierDay: number;
  tier: FeeTier | undefined;
}

/**
 * Owns the volume of each user by day, 31 days at most, in one currency. Days are counted from the
 * epoch. A user who does not trade keeps their last days.
 */
export class Volumes {
  readonly #users = new Map<UserId, UserVolumes>();
  #currency: CurrencyId = 0;

  /** 0 while nothing is counted. */
  get currency(): CurrencyId {
    return this.#currency;
  }

  get isEmpty(): boolean {
    return this.#users.size === 0;
  }

  /** The highest tier that the volume of the 30 days before `day` reaches. */
  tierOf(user: UserId, day: number, tiers: readonly FeeTier[]): FeeTier | undefined {
    const found = this.#users.get(user);
    if (found === undefined) return undefined;
    if (found.tierDay !== day) {
      found.tier = reached(tiers, sumOf(found.days, day));
      found.tierDay = day;
    }
    return found.tier;
  }

  /** The volume that counts on a day: of the 30 days before it. */
  volumeOf(user: UserId, day: number): Amount {
    return sumOf(this.#users.get(user)?.days ?? [], day);
  }

  /** The volume of one day. */
  ofDay(user: UserId, day: number): Amount {
    const found = this.#users.get(user)?.days.find((one) => one.day === day);
    return (found?.volume ?? 0n) as Amount;
  }

  /** All users who traded. */
  users(): IterableIterator<UserId> {
    return this.#users.keys();
  }

  /**
   * Adds a trade in the currency for each side that its market charges, by the rules before the
   * fifth.
   * @param day not before any day that was added
   */
  addTrade(
    { quote, takerFeeBps, makerFeeBps }: Market,
    { notional, takerUser, makerUser }: VolumeTrade,
    day: number,
  ): void {
    if (quote !== this.#currency) return;
    if (takerFeeBps > 0) this.#add(takerUser, day, notional);
    if (makerFeeBps > 0) this.#add(makerUser, day, notional);
  }

  /**
   * Adds a trade in the currency for both sides where the taker's fee less the rebate, or the
   * maker's fee, is more than rounding: volume without a fee would lead to a tier for free. The
   * volume is at most the worth of the lots at the index.
   * @param day not before any day that was added
   */
  addPaid(trade: VolumeTrade, indexTicks: number, day: number): void {
    if (trade.takerFee - trade.makerRebate <= ROUNDING && trade.makerFee <= ROUNDING) return;
    const { notional, priceTicks, takerUser, makerUser } = trade;
    // Exact: a notional is a multiple of its price.
    const volume =
      priceTicks <= indexTicks
        ? notional
        : (notional / bigintOf(priceTicks)) * bigintOf(indexTicks);
    this.#add(takerUser, day, volume);
    this.#add(makerUser, day, volume);
  }

  /**
   * Tiers have changed: they are looked up again. Another currency begins anew.
   * @param currency 0 for no tiers, and no volumes
   */
  begin(currency: CurrencyId): void {
    if (currency !== this.#currency) this.#users.clear();
    this.#currency = currency;
    for (const found of this.#users.values()) found.tierDay = -1;
  }

  isSound(): boolean {
    for (const { days } of this.#users.values()) {
      if (days.length === 0 || days.length > VOLUME_DAYS + 1) return false;
      if (days.some(({ day, volume }, at) => volume <= 0n || day <= (days[at - 1]?.day ?? -1)))
        return false;
    }
    return true;
  }

  snapshot(): SnapshotVolumes[] {
    return [...this.#users]
      .sort(([one], [other]) => one - other)
      .map(([user, { days }]) => ({
        user,
        days: days.map(({ day, volume }) => ({ day, volume: volume.toString() })),
      }));
  }

  restore(currency: CurrencyId, rows: readonly SnapshotVolumes[]): void {
    this.#users.clear();
    this.#currency = currency;
    for (const { user, days } of rows)
      this.#users.set(user, {
        days: days.map(({ day, volume }) => ({ day, volume: BigInt(volume) })),
        tierDay: -1,
        tier: undefined,
      });
  }

  #add(user: UserId, day: number, volume: bigint): void {
    let found = this.#users.get(user);
    if (found === undefined) {
      found = { days: [], tierDay: -1, tier: undefined };
      this.#users.set(user, found);
    }
    const last = found.days.at(-1);
    if (last?.day === day) {
      last.volume += volume;
      return;
    }
    found.days.push({ day, volume });
    if (found.days[0].day < day - VOLUME_DAYS)
      found.days = found.days.filter((one) => one.day >= day - VOLUME_DAYS);
  }
}

/** The highest tier of a volume, undefined below the first. @param tiers least volume first */
function reached(tiers: readonly FeeTier[], volume: bigint): FeeTier | undefined {
  return tiers.findLast((tier) => tier.volume <= volume);
}

function sumOf(days: readonly DayVolume[], today: number): Amount {
  let sum = 0n;
  for (const { day, volume } of days) if (day < today && day >= today - VOLUME_DAYS) sum += volume;
  return sum as Amount;
}
