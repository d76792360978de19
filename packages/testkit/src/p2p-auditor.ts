import type { InvariantId } from '@meridian/core/invariants';
import type { Posted } from '@meridian/core/ledger/posting';
import type { P2pTerms } from '@meridian/core/p2p/p2p-commands';
import type {
  Ad,
  Appeal,
  AppealChanged,
  Deal,
  DealChanged,
  P2pEvent,
} from '@meridian/core/p2p/p2p-events';

type Prove = (id: InvariantId, holds: boolean, detail: string) => void;

interface AuditedDeal {
  deal: Deal;
  /** Held for it now. */
  hold: bigint;
  /** Coins that left its hold for the buyer. */
  paid: bigint;
  /** Operators of its rulings. */
  readonly operators: Set<number>;
}

interface AuditedAppeal {
  appeal: Appeal;
  hold: bigint;
  /** Coins that left its hold for the other side. */
  paid: bigint;
}

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;

/** Causes that lead from one state to another, and the mover that the event names. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  opened: ['none unpaid'],
  paid: ['unpaid paid'],
  cancelled: ['unpaid cancelled buyer', 'unpaid cancelled both', 'paid cancelled both'],
  expired: ['unpaid cancelled timer'],
  extended: ['unpaid unpaid'],
  released: ['paid completed seller'],
  cancelAsked: ['unpaid unpaid', 'paid paid'],
  cancelRefused: ['unpaid unpaid', 'paid paid'],
  appealed: [
    'paid paid',
    ...['buyer', 'timer', 'both', 'ruling'].map((by) => `cancelled cancelled ${by}`),
    ...['seller', 'ruling'].map((by) => `completed completed ${by}`),
  ],
  appealWithdrawn: [
    'paid paid',
    ...['buyer', 'timer', 'both', 'ruling'].map((by) => `cancelled cancelled ${by}`),
    ...['seller', 'ruling'].map((by) => `completed completed ${by}`),
  ],
  ruled: [
    'paid completed ruling',
    'paid cancelled ruling',
    ...['buyer', 'timer', 'both', 'ruling'].map((by) => `cancelled cancelled ${by}`),
    ...['seller', 'ruling'].map((by) => `completed completed ${by}`),
  ],
};

/** Proves C1 to C7 from the events of the marketplace and their postings alone. */
export class P2pAuditor {
  readonly #prove: Prove;
  readonly #terms = new Map<number, P2pTerms>();
  readonly #ads = new Map<number, Ad>();
  readonly #deals = new Map<number, AuditedDeal>();
  readonly #appeals = new Map<number, AuditedAppeal>();
  readonly #bonds = new Map<number, { told: bigint; held: bigint; isMerchant: boolean }>();
  /** Own cancellations and expiries, by user and Shanghai day. */
  readonly #gaveUp = new Map<string, number>();
  #changed = new Set<AuditedDeal | AuditedAppeal>();
  #bondsChanged = new Set<number>();

  constructor(prove: Prove) {
    this.#prove = prove;
  }

  follow(event: P2pEvent, timeMs: number): void {
    switch (event.type) {
      case 'p2pTermsListed':
        this.#terms.set(event.terms.currency, event.terms);
        break;
      case 'adChanged':
        this.#ad(event.ad, timeMs);
        break;
      case 'dealChanged':
        this.#deal(event, timeMs);
        break;
      case 'appealChanged':
        this.#appeal(event, timeMs);
        break;
      case 'traderChanged': {
        const { user, bond, isMerchant } = event.trader;
        const { held = 0n } = this.#bonds.get(user) ?? {};
        this.#bonds.set(user, { told: bond?.amount ?? 0n, held, isMerchant });
        this.#bondsChanged.add(user);
        break;
      }
      case 'fiatRateSet':
      case 'traderBlocked':
        break;
    }
  }

