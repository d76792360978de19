import type { AreaParts } from '../area-parts.ts';
import type { Debts } from '../custody/debts.ts';
import type { Restraints } from '../custody/restraints.ts';
import { outcomeOf, refused, type Outcome } from '../outcome.ts';
import { Ads } from './ads.ts';
import { Appeals } from './appeals.ts';
import { Deals } from './deals.ts';
import type { LiveDeal } from './p2p-state.ts';
import { Merchants } from './merchants.ts';
import type { AnswerCancel, P2pCommand, ReleaseDeal } from './p2p-commands.ts';
import type { P2pEvent } from './p2p-events.ts';
import type { SnapshotP2p } from './p2p-snapshot.ts';
import { Traders } from './traders.ts';

/**
 * The area of the fiat marketplace: ads, deals with the coins that they hold, appeals, merchants.
 * Money is paid outside; the exchange holds the coins meanwhile. Hands each command to the part
 * that decides it.
 */
export class P2p {
  readonly #traders: Traders;
  readonly #ads: Ads;
  readonly #merchants: Merchants;
  readonly #deals: Deals;
  readonly #appeals: Appeals;

  constructor(
    parts: AreaParts<P2pEvent> & { readonly restraints: Restraints; readonly debts: Debts },
  ) {
    this.#traders = new Traders(parts);
    const withTraders = { ...parts, traders: this.#traders };
    this.#ads = new Ads(withTraders);
    const withAds = { ...withTraders, ads: this.#ads };
    this.#merchants = new Merchants(withAds);
    this.#deals = new Deals(withAds);
    this.#appeals = new Appeals({ ...withAds, deals: this.#deals, merchants: this.#merchants });
  }

  apply(command: P2pCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'p2p.terms':
        return outcomeOf(this.#ads.list(command));
      case 'p2p.rate':
        return outcomeOf(this.#ads.setRate(command, timeMs));
      case 'p2p.publish':
        return this.#ads.publish(command, timeMs);
      case 'p2p.edit':
        return outcomeOf(this.#ads.edit(command, timeMs));
      case 'p2p.withdrawAd':
        return outcomeOf(this.#ads.withdraw(command));
      case 'p2p.removeAd':
        return outcomeOf(this.#ads.remove(command));
      case 'p2p.pause':
        return outcomeOf(this.#ads.pause(command));
      case 'p2p.deal':
        return this.#deals.open(command, timeMs);
      case 'p2p.pay':
        return outcomeOf(this.#deals.pay(command, timeMs));
      case 'p2p.cancel':
        return outcomeOf(this.#deals.cancel(command, timeMs));
      case 'p2p.extend':
        return outcomeOf(this.#deals.extend(command));
      case 'p2p.release':
        return this.#settled(command, this.#deals.release(command, timeMs));
      case 'p2p.askCancel':
        return outcomeOf(this.#deals.askCancel(command));
      case 'p2p.answerCancel':
        return this.#settled(command, this.#deals.answerCancel(command, timeMs));
      case 'p2p.appeal':
        return this.#appeals.open(command, timeMs);
      case 'p2p.answerAppeal':
        return outcomeOf(this.#appeals.answer(command, timeMs));
      case 'p2p.withdrawAppeal':
        return outcomeOf(this.#appeals.withdraw(command, timeMs));
      case 'p2p.rule':
        return outcomeOf(this.#appeals.rule(command, timeMs));
      case 'p2p.bond':
        return outcomeOf(this.#merchants.post(command));
      case 'p2p.returnBond':
        return outcomeOf(this.#merchants.takeBack(command, this.#deals.isInDeals(command.user)));
      case 'p2p.merchant':
        return outcomeOf(this.#merchants.grant(command));
      case 'p2p.block':
        return outcomeOf(this.#traders.block(command));
      case 'p2p.restrict':
        return outcomeOf(this.#traders.restrict(command));
      default:
        return refused('malformed');
    }
  }

  /** Time has passed: unpaid deals expire. A paid one never ends by time. */
  onTime(timeMs: number): void {
    this.#deals.onTime(timeMs);
  }

  verify(): void {
    this.#deals.verify();
    this.#appeals.verify();
  }

  snapshot(): SnapshotP2p {
    const { nextAd, terms, rate, ads } = this.#ads.snapshot();
    const { nextDeal, deals } = this.#deals.snapshot();
    const { nextAppeal, appeals } = this.#appeals.snapshot();
    const traders = this.#traders.snapshot();
    return { nextAd, nextDeal, nextAppeal, terms, rate, ads, deals, appeals, traders };
  }

  restore(snapshot: SnapshotP2p): void {
    this.#traders.restore(snapshot.traders);
    this.#ads.restore(snapshot);
    this.#deals.restore(snapshot);
    this.#appeals.restore(snapshot);
  }

  /** A deal that its two sides have ended has no open appeal any more. */
  #settled(
    { kind }: ReleaseDeal | AnswerCancel,
    deal: LiveDeal | Parameters<typeof refused>[0],
  ): Outcome {
    if (typeof deal === 'string') return refused(deal);
    if (deal.endedMs === 0) return { ok: true };
    this.#appeals.settle(deal);
    this.#deals.say(deal, kind === 'p2p.release' ? 'released' : 'cancelled');
    return { ok: true };
  }
}
