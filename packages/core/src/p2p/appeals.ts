import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { Restraints } from '../custody/restraints.ts';
import type { EventSink } from '../event-sink.ts';
import type { UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Wallet } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Ads } from './ads.ts';
import { appealableUntilMs, partyOf, type Deals } from './deals.ts';
import type { Merchants } from './merchants.ts';
import * as wellFormed from './p2p-commands-check.ts';
import {
  ANSWER_HOURS,
  APPEAL_REASONS,
  MAX_RULINGS,
  type AnswerAppeal,
  type AppealId,
  type OpenAppeal,
  type Party,
  type RuleAppeal,
  type WithdrawAppeal,
} from './p2p-commands.ts';
import type { P2pEvent, Ruling } from './p2p-events.ts';
import type { SnapshotAppeal } from './p2p-snapshot.ts';
import type { HeldCoins, LiveAppeal, LiveDeal } from './p2p-state.ts';
import { decodeAppeal, encodeAppeal } from './p2p-codec.ts';
import type { Traders } from './traders.ts';

const HOUR_MS = 3_600_000;
/** Wallets of the other side that are held after the end of a deal, in this order. */
const HELD_WALLETS: readonly Wallet[] = ['p2p', 'spot'];

interface AppealsParts extends AreaParts<P2pEvent> {
  readonly ads: Ads;
  readonly deals: Deals;
  readonly merchants: Merchants;
  readonly traders: Traders;
  readonly restraints: Restraints;
}

/**
 * Owns appeals, which stand beside the state of a deal: while one is open, its coins wait for the
 * two sides or for a ruling. Promises C7: a ruling divides exactly the coins in question, once; on
 * large deals two operators agree on it; and an operator who has ruled does not rule on the deal
 * again.
 */
export class Appeals {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<P2pEvent>;
  readonly #ads: Ads;
  readonly #deals: Deals;
  readonly #merchants: Merchants;
  readonly #traders: Traders;
  readonly #restraints: Restraints;
  readonly #open = new Map<AppealId, LiveAppeal>();
  #next = 1;

