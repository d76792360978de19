import { decodeNetwork } from '@meridian/core/custody/custody-commands-check';
import type { Network, NetworkId } from '@meridian/core/custody/custody-commands';
import type { CustodyEvent } from '@meridian/core/custody/custody-events';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { shanghaiDay } from '@meridian/core/timers/shanghai-day';
import type { LiveArea, LiveFold } from '../../live/live-ground.ts';

interface Outflow {
  readonly user: UserId;
  readonly worth: bigint;
  readonly day: number;
}

/** The restraint on a user's money: a freeze, and a time before which nothing leaves. */
interface Restraint {
  readonly isFrozen: boolean;
  readonly heldUntilMs: number;
}

interface WithdrawalRow {
  readonly network: number;
  /** Another customer, who owns the address; 0 for an address outside the exchange. */
  readonly recipient: bigint;
  readonly status: string;
  readonly fee: bigint;
  /** Null where none was kept. */
  readonly confirmedFee: bigint | null;
}

/** States in which a withdrawal counts no more for its day. */
const GIVEN_BACK: readonly string[] = ['cancelled', 'rejected', 'failed'];

/** Networks, pauses, and each user's outflow of today, as the durable events left them. */
export class LiveCustody implements LiveFold {
  readonly #networks = new Map<NetworkId, Network>();
  readonly #paused = new Set<CurrencyId>();
  /** Worth of each user's outflow, paid or requested, on the Shanghai day `#day`. */
  readonly #asked = new Map<UserId, bigint>();
  /** Withdrawals that are not over, and money that waits. */
  readonly #open = new Map<number, Outflow>();
  readonly #waiting = new Map<number, Outflow>();
  readonly #restraints = new Map<UserId, Restraint>();
  #day = 0;

  load({ custody, escrows }: ExchangeSnapshot): void {
    const { networks, paused, asked, withdrawals, day, restraints = [] } = custody;
    for (const map of [
      this.#networks,
      this.#paused,
      this.#asked,
      this.#open,
      this.#waiting,
      this.#restraints,
    ])
      map.clear();
    for (const { user, ...restraint } of restraints) this.#restraints.set(user, restraint);
    for (const { settings } of networks) this.#networks.set(settings.id, decodeNetwork(settings));
    for (const currency of paused) this.#paused.add(currency);
    for (const { user, worth } of asked) this.#asked.set(user, BigInt(worth));
    for (const { id, user, worth, day: of } of withdrawals)
      this.#open.set(id, { user, worth: BigInt(worth), day: of });
    for (const { id, user, worth = '0', day: of = 0 } of escrows.open)
      this.#waiting.set(id, { user, worth: BigInt(worth), day: of });
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
      case 'withdrawalRequested':
        this.#open.set(event.withdrawal, this.#count(event, timeMs));
        break;
      case 'escrowHeld':
        this.#waiting.set(event.escrow, this.#count(event, timeMs));
        break;
      case 'escrowEnded':
        if (event.recipient === 0) this.#giveBack(this.#waiting.get(event.escrow));
        this.#waiting.delete(event.escrow);
        break;
      case 'withdrawalMoved':
        this.#move(event.withdrawal, event.status);
        break;
      case 'accountFrozen':
        this.#restraints.set(event.user, {
          ...this.restraint(event.user),
          isFrozen: event.isFrozen,
        });
        break;
      case 'outflowsHeldBack':
        this.#restraints.set(event.user, {
          ...this.restraint(event.user),
          heldUntilMs: event.untilMs,
        });
        break;
      case 'withdrawalApproved':
      case 'approvalsRaised':
      case 'depositCredited':
      case 'depositReversed':
        break;
    }
  }

  restraint(user: UserId): Restraint {
    return this.#restraints.get(user) ?? { isFrozen: false, heldUntilMs: 0 };
  }

  /** Users whose accounts are frozen. */
  frozen(): UserId[] {
    return [...this.#restraints].filter(([, { isFrozen }]) => isFrozen).map(([user]) => user);
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

  /** Worth of the user's outflow of today (Asia/Shanghai) over all ways out, in units of worth. */
  askedToday(user: UserId, timeMs: number): bigint {
    return shanghaiDay(timeMs) === this.#day ? (this.#asked.get(user) ?? 0n) : 0n;
  }

  /**
   * Fee and recipient of a withdrawal as its owner may read them. One to another customer costs
   * nothing, but until it is paid it looks like any other: a request that is cancelled at no cost
   * would otherwise tell that the address is a customer's. Without a confirmed fee it shows the fee
   * of today.
   */
  shownWithdrawal({ network, recipient, status, fee, confirmedFee }: WithdrawalRow): {
    readonly fee: bigint;
    readonly recipient: bigint;
  } {
    if (recipient === 0n || status === 'inSite') return { fee, recipient };
    return { fee: confirmedFee ?? this.network(network)?.fee ?? fee, recipient: 0n };
  }

  #move(id: number, status: string): void {
    if (GIVEN_BACK.includes(status)) this.#giveBack(this.#open.get(id));
    if (GIVEN_BACK.includes(status) || status === 'settled' || status === 'inSite')
      this.#open.delete(id);
  }

  #count(
    { user, worth }: { readonly user: UserId; readonly worth: bigint },
    timeMs: number,
  ): Outflow {
    const day = shanghaiDay(timeMs);
    if (worth === 0n) return { user, worth, day };
    if (day !== this.#day) this.#asked.clear();
    this.#day = day;
    this.#asked.set(user, (this.#asked.get(user) ?? 0n) + worth);
    return { user, worth, day };
  }

  #giveBack(outflow: Outflow | undefined): void {
    if (outflow === undefined || outflow.day !== this.#day) return;
    const { user, worth } = outflow;
    if (worth > 0n) this.#asked.set(user, (this.#asked.get(user) ?? 0n) - worth);
  }
}

export const custodyLive: LiveArea<LiveCustody> = {
  takes: {
    networkListed: true,
    depositCredited: true,
    depositReversed: true,
    withdrawalRequested: true,
    withdrawalApproved: true,
    approvalsRaised: true,
    withdrawalMoved: true,
    escrowHeld: true,
    escrowEnded: true,
    accountFrozen: true,
    outflowsHeldBack: true,
    withdrawalsPaused: true,
  },
  open: () => new LiveCustody(),
};
