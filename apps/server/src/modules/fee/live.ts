import { decodeTiers } from '@meridian/core/fee/fee-commands-check';
import type { FeeTier } from '@meridian/core/fee/fee-commands';
import type { FeeTiersSet } from '@meridian/core/fee/fee-events';
import { Volumes } from '@meridian/core/fee/volumes';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { Traded } from '@meridian/core/spot/spot-events';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import type { Amount } from '@meridian/money/amount';
import type { LiveArea, LiveFold, LiveGround } from '../../live/live-ground.ts';

/** The tiers of fees, and what each user has traded, as the durable events left them. */
export class LiveFees implements LiveFold {
  readonly #ground: LiveGround;
  #tiers: readonly FeeTier[] = [];
  readonly #volumes = new Volumes();

  constructor(ground: LiveGround) {
    this.#ground = ground;
  }

  load({ fee: { currency, tiers, volumes } }: ExchangeSnapshot): void {
    this.#tiers = decodeTiers(tiers);
    this.#volumes.restore(currency, volumes);
  }

  fold(event: FeeTiersSet | Traded, timeMs: number): void {
    if (event.type === 'feeTiersSet') {
      const { currency, tiers } = event;
      this.#volumes.begin(tiers.length === 0 ? 0 : currency);
      this.#tiers = tiers;
      return;
    }
    const market = this.#ground.market(event.market);
    if (market !== undefined)
      this.#volumes.addTrade(market, event, shanghaiDay(timeMs), this.#tiers);
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
  takes: { feeTiersSet: true, traded: true },
  open: (ground) => new LiveFees(ground),
};
