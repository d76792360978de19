import type { Network } from '@meridian/core/custody/custody-commands';
import type {
  CustodyEvent,
  EscrowHeld,
  WithdrawalMoved,
  WithdrawalRequested,
} from '@meridian/core/custody/custody-events';
import type { Posted } from '@meridian/core/ledger/posting';
import type { InvariantId } from '@meridian/core/invariants';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { accountName } from './naive-ledger.ts';

const HOUR_MS = 3_600_000;
const OPEN = ['requested', 'approved', 'signed'];
/** The states from which each state may be reached. */
const FROM: Readonly<Record<string, readonly string[]>> = {
  requested: ['approved'],
  approved: ['requested'],
  signed: ['approved'],
  settled: ['signed'],
  failed: ['signed'],
  inSite: ['requested', 'approved'],
  cancelled: ['requested', 'approved'],
  rejected: ['requested', 'approved'],
};

interface AuditedWithdrawal {
  readonly requested: WithdrawalRequested;
  status: string;
  approvalsNeeded: number;
  approvers: number[];
  hold: bigint;
  readonly requestedMs: number;
  /** The network's wait at the time of the request. */
  readonly waitMs: number;
  readonly isKnownPlace: boolean;
  isOdd: boolean;
}

/** States of a withdrawal that never left. */
const BACK = ['cancelled', 'rejected', 'failed'];

interface AuditorParts {
  readonly prove: (id: InvariantId, holds: boolean, detail: string) => void;
  /** Available balance of an account now. */
  readonly available: (account: string) => bigint;
  /**
   * Whether an amount is worth at least so much at the present index; undefined if the index is
   * stale or missing.
   */
  readonly isWorth: (
    network: Network,
    amount: bigint,
    from: bigint,
    timeMs: number,
  ) => boolean | undefined;
}

/**
 * Reads only the events of custody: proves W1, W3, W5 and W7 to W11, and the owners of the holds of
 * withdrawals.
 */
export class CustodyAuditor {
  readonly #prove: AuditorParts['prove'];
  readonly #available: AuditorParts['available'];
  readonly #isWorth: AuditorParts['isWorth'];
  readonly #networks = new Map<number, Network>();
  readonly #credited = new Set<string>();
  readonly #withdrawals = new Map<number, AuditedWithdrawal>();
  /** Hold and owner of each escrow. */
  readonly #escrows = new Map<number, { readonly user: number; hold: bigint }>();
  /**
   * Outflows of the running day with their users, by withdrawal or escrow; removed when returned.
   */
  readonly #leaving = new Map<string, { readonly user: number; readonly worth: bigint }>();
  #day = 0;
  /**
   * All requested outflows that were not returned, with the approvals that each needs, and when it
   * left.
   */
  readonly #asked = new Map<
    string,
    { readonly user: number; readonly worth: bigint; leftMs?: number; needs: number }
  >();
  /** When a user's first withdrawal arrived, by user, network and address. */
  readonly #arrived = new Map<string, number>();
  readonly #frozen = new Set<number>();
  readonly #heldUntil = new Map<number, number>();
  /** Debts by user and currency, and the part of them that nobody has paid, by currency. */
  readonly #debts = new Map<
    string,
    { readonly user: number; readonly currency: number; owed: bigint }
  >();
  readonly #holes = new Map<number, bigint>();
  readonly #sent: { network: number; amount: bigint; timeMs: number }[] = [];

  constructor({ prove, available, isWorth }: AuditorParts) {
    this.#prove = prove;
    this.#available = available;
    this.#isWorth = isWorth;
  }

