import type { UserId } from '@meridian/core/ids';
import type { RebateEvent } from '@meridian/core/rebate/rebate-events';
import type { SnapshotRebateRates } from '@meridian/core/rebate/rebate-snapshot';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { LiveArea, LiveFold } from '../../live/live-ground.ts';

const DAY_MS = 86_400_000;

/** Rates, members and unpaid days of rebates, as the durable events left them. */
export class LiveRebates implements LiveFold {
  /** Oldest first. */
  #rates: SnapshotRebateRates[] = [];
  /** The verified person behind each member. */
  readonly #persons = new Map<UserId, string>();
  readonly #due = new Set<number>();

  load({ rebate }: ExchangeSnapshot): void {
    this.#rates = [...rebate.rates];
    this.#persons.clear();
    for (const { user, person } of rebate.members) this.#persons.set(user, person);
    this.#due.clear();
    for (const { day } of rebate.due) this.#due.add(day);
  }

  fold(event: RebateEvent): void {
    switch (event.type) {
      case 'rebateRatesSet': {
        const { day, currency, ratesBps } = event;
        const before = this.#rates.findLast((rates) => rates.day < day);
        this.#rates = [...(before === undefined ? [] : [before]), { day, currency, ratesBps }];
        return;
      }
      case 'rebateMemberSet':
        if (event.person === '') this.#persons.delete(event.user);
        else this.#persons.set(event.user, event.person);
        return;
      case 'rebateDayClosed':
        this.#due.add(event.day);
        return;
      case 'rebateDayPaid':
        this.#due.delete(event.day);
        return;
      // Balances have the funded and the shared amounts; nobody reads prices and single fees.
      case 'rebatesFunded':
      case 'rebateDayPriced':
      case 'rebateShared':
      case 'rebateFeesDropped':
    }
  }

  /** The rates of the day of a time; undefined before the first. */
  ratesAt(timeMs: number): SnapshotRebateRates | undefined {
    return this.#rates.findLast(({ day }) => day * DAY_MS <= timeMs);
  }

  /** The rates that begin after a time, where there are any. */
  ratesAfter(timeMs: number): SnapshotRebateRates | undefined {
    return this.#rates.find(({ day }) => day * DAY_MS > timeMs);
  }

  isMember(user: UserId): boolean {
    return this.#persons.has(user);
  }

  /** The verified person behind each member. */
  get persons(): ReadonlyMap<UserId, string> {
    return this.#persons;
  }

  get members(): number {
    return this.#persons.size;
  }

  /** Days that are over and not paid in full, oldest first. */
  get due(): readonly number[] {
    return [...this.#due];
  }
}

export const rebateLive: LiveArea<LiveRebates> = {
  takes: {
    rebateRatesSet: true,
    rebateMemberSet: true,
    rebatesFunded: true,
    rebateDayClosed: true,
    rebateDayPriced: true,
    rebateShared: true,
    rebateFeesDropped: true,
    rebateDayPaid: true,
  },
  open: () => new LiveRebates(),
};