  /** Whether a change of a held part belongs to the marketplace; if so it is counted there. */
  owns({ reference, subject, user, held, reason }: Posted): boolean {
    if (reference === 'bond') {
      const bond = this.#bonds.get(user);
      this.#prove('C6', bond !== undefined, `user ${user} has a bond that nobody was told of`);
      if (bond !== undefined) bond.held += held;
      this.#bondsChanged.add(user);
      this.#prove('C6', reason !== 'p2pBond' || held < 0n, `a cut adds to the bond of ${user}`);
      return true;
    }
    if (reference === 'deal') {
      const own = this.#deals.get(subject);
      this.#prove('C2', own?.deal.seller === user, `coins of deal ${subject} are a stranger's`);
      if (own === undefined) return true;
      own.hold += held;
      if (reason !== 'hold' && reason !== 'release') own.paid -= held;
      this.#changed.add(own);
      return true;
    }
    if (reference !== 'appeal') return false;
    // A ruling's postings name the deal, holds and releases the appeal.
    const appeal =
      reason === 'p2pRuling'
        ? [...this.#appeals.values()].findLast((each) => each.appeal.deal === subject)
        : this.#appeals.get(subject);
    this.#prove('C7', appeal !== undefined, `coins are held for no appeal ${subject}`);
    if (appeal === undefined) return true;
    appeal.hold += held;
    if (reason === 'p2pRuling') appeal.paid -= held;
    this.#changed.add(appeal);
    return true;
  }

  /** After a command: holds agree with the events. */
  settle(): void {
    for (const each of this.#changed) {
      if ('deal' in each) this.#settleDeal(each);
      else this.#settleAppeal(each);
    }
    for (const user of this.#bondsChanged) {
      const { told, held, isMerchant } = this.#bonds.get(user) ?? {
        told: 0n,
        held: 0n,
        isMerchant: false,
      };
      this.#prove('C6', told === held, `user ${user} is told a bond of ${told}, held ${held}`);
      this.#prove('C6', !isMerchant || held > 0n, `merchant ${user} has no bond`);
    }
    this.#changed = new Set();
    this.#bondsChanged = new Set();
  }