  follow(event: CustodyEvent, timeMs: number): void {
    switch (event.type) {
      case 'networkListed':
        this.#networks.set(event.network.id, event.network);
        break;
      case 'depositCredited':
        this.#prove(
          'W1',
          !this.#credited.has(nameOf(event)),
          `deposit ${nameOf(event)} is credited twice`,
        );
        this.#credited.add(nameOf(event));
        break;
      case 'depositReversed':
        this.#prove(
          'W1',
          this.#credited.delete(nameOf(event)),
          `deposit ${nameOf(event)} is reversed and was not credited`,
        );
        this.#prove(
          'W1',
          event.recovered + event.covered + event.unbacked === event.amount,
          `the reversal of ${nameOf(event)} does not add up`,
        );
        this.#owe(event.user, event.currency, event.covered + event.unbacked);
        this.#holes.set(event.currency, (this.#holes.get(event.currency) ?? 0n) + event.unbacked);
        break;
      case 'withdrawalRequested':
        this.#request(event, timeMs);
        this.#leave(`withdrawal ${event.withdrawal}`, event, timeMs);
        break;
      case 'withdrawalApproved': {
        const { approvers } = this.#withdrawal(event.withdrawal);
        approvers.push(event.operator);
        this.#prove(
          'W3',
          new Set(approvers).size === approvers.length && approvers.length === event.approvals,
          `withdrawal ${event.withdrawal} is approved twice by one`,
        );
        break;
      }
      case 'approvalsRaised': {
        const withdrawal = this.#withdrawal(event.withdrawal);
        // A withdrawal that a change of security makes odd may already wait for operators.
        const isOddNow =
          event.isReviewed === true &&
          !withdrawal.isOdd &&
          event.approvalsNeeded === withdrawal.approvalsNeeded;
        this.#prove(
          'W9',
          isOddNow || event.approvalsNeeded > withdrawal.approvalsNeeded,
          `withdrawal ${event.withdrawal} needs no more approvals than before`,
        );
        withdrawal.approvalsNeeded = event.approvalsNeeded;
        const asked = this.#asked.get(`withdrawal ${event.withdrawal}`);
        if (asked !== undefined) asked.needs = event.approvalsNeeded;
        withdrawal.isOdd ||= event.isReviewed === true;
        break;
      }
      case 'withdrawalMoved':
        this.#move(event, timeMs);
        break;
      case 'escrowHeld':
        if (event.worth === 0n) break;
        this.#leave(`escrow ${event.escrow}`, event, timeMs);
        this.#mayBeSold(event, timeMs);
        this.#asked.set(`escrow ${event.escrow}`, {
          user: event.user,
          worth: event.worth,
          needs: 0,
        });
        break;
      case 'escrowEnded': {
        const name = `escrow ${event.escrow}`;
        const [sold, owner] = [this.#asked.get(name), this.#escrows.get(event.escrow)?.user];
        if (event.recipient !== 0) {
          this.#prove('L5', owner !== undefined, `${name} is paid and was never held`);
          if (owner !== undefined && event.operator === undefined) this.#mayGo(owner, timeMs, name);
          if (sold !== undefined) sold.leftMs = timeMs;
          break;
        }
        this.#leaving.delete(name);
        this.#asked.delete(name);
        break;
      }
      case 'accountFrozen':
        if (event.isFrozen) this.#frozen.add(event.user);
        else this.#frozen.delete(event.user);
        break;
      case 'outflowsHeldBack':
        this.#prove(
          'W11',
          event.untilMs >= (this.#heldUntil.get(event.user) ?? 0),
          `what user ${event.user} may not let leave is held back for a shorter time`,
        );
        this.#heldUntil.set(event.user, event.untilMs);
        break;
      case 'withdrawalsPaused':
        break;
    }
  }

  /**
   * Whether a change of a held part belongs to a withdrawal; if so it is counted for the
   * withdrawal.
   */
  owns({ reason, reference, subject, user, held }: Posted): boolean {
    if (reference === 'escrow') return this.#ownsEscrow(subject, user, held);
    if (reason !== 'withdrawal' && reason !== 'inSite' && reference !== 'withdrawal') return false;
    const withdrawal = this.#withdrawal(subject);
    this.#prove(
      'L5',
      withdrawal.requested.user === user,
      `a hold of withdrawal ${subject} is on a stranger's account`,
    );
    withdrawal.hold += held;
    return true;
  }

  /** Whether the user has a debt. */
  isDebtor(user: number): boolean {
    return [...this.#debts.values()].some((debt) => debt.user === user && debt.owed > 0n);
  }

  /**
   * After a command: open withdrawals and escrows hold their amount, ended ones hold nothing, and
   * debtors have nothing available.
   */
  settle(postings: readonly Posted[]): void {
    for (const posting of postings) if (posting.reason === 'repayment') this.#repay(posting);
    for (const { user, currency, owed } of this.#debts.values()) {
      if (owed === 0n) continue;
      const wallets =
        user === SYSTEM.house ? (['spot', 'p2p'] as const) : (['spot', 'p2p', 'seconds'] as const);
      const free = wallets.reduce(
        (sum, wallet) => sum + this.#available(accountName(user, wallet, currency)),
        0n,
      );
      this.#prove(
        'W8',
        free === 0n,
        `user ${user} owes ${owed} of currency ${currency} and has ${free}`,
      );
    }
    for (const [id, { requested, status, hold }] of this.#withdrawals) {
      const isOpen = OPEN.includes(status);
      this.#prove(
        isOpen ? 'L5' : 'L6',
        hold === (isOpen ? requested.amount : 0n),
        `withdrawal ${id} is ${status} and holds ${hold}`,
      );
      const isHeldUp =
        this.#frozen.has(requested.user) && (status === 'requested' || status === 'approved');
      this.#prove('W11', !isHeldUp, `withdrawal ${id} of a frozen account waits for its thaw`);
      if (!isOpen) this.#withdrawals.delete(id);
    }
  }

  /** A repayment fills the hole before the insurance gets any. */
  #repay({ user, currency, available }: Posted): void {
    const hole = this.#holes.get(currency) ?? 0n;
    if (user === SYSTEM.outside) {
      this.#prove(
        'W8',
        available <= hole,
        `a repayment of ${available} fills a hole of ${hole} in currency ${currency}`,
      );
      this.#holes.set(currency, hole - available);
    } else if (user === SYSTEM.insurance)
      this.#prove(
        'W8',
        hole === 0n,
        `the insurance is repaid and ${hole} of currency ${currency} is missing`,
      );
    else this.#owe(user, currency, available);
  }

  #owe(user: number, currency: number, amount: bigint): void {
    const name = `${user}/${currency}`;
    const owed = (this.#debts.get(name)?.owed ?? 0n) + amount;
    this.#prove('W8', owed >= 0n, `user ${user} repays more than is owed`);
    this.#debts.set(name, { user, currency, owed });
  }

  /** An escrow begins with its hold, loses it once and whole, and never changes its owner. */
  #ownsEscrow(id: number, user: number, held: bigint): boolean {
    // The recipient's amount is not held.
    if (held === 0n) return true;
    const known = this.#escrows.get(id);
    this.#prove(
      'L5',
      known === undefined ? held > 0n : known.user === user && known.hold + held === 0n,
      `escrow ${id} does not go once and whole`,
    );
    this.#escrows.set(id, { user, hold: (known?.hold ?? 0n) + held });
    return true;
  }

  #move({ withdrawal: id, status }: WithdrawalMoved, timeMs: number): void {
    const withdrawal = this.#withdrawal(id);
    const { requested, approvers } = withdrawal;
    this.#prove(
      'W3',
      FROM[status]?.includes(withdrawal.status) === true,
      `withdrawal ${id} goes from ${withdrawal.status} to ${status}`,
    );
    // An approval beyond the required number ends the wait for a new address.
    if (status === 'approved' || status === 'inSite')
      this.#prove(
        'W3',
        approvers.length >= withdrawal.approvalsNeeded,
        `withdrawal ${id} passes with ${approvers.length} approvals`,
      );
    if (status === 'requested')
      this.#prove(
        'W9',
        approvers.length < withdrawal.approvalsNeeded,
        `withdrawal ${id} goes back and has all approvals`,
      );
    if (status === 'signed' || status === 'inSite') this.#mayLeave(withdrawal, timeMs);
    withdrawal.status = status;
    const asked = this.#asked.get(`withdrawal ${id}`);
    if (asked !== undefined && (status === 'signed' || status === 'inSite')) asked.leftMs = timeMs;
    if (BACK.includes(status)) {
      this.#leaving.delete(`withdrawal ${id}`);
      this.#asked.delete(`withdrawal ${id}`);
    }
    if (status === 'settled' || status === 'inSite') {
      const place = placeOf(requested);
      if (!this.#arrived.has(place)) this.#arrived.set(place, timeMs);
    }
    if (status !== 'signed') return;
    const { network } = requested;
    this.#sent.push({ network, amount: requested.amount - requested.fee, timeMs });
    const sum = (ms: number): bigint =>
      this.#sent.reduce(
        (total, each) =>
          each.network === network && timeMs - each.timeMs <= ms ? total + each.amount : total,
        0n,
      );
    const { maxPerHour = 0n, maxPerDay = 0n } = this.#networks.get(network) ?? {};
    const isWithin = sum(HOUR_MS) <= maxPerHour && sum(24 * HOUR_MS) <= maxPerDay;
    this.#prove('W5', isWithin, `network ${network} sends more than it may`);
  }

  #request(requested: WithdrawalRequested, timeMs: number): void {
    const {
      user,
      withdrawal: id,
      network,
      worth,
      approvalsNeeded,
      flags = [],
      isReviewed = false,
    } = requested;
    const arrivedMs = this.#arrived.get(placeOf(requested));
    const isKnownPlace = arrivedMs !== undefined && timeMs - arrivedMs >= 24 * HOUR_MS;
    const isMany =
      [...this.#asked.values()].filter((each) => each.user === user && isRecent(each, timeMs))
        .length > 4;
    const isOdd =
      isMany ||
      (!isKnownPlace && (flags.includes('new_device') || flags.includes('security_change')));
    this.#prove(
      'W11',
      isOdd === isReviewed && (!isOdd || approvalsNeeded > 0),
      `withdrawal ${id} is odd, and nobody has to look at it`,
    );
    const waitMs = this.#networks.get(network)?.newAddressWaitMs ?? 24 * HOUR_MS;
    this.#withdrawals.set(id, {
      requested,
      status: 'requested',
      approvalsNeeded,
      approvers: [],
      hold: 0n,
      requestedMs: timeMs,
      waitMs,
      isKnownPlace,
      isOdd,
    });
    this.#asked.set(`withdrawal ${id}`, { user, worth, needs: approvalsNeeded });
  }

  /**
   * A sale has no operator's approval: with all unapproved outflows of a day it must stay below
   * every tier.
   */
  #mayBeSold({ escrow, user, currency, worth }: EscrowHeld, timeMs: number): void {
    const sum = (least: number): bigint =>
      [...this.#asked.values()].reduce<bigint>(
        (total, each) =>
          each.user === user && each.needs < least && isRecent(each, timeMs)
            ? total + each.worth
            : total,
        worth,
      );
    for (const network of this.#networks.values()) {
      const isSmall = sum(1) < network.oneApprovalFrom && sum(2) < network.twoApprovalsFrom;
      this.#prove(
        'W10',
        network.currency !== currency || isSmall,
        `escrow ${escrow} is sold without an operator, and a tier of network ${network.id} asks for one`,
      );
    }
  }

  /**
   * No restraint applies to a user whose funds leave.
   * @param name of the outflow
   */
  #mayGo(user: number, timeMs: number, name: string): void {
    this.#prove(
      'W11',
      !this.#frozen.has(user) && (this.#heldUntil.get(user) ?? 0) <= timeMs,
      `${name} leaves the account of user ${user}, which is held back`,
    );
    const odd = [...this.#withdrawals].find(
      ([id, each]) =>
        each.requested.user === user &&
        each.isOdd &&
        each.status === 'requested' &&
        name !== `withdrawal ${id}`,
    );
    this.#prove(
      'W11',
      odd === undefined,
      `${name} leaves while operators look at withdrawal ${odd?.[0]}`,
    );
  }

  /**
   * The approvals suffice for the present worth, by itself and with all outflows of a day; and no
   * restraint applies.
   */
  #mayLeave(withdrawal: AuditedWithdrawal, timeMs: number): void {
    const { requested, approvers, requestedMs, waitMs, isKnownPlace } = withdrawal;
    const { user, withdrawal: id } = requested;
    this.#mayGo(user, timeMs, `withdrawal ${id}`);
    this.#prove(
      'W11',
      isKnownPlace || approvers.length > 0 || timeMs - requestedMs >= waitMs,
      `withdrawal ${id} leaves for a new address at once`,
    );
    const network = this.#networks.get(requested.network);
    if (network === undefined)
      throw new Error(
        `withdrawal ${requested.withdrawal} leaves by a network that was never listed`,
      );
    for (const [least, from] of [
      [1, network.oneApprovalFrom],
      [2, network.twoApprovalsFrom],
    ] as const) {
      const isWorth = this.#isWorth(network, requested.amount, from, timeMs);
      this.#prove(
        'W9',
        isWorth === false || (isWorth === true && approvers.length >= least),
        `withdrawal ${requested.withdrawal} leaves with ${approvers.length} approvals`,
      );
      const beside = [...this.#asked].reduce(
        (sum, [name, each]) =>
          name !== `withdrawal ${id}` &&
          each.user === user &&
          isRecent(each, timeMs) &&
          each.needs < least
            ? sum + each.worth
            : sum,
        0n,
      );
      const addsUp =
        beside >= from || this.#isWorth(network, requested.amount, from - beside, timeMs) !== false;
      this.#prove(
        'W10',
        !addsUp || approvers.length >= least,
        `withdrawal ${id} and ${beside} of the same day leave with ${approvers.length} approvals`,
      );
    }
  }

  /**
   * Outflows of a day, over all ways out, stay within the limit under which the newest was
   * requested.
   */
  #leave(
    name: string,
    {
      user,
      worth,
      dayLimit,
    }: { readonly user: number; readonly worth: bigint; readonly dayLimit: bigint },
    timeMs: number,
  ): void {
    if (dayOf(timeMs) !== this.#day) this.#leaving.clear();
    this.#day = dayOf(timeMs);
    this.#leaving.set(name, { user, worth });
    const sum = [...this.#leaving.values()].reduce(
      (total, each) => (each.user === user ? total + each.worth : total),
      0n,
    );
    this.#prove(
      'W7',
      sum <= dayLimit,
      `user ${user} lets ${sum} leave in a day and may ${dayLimit}`,
    );
  }

  #withdrawal(id: number): AuditedWithdrawal {
    const withdrawal = this.#withdrawals.get(id);
    if (withdrawal === undefined)
      throw new Error(`an event names withdrawal ${id}, which was never asked for or is over`);
    return withdrawal;
  }
}

/** Number of the day in Shanghai. */
function dayOf(timeMs: number): number {
  return Math.floor((timeMs + 8 * HOUR_MS) / (24 * HOUR_MS));
}

/** Whether it has not left, or left within the last 24 hours. */
function isRecent({ leftMs }: { readonly leftMs?: number }, timeMs: number): boolean {
  return leftMs === undefined || timeMs - leftMs < 24 * HOUR_MS;
}

function placeOf({ user, network, address }: WithdrawalRequested): string {
  return `${user}/${network}/${address}`;
}

function nameOf({
  network,
  transaction,
  output,
}: {
  network: number;
  transaction: string;
  output: number;
}): string {
  return `${network}/${transaction}/${output}`;
}
