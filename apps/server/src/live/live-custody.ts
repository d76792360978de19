import { decodeNetwork } from '@meridian/core/custody/custody-commands-check';
import type { Network, NetworkId } from '@meridian/core/custody/custody-commands';
import type { CustodyEvent } from '@meridian/core/custody/custody-events';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { SnapshotCustody } from '@meridian/core/snapshot';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';

/** States in which a withdrawal counts no more for its day. */
const GIVEN_BACK: readonly string[] = ['cancelled', 'rejected', 'failed'];

/** Networks, pauses, and what each user asked to withdraw today, as the durable events left them. */
export class LiveCustody {
  readonly #networks = new Map<NetworkId, Network>();
  readonly #paused = new Set<CurrencyId>();
  /** Requests of the day of the last one. */
  readonly #asked = new Map<UserId, bigint>();
  readonly #open = new Map<number, { user: UserId; worth: bigint; day: number }>();
  #day = 0;

  load({ networks, paused, asked, withdrawals, day }: SnapshotCustody): void {
    for (const map of [this.#networks, this.#paused, this.#asked, this.#open]) map.clear();
    for (const { settings } of networks) this.#networks.set(settings.id, decodeNetwork(settings));
    for (const currency of paused) this.#paused.add(currency);
    for (const { user, worth } of asked) this.#asked.set(user, BigInt(worth));
    for (const { id, user, worth, day: of } of withdrawals) this.#open.set(id, { user, worth: BigInt(worth), day: of });
    this.#day = day;
  }

  fold(event: CustodyEvent, timeMs: number): void {
    switch (event.type) {
      case 'networkListed':
        this.#networks.set(event.network.id, event.network);
        break;
      case 'withdrawalsPaused':
        if (event.isPaused) this.#paused.add(event.currency);
        else this.#paused.delete(event.currency);
        break;
      case 'withdrawalRequested': {
        const day = shanghaiDay(timeMs);
        if (day !== this.#day) this.#asked.clear();
        this.#day = day;
        this.#asked.set(event.user, (this.#asked.get(event.user) ?? 0n) + event.worth);
        this.#open.set(event.withdrawal, { user: event.user, worth: event.worth, day });
        break;
      }
      case 'withdrawalMoved':
        this.#move(event.withdrawal, event.status);
        break;
      case 'withdrawalApproved':
      case 'depositCredited':
      case 'depositReversed':
        break;
    }
  }

  /** By number. */
  networks(): Network[] {
    return [...this.#networks.values()].sort((a, b) => a.id - b.id);
  }

  network(id: NetworkId): Network | undefined {
    return this.#networks.get(id);
  }

  isPaused(currency: CurrencyId): boolean {
    return this.#paused.has(0) || this.#paused.has(currency);
  }

  /** Worth of what the user asked to withdraw today (Asia/Shanghai), in units of worth. */
  askedToday(user: UserId, timeMs: number): bigint {
    return shanghaiDay(timeMs) === this.#day ? (this.#asked.get(user) ?? 0n) : 0n;
  }

  #move(id: number, status: string): void {
    const withdrawal = this.#open.get(id);
    if (withdrawal === undefined) return;
    const { user, worth, day } = withdrawal;
    if (GIVEN_BACK.includes(status) && day === this.#day) this.#asked.set(user, (this.#asked.get(user) ?? 0n) - worth);
    if (GIVEN_BACK.includes(status) || status === 'settled' || status === 'inSite') this.#open.delete(id);
  }
}