  #settleDeal({ deal, hold, paid }: AuditedDeal): void {
    const { id, state, quantity, toBuyer, endedBy } = deal;
    const isOpen = state === 'unpaid' || state === 'paid';
    this.#prove('C2', hold === (isOpen ? quantity : 0n), `deal ${id} ${state} holds ${hold}`);
    // The share of a ruling is the appeal's; rulings after the end move coins of their own.
    const isWhole = endedBy !== 'ruling' || state === 'cancelled';
    const expected = state === 'completed' ? quantity : 0n;
    this.#prove(
      'C2',
      isWhole ? paid === expected : paid > 0n && paid <= quantity,
      `deal ${id} paid ${paid} and says ${toBuyer}`,
    );
  }

  #settleAppeal({ appeal, hold, paid }: AuditedAppeal): void {
    const { id, state, isAfterEnd, amount, by, ruling } = appeal;
    const isHeld = state === 'open' && isAfterEnd;
    this.#prove('C7', hold === (isHeld ? amount : 0n), `appeal ${id} ${state} holds ${hold}`);
    const toBuyer = ruling?.toBuyer ?? 0n;
    if (!isAfterEnd) {
      const released = this.#deals.get(appeal.deal)?.paid ?? 0n;
      this.#prove(
        'C7',
        state !== 'ruled' || released === toBuyer,
        `appeal ${id} released ${released} where it ruled ${toBuyer}`,
      );
      return;
    }
    const moved = state !== 'ruled' ? 0n : by === 'buyer' ? toBuyer : amount - toBuyer;
    this.#prove('C7', paid === moved, `appeal ${id} moved ${paid} where it ruled ${moved}`);
  }

  #ad(ad: Ad, timeMs: number): void {
    const { id, total, surplus, open, completed, withdrawn, state, user } = ad;
    this.#prove(
      'C1',
      total === surplus + open + completed + withdrawn &&
        [surplus, open].every((part) => part >= 0n),
      `ad ${id} of ${total}: ${surplus}, ${open}, ${completed}, ${withdrawn}`,
    );
    const before = this.#ads.get(id);
    if (before === undefined) this.#mayBegin(user, timeMs);
    this.#prove(
      'C1',
      before === undefined ? state === 'live' : before.total === total,
      `ad ${id} begins as ${state}, or with another total`,
    );
    this.#prove('C1', state === 'live' || surplus === 0n, `ad ${id} is ${state} and offers`);
    this.#ads.set(id, ad);
  }

  #deal({ cause, deal }: DealChanged, timeMs: number): void {
    const { id, buyer, seller, state, version, endedBy, payDueMs, ad: adId } = deal;
    const known = this.#deals.get(id);
    const step = [known?.deal.state ?? 'none', state, ...(endedBy === undefined ? [] : [endedBy])];
    this.#prove(
      'C3',
      STEPS[cause]?.includes(step.join(' ')) === true,
      `deal ${id} is ${cause}: ${step.join(' ')}`,
    );
    this.#prove(
      'C3',
      version === (known?.deal.version ?? 0) + 1,
      `deal ${id} is changed twice on version ${version - 1}`,
    );
    this.#prove('C3', cause !== 'expired' || payDueMs < timeMs, `deal ${id} expires early`);
    this.#prove('C5', buyer !== seller, `deal ${id} is with oneself`);
    if (known === undefined) {
      this.#mayBegin(deal[deal.taker], timeMs);
      this.#deals.set(id, { deal, hold: 0n, paid: 0n, operators: new Set() });
    } else known.deal = deal;
    const own = this.#deals.get(id) as AuditedDeal;
    this.#changed.add(own);
    if (cause === 'expired' || (cause === 'cancelled' && endedBy === 'buyer')) {
      const day = dayOf(buyer, timeMs);
      this.#gaveUp.set(day, (this.#gaveUp.get(day) ?? 0) + 1);
    }
    this.#countOpen(adId);
  }

  /**
   * C1: the quantity that an ad has in deals agrees with the open deals. No event follows for an ad
   * that is over and has none.
   */
  #countOpen(id: number): void {
    const ad = this.#ads.get(id);
    let open = 0n;
    for (const { deal } of this.#deals.values())
      if (deal.ad === id && deal.endedMs === 0) open += deal.quantity;
    this.#prove('C1', ad?.open === open, `ad ${id} says ${String(ad?.open)}, deals hold ${open}`);
  }

  #appeal({ appeal }: AppealChanged, timeMs: number): void {
    const {
      id,
      deal: number,
      state,
      ruling,
      confirmedBy,
      amount,
      answeredMs,
      answerDueMs,
    } = appeal;
    const known = this.#appeals.get(id);
    this.#prove(
      'C7',
      known === undefined ? state === 'open' : known.appeal.state === 'open',
      `appeal ${id} goes from ${known?.appeal.state ?? 'nothing'} to ${state}`,
    );
    if (known === undefined) this.#appeals.set(id, { appeal, hold: 0n, paid: 0n });
    else known.appeal = appeal;
    this.#changed.add(this.#appeals.get(id) as AuditedAppeal);
    const own = this.#deals.get(number);
    if (state !== 'ruled' || ruling === undefined || own === undefined) {
      this.#prove('C7', state !== 'ruled', `appeal ${id} is ruled without a ruling`);
      return;
    }
    const { twoOperatorsFrom = 0n } = this.#terms.get(own.deal.currency) ?? {};
    const operators = [ruling.operator, ...(confirmedBy === undefined ? [] : [confirmedBy])];
    const isSmall = own.deal.fiat < twoOperatorsFrom && ruling.bondCut === 0n;
    const isAgreed = isSmall || new Set(operators).size === 2;
    this.#prove('C7', isAgreed, `appeal ${id} is decided by ${operators.join(' and ')}`);
    for (const operator of operators) {
      this.#prove(
        'C7',
        !own.operators.has(operator),
        `operator ${operator} rules on deal ${number} again`,
      );
      own.operators.add(operator);
    }
    this.#prove('C7', ruling.toBuyer <= amount, `appeal ${id} gives ${ruling.toBuyer}`);
    this.#prove(
      'C7',
      answeredMs !== 0 || answerDueMs <= timeMs,
      `appeal ${id} is decided before its answer`,
    );
  }

  /** C4: a user who has given up three deals on a day begins nothing more on that day. */
  #mayBegin(user: number, timeMs: number): void {
    const count = this.#gaveUp.get(dayOf(user, timeMs)) ?? 0;
    this.#prove('C4', count < 3, `user ${user} begins something after ${count} cancellations`);
  }
}

function dayOf(user: number, timeMs: number): string {
  return `${user} ${Math.floor((timeMs + SHANGHAI_MS) / DAY_MS)}`;
}