  constructor(parts: AppealsParts) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#ads = parts.ads;
    this.#deals = parts.deals;
    this.#merchants = parts.merchants;
    this.#traders = parts.traders;
    this.#restraints = parts.restraints;
  }

  open(command: OpenAppeal, timeMs: number): Outcome {
    const deal = wellFormed.isAppeal(command) ? this.#deals.seen(command) : 'malformed';
    if (typeof deal === 'string') return refused(deal);
    const by = partyOf(deal, command.user) as Party;
    const problem = this.#problem(deal, by, command, timeMs);
    if (problem !== undefined) return refused(problem);
    const isAfterEnd = deal.endedMs !== 0;
    const id = this.#next++;
    const held = isAfterEnd ? this.#hold(deal, by, id) : [];
    const appeal: LiveAppeal = {
      id,
      deal: deal.id,
      by,
      reason: command.reason,
      openedMs: timeMs,
      answerDueMs: timeMs + ANSWER_HOURS * HOUR_MS,
      answeredMs: 0,
      amount: (isAfterEnd ? sumOf(held) : deal.quantity) as Amount,
      isAfterEnd,
      state: 'open',
      ruling: undefined,
      held,
    };
    this.#open.set(id, appeal);
    deal.appeal = id;
    this.#tell(appeal);
    this.#deals.say(deal, 'appealed');
    return { ok: true, id };
  }

  answer(command: AnswerAppeal, timeMs: number): Rejection | undefined {
    const appeal = this.#ofParty(command, 'other');
    if (typeof appeal === 'string') return appeal;
    if (appeal.answeredMs !== 0) return undefined;
    appeal.answeredMs = timeMs;
    this.#tell(appeal);
    return undefined;
  }

  withdraw(command: WithdrawAppeal, timeMs: number): Rejection | undefined {
    const appeal = this.#ofParty(command, 'own');
    if (typeof appeal === 'string') return appeal;
    const deal = this.#deals.get(appeal.deal);
    // A side that withdraws again and again would hold coins of the other, or the deal, for ever.
    if (deal.withdrew.includes(appeal.by)) return 'appeal_withdrawn_before';
    const restrained = this.#restraints.rejection(command.user, timeMs);
    if (restrained !== undefined) return restrained;
    deal.withdrew = [...deal.withdrew, appeal.by];
    for (const { hold } of appeal.held) this.#ledger.closeHold(hold);
    if (appeal.isAfterEnd) this.#traders.countHeldForNothing(command.user, timeMs);
    // The time to release stood still.
    if (deal.endedMs === 0) deal.releaseDueMs += timeMs - appeal.openedMs;
    this.#end(appeal, deal, 'withdrawn');
    this.#deals.say(deal, 'appealWithdrawn');
    return undefined;
  }

  /** The two sides have ended the deal themselves. */
  settle(deal: LiveDeal): void {
    const appeal = this.#open.get(deal.appeal);
    if (appeal !== undefined) this.#end(appeal, deal, 'settled');
  }

  rule(command: RuleAppeal, timeMs: number): Rejection | undefined {
    if (!wellFormed.isRuling(command)) return 'malformed';
    const { toBuyer, fault, bondCut, operator } = command;
    const appeal = this.#open.get(command.appeal);
    if (appeal === undefined) return 'appeal_not_found';
    const deal = this.#deals.get(appeal.deal);
    if (deal.ruledBy.includes(operator)) return 'appeal_same_operator';
    if (appeal.answeredMs === 0 && timeMs < appeal.answerDueMs) return 'appeal_answer_pending';
    if (toBuyer > appeal.amount) return 'quantity_invalid';
    if (fault !== 'nobody' && bondCut > this.#merchants.bondOf(deal[fault]))
      return 'bond_too_small';
    const ruling: Ruling = { toBuyer, fault, bondCut, operator };
    const first = appeal.ruling;
    const needsTwo = this.#needsTwo(deal, ruling);
    if (needsTwo && !(first !== undefined && isConfirmed(first, ruling))) {
      appeal.ruling = ruling;
      this.#tell(appeal);
      return undefined;
    }
    const operators = first !== undefined && needsTwo ? [first.operator, operator] : [operator];
    if (operators.length > 1) appeal.confirmedBy = operator;
    appeal.ruling = operators.length > 1 ? first : ruling;
    this.#execute(appeal, deal, { ...ruling, operators }, timeMs);
    return undefined;
  }

  /** Full scan (C7). */
  verify(): void {
    for (const { id, deal: number, held, isAfterEnd, amount } of this.#open.values()) {
      const deal = this.#deals.get(number);
      this.#checks.check('C7', deal.appeal === id, `appeal ${id} is not the one of its deal`);
      this.#checks.check(
        'C7',
        isAfterEnd === (deal.endedMs !== 0),
        `deal ${number} ended without its appeal`,
      );
      for (const { hold } of held) this.#ledger.checkOwner(hold, id, 'appeal');
      const inQuestion = isAfterEnd
        ? held.reduce((sum, { hold }) => sum + this.#ledger.holdAmount(hold), 0n)
        : deal.quantity;
      this.#checks.check('C7', inQuestion === amount, `appeal ${id} is not about ${amount}`);
    }
  }

  snapshot(): { readonly nextAppeal: number; readonly appeals: readonly SnapshotAppeal[] } {
    return { nextAppeal: this.#next, appeals: [...this.#open.values()].map(encodeAppeal) };
  }

  restore({ nextAppeal, appeals }: ReturnType<Appeals['snapshot']>): void {
    this.#next = nextAppeal;
    for (const row of appeals) {
      const deal = this.#deals.get(row.deal);
      const holder = holderOf(deal, row.by);
      const appeal = decodeAppeal(row);
      this.#open.set(row.id, {
        ...appeal,
        ruling: appeal.ruling,
        held: row.held.map(({ wallet, amount: text }) => {
          const account = this.#ledger.open(holder, wallet, deal.currency);
          const part = BigInt(text);
          const hold = this.#ledger.restoreHold(account, part, row.id, 'appeal');
          return { wallet, amount: part, hold };
        }),
      });
    }
  }

  /** Why this side may not appeal now. */
  #problem(
    deal: LiveDeal,
    by: Party,
    { user, reason }: OpenAppeal,
    timeMs: number,
  ): Rejection | undefined {
    if (!(APPEAL_REASONS[by] as readonly string[]).includes(reason)) return 'malformed';
    if (deal.appeal !== 0) return 'deal_in_appeal';
    if (deal.state === 'unpaid') return 'deal_unpaid';
    if (deal.rulings >= MAX_RULINGS) return 'appeals_exhausted';
    if (deal.endedMs === 0)
      return by === 'buyer' && timeMs < deal.releaseDueMs ? 'appeal_too_early' : undefined;
    if (timeMs >= appealableUntilMs(deal)) return 'appeal_too_late';
    if (inQuestionOf(deal, by) === 0n) return 'appeal_about_nothing';
    const open = this.#openAfterEnd(user);
    return this.#traders.appealsTooMuch(user, timeMs, open) ? 'p2p_restricted' : undefined;
  }

  /** Holds the coins in question, as far as the other side still has them. */
  #hold(deal: LiveDeal, by: Party, id: AppealId): HeldCoins[] {
    const holder = holderOf(deal, by);
    const held: HeldCoins[] = [];
    let left = inQuestionOf(deal, by);
    for (const wallet of HELD_WALLETS) {
      const account = this.#ledger.find(holder, wallet, deal.currency);
      const available = account < 0 ? 0n : this.#ledger.available(account);
      const amount = available < left ? available : left;
      if (amount <= 0n) continue;
      held.push({ wallet, amount, hold: this.#ledger.hold(account, amount, id, 'appeal') });
      left -= amount;
    }
    return held;
  }

  /** The open appeal of a deal in which this user is the one side or the other. */
  #ofParty(command: AnswerAppeal | WithdrawAppeal, side: 'own' | 'other'): LiveAppeal | Rejection {
    if (!wellFormed.isActOnAppeal(command)) return 'malformed';
    const appeal = this.#open.get(command.appeal);
    if (appeal === undefined) return 'appeal_not_found';
    const party = partyOf(this.#deals.get(appeal.deal), command.user);
    if (party === undefined) return 'appeal_not_found';
    return (party === appeal.by) === (side === 'own') ? appeal : 'deal_other_party';
  }

  /** A bond is worth more than the deal that it answers for, so a cut always needs two. */
  #needsTwo({ currency, fiat }: LiveDeal, { bondCut }: Ruling): boolean {
    const terms = this.#ads.termsOf(currency);
    return terms === undefined || fiat >= terms.twoOperatorsFrom || bondCut > 0n;
  }

  /** Open appeals of a user about deals that had ended. */
  #openAfterEnd(user: UserId): number {
    let count = 0;
    for (const { deal, by, isAfterEnd } of this.#open.values())
      if (isAfterEnd && this.#deals.get(deal)[by] === user) count++;
    return count;
  }

  #execute(
    appeal: LiveAppeal,
    deal: LiveDeal,
    { toBuyer, fault, bondCut, operators }: Ruling & { readonly operators: readonly number[] },
    timeMs: number,
  ): void {
    if (appeal.isAfterEnd) this.#divide(appeal, deal, toBuyer);
    else if (toBuyer > 0n) this.#deals.complete(deal, { mover: 'ruling', toBuyer }, timeMs);
    else this.#deals.refund(deal, timeMs);
    this.#blame(appeal, deal, fault, timeMs);
    if (fault !== 'nobody' && bondCut > 0n)
      this.#merchants.cut(deal[fault], bondCut, deal[otherOf(fault)], deal.id);
    deal.rulings++;
    deal.ruledBy = [...deal.ruledBy, ...operators];
    deal.lastRuledMs = timeMs;
    this.#end(appeal, deal, 'ruled');
    this.#deals.forgetLater(deal);
    this.#deals.say(deal, 'ruled');
  }

  /** Divides the held coins of a deal that had ended; the holder keeps the rest. */
  #divide(appeal: LiveAppeal, deal: LiveDeal, toBuyer: bigint): void {
    const isSellers = appeal.by === 'buyer';
    const moved = isSellers ? toBuyer : appeal.amount - toBuyer;
    const receiver = isSellers ? deal.buyer : deal.seller;
    let left = moved;
    for (const { hold, amount } of appeal.held) {
      const part = amount < left ? amount : left;
      if (part > 0n) this.#ledger.spend(hold, part, 'p2pRuling', deal.id, 'appeal');
      this.#ledger.closeHold(hold);
      left -= part;
    }
    this.#checks.check('C7', left === 0n, `a ruling on deal ${deal.id} moves what is not held`);
    if (moved === 0n) return;
    const account = this.#ledger.open(receiver, 'p2p', deal.currency);
    this.#ledger.post(account, moved, 'p2pRuling', deal.id, 'appeal');
    deal.toBuyer = (deal.toBuyer + (isSellers ? moved : -moved)) as Amount;
  }

  /**
   * Counts the appeal against the side at fault; a refund counts as a cancellation by that side.
   */
  #blame({ isAfterEnd }: LiveAppeal, deal: LiveDeal, fault: Ruling['fault'], timeMs: number): void {
    if (fault === 'nobody') return;
    const isRefund = !isAfterEnd && deal.state === 'cancelled';
    this.#traders.countLostAppeal(deal[fault], timeMs);
    if (isRefund) this.#traders.countCancelled(deal[fault], timeMs, false);
    if (isRefund && fault === 'buyer') this.#traders.countUndoneMark(deal.buyer, timeMs);
  }

  #end(appeal: LiveAppeal, deal: LiveDeal, state: 'withdrawn' | 'settled' | 'ruled'): void {
    appeal.state = state;
    deal.appeal = 0;
    if (deal.endedMs !== 0) this.#deals.forgetLater(deal);
    this.#open.delete(appeal.id);
    this.#tell(appeal);
  }

  #tell(appeal: LiveAppeal): void {
    const { held: _held, ruling, ...told } = appeal;
    this.#events.list.push({
      type: 'appealChanged',
      appeal: ruling === undefined ? told : { ...told, ruling },
    });
  }
}

/** Coins of a deal that has ended which the other side received. */
function inQuestionOf({ quantity, toBuyer }: LiveDeal, by: Party): bigint {
  return by === 'buyer' ? quantity - toBuyer : toBuyer;
}

/** The user who received the coins that the appealing side claims: the other side of the deal. */
function holderOf(deal: LiveDeal, by: Party): UserId {
  return deal[otherOf(by)];
}

function otherOf(party: Party): Party {
  return party === 'buyer' ? 'seller' : 'buyer';
}

function sumOf(held: readonly HeldCoins[]): bigint {
  return held.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Whether another operator decides the same. */
function isConfirmed(first: Ruling, second: Ruling): boolean {
  return (
    first.operator !== second.operator &&
    first.toBuyer === second.toBuyer &&
    first.fault === second.fault &&
    first.bondCut === second.bondCut
  );
}
