import type { IndexPriceSet } from '@meridian/core/catalog/catalog-events';
import { hasFreshIndex } from '@meridian/core/catalog/listings';
import { decodeTiers } from '@meridian/core/fee/fee-commands-check';
import type { FeeTier } from '@meridian/core/fee/fee-commands';
import type { FeeTiersSet } from '@meridian/core/fee/fee-events';
import { Volumes } from '@meridian/core/fee/volumes';
import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { Traded } from '@meridian/core/spot/spot-events';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import type { Amount } from '@meridian/money/amount';
import type { LiveArea, LiveFold, LiveGround } from '../../live/live-ground.ts';

/** The tiers of fees, and the volume of each user, as the durable events left them. */
export class LiveFees implements LiveFold {
  readonly #ground: LiveGround;
  #tiers: readonly FeeTier[] = [];
  readonly #volumes = new Volumes();
  readonly #indexes = new Map<MarketId, { indexTicks: number; indexQuotedAtMs: number }>();

  constructor(ground: LiveGround) {
    this.#ground = ground;
  }

  load({ fee: { currency, tiers, volumes }, markets }: ExchangeSnapshot): void {
    this.#indexes.clear();
    for (const { id, indexTicks, indexQuotedAtMs } of markets)
      this.#indexes.set(id, { indexTicks, indexQuotedAtMs });
    this.#tiers = decodeTiers(tiers);
    this.#volumes.restore(currency, volumes);
  }

  fold(event: FeeTiersSet | IndexPriceSet | Traded, timeMs: number): void {
    switch (event.type) {
      case 'feeTiersSet':
        this.#volumes.begin(event.tiers.length === 0 ? 0 : event.currency);
        this.#tiers = event.tiers;
        return;
      case 'indexPriceSet':
        this.#indexes.set(event.market, {
          indexTicks: event.priceTicks,
          indexQuotedAtMs: event.quotedAtMs,
        });
        return;
      case 'traded':
        this.#count(event, timeMs);
    }
  }

  /** By the newest rules: a server begins no command by older ones. */
  #count(event: Traded, timeMs: number): void {
    const settings = this.#ground.market(event.market);
    const index = this.#indexes.get(event.market);
    if (settings === undefined || index === undefined) return;
    if (settings.quote !== this.currency || !hasFreshIndex({ settings, ...index }, timeMs)) return;
    this.#volumes.addPaid(event, index.indexTicks, shanghaiDay(timeMs));
  }

  /** The currency of volumes, 0 without tiers. */
  get currency(): CurrencyId {
    return this.#volumes.currency;
  }

  /** Least volume first. */
  get tiers(): readonly FeeTier[] {
    return this.#tiers;
  }

  /** The volume of a user in the 30 Shanghai days before the day of a time: it decides the tier. */
  volumeOf(user: UserId, timeMs: number): Amount {
    return this.#volumes.volumeOf(user, shanghaiDay(timeMs));
  }

  /** The volume of a user on the Shanghai day of a time: it counts from the next day on. */
  todayOf(user: UserId, timeMs: number): Amount {
    return this.#volumes.ofDay(user, shanghaiDay(timeMs));
  }

  /** How many customers have each tier at a time. The house's own accounts are none. */
  customersByTier(timeMs: number): number[] {
    const day = shanghaiDay(timeMs);
    const customers = [...this.#volumes.users()].filter((user) => user >= FIRST_CUSTOMER);
    const taken = customers.map((user) => this.#volumes.tierOf(user, day, this.#tiers));
    return this.#tiers.map((tier) => taken.filter((one) => one === tier).length);
  }
}

export const feeLive: LiveArea<LiveFees> = {
  takes: { feeTiersSet: true, indexPriceSet: true, traded: true },
  open: (ground) => new LiveFees(ground),
};
