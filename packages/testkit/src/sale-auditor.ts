import type { InvariantId } from '@meridian/core/invariants';
import type { Posted } from '@meridian/core/ledger/posting';
import type { SaleTerms } from '@meridian/core/sale/sale-commands';
import type {
  SaleAnnounced,
  SaleCommitted,
  SaleDecided,
  SaleEnded,
  SaleEvent,
  SaleSettled,
  SaleVested,
} from '@meridian/core/sale/sale-events';
import { naiveAllotment } from './naive-allotment.ts';
import { saleHashOf } from './naive-sale-terms.ts';

const SOURCES = 30_000;
const LAST_SALE = 9_999;

interface AuditedEntry {
  readonly entry: number;
  readonly user: number;
  readonly person: string;
  committed: bigint;
  /** Lots, once they are decided. */
  lots: bigint;
  /** How it ended: paid out or given back, or taken by a debt. */
  isSettled: boolean;
  isTaken: boolean;
  bound: bigint;
  left: bigint;
  instalments: number;
  /** Held for it: money, and coins. */
  money: bigint;
  coins: bigint;
}

interface AuditedSale {
  readonly terms: SaleTerms;
  readonly entries: Map<number, AuditedEntry>;
  /** Held at the account of the sale. */
  supply: bigint;
  state: 'undecided' | 'allotting' | 'vesting' | 'cancelled' | 'missed' | 'over';
}

/**
 * Proves A1 to A5 by the events and postings alone: the terms are those that were hashed,
 * commitments are held, each entry gets the coins that the published entries give it, once, the
 * account of a sale holds the coins that it owes, and no bought coin is free before its time.
 */
export class SaleAuditor {
  readonly #prove: (id: InvariantId, holds: boolean, detail: string) => void;
  readonly #sales = new Map<number, AuditedSale>();
  /** The sale of each entry. */
  readonly #saleOf = new Map<number, AuditedSale>();
  #touched = new Set<AuditedSale>();
  #lastEntry = 0;

  constructor(prove: (id: InvariantId, holds: boolean, detail: string) => void) {
    this.#prove = prove;
  }

  follow(event: SaleEvent, timeMs: number): void {
    switch (event.type) {
      case 'saleFunded':
        return;
      case 'saleAnnounced':
        this.#announce(event, timeMs);
        return;
      case 'saleOpened':
        this.#prove('A1', timeMs >= this.#sale(event.sale).terms.opensMs, 'a sale opens early');
        return;
      case 'saleCancelled': {
        const sale = this.#sale(event.sale);
        const mayEnd = sale.state === 'undecided' && timeMs < sale.terms.closesMs;
        this.#prove('A4', mayEnd, `sale ${event.sale} is cancelled after its end`);
        const { entries, committed, demanded } = event;
        const isRight = demandIn(sale).join() === [entries, committed, demanded].join();
        this.#prove('A4', isRight, `sale ${event.sale} is cancelled with wrong sums`);
        sale.state = 'cancelled';
        return;
      }
      case 'saleCommitted':
        this.#commit(event, timeMs);
        return;
      case 'saleCommitmentTaken': {
        const sale = this.#sale(event.sale);
        const own = this.#entry(event.sale, event.entry);
        const isFree = ['undecided', 'cancelled'].includes(sale.state);
        const { amount, committed } = event;
        const { lotPrice, min } = sale.terms;
        const isRight =
          isFree &&
          amount > 0n &&
          amount % lotPrice === 0n &&
          own.committed === committed + amount &&
          (committed === 0n || committed >= min);
        this.#prove('A4', isRight && isOpen(own), `entry ${event.entry} is taken wrongly`);
        own.committed = committed;
        own.isTaken = committed === 0n;
        return;
      }
      case 'saleDecided':
        this.#decide(event, timeMs);
        return;
      case 'saleSettled':
        this.#settle(event);
        return;
      case 'saleVested':
        this.#vest(event, timeMs);
        return;
      case 'saleVesting':
        this.#sale(event.sale).state = 'vesting';
        return;
      case 'saleEnded':
        this.#end(event);
    }
  }

  /** Whether a change of a held part belongs to a sale; if so it is counted for it. */
  owns({ user, reason, reference, subject, held }: Posted): boolean {
    const isMove = reason === 'hold' || reason === 'release';
    const isSale = reason === 'sale' || reason === 'saleBudget';
    if (!isSale && !(isMove && ['commitment', 'saleSupply', 'vesting'].includes(reference)))
      return false;
    const isOfSource = user > SOURCES && user <= SOURCES + LAST_SALE;
    const sale = isOfSource ? this.#sale(user - SOURCES) : this.#saleOf.get(subject);
    if (sale === undefined) throw new Error(`entry ${subject} was never told`);
    this.#touched.add(sale);
    if (isOfSource) {
      sale.supply += held;
      return true;
    }
    const own = this.#entry(sale.terms.id, subject);
    this.#prove('L5', own.user === user, `a stranger holds for entry ${subject}`);
    if (reference === 'vesting') own.coins += held;
    else own.money += held;
    return true;
  }

  /** After a command: the touched sales hold the amounts that they have to. */
  settle(postings: readonly Posted[]): void {
    for (const { reason, subject, user, available } of postings)
      if (reason === 'sale' && available !== 0n)
        this.#prove('A4', this.#saleOf.has(subject), `user ${user} is paid for no entry`);
    for (const sale of this.#touched) {
      let owed = sale.state === 'undecided' ? sale.terms.supply : 0n;
      for (const own of sale.entries.values()) {
        if (isOpen(own)) owed += own.lots * sale.terms.lotSize;
        const money = isOpen(own) ? own.committed : 0n;
        this.#prove('A1', own.money === money, `entry ${own.entry} holds ${own.money}`);
        this.#prove('A5', own.coins === own.left, `entry ${own.entry} has ${own.coins} bound`);
      }
      const { id } = sale.terms;
      this.#prove('A3', sale.supply === owed, `sale ${id} holds ${sale.supply} and owes ${owed}`);
    }
    this.#touched = new Set();
  }

  #announce({ terms, hash }: SaleAnnounced, timeMs: number): void {
    const { id, opensMs } = terms;
    this.#prove('A3', !this.#sales.has(id), `sale ${id} is announced twice`);
    this.#prove(
      'A2',
      hash === saleHashOf(terms),
      `the terms of sale ${id} are not the hashed ones`,
    );
    this.#prove('A1', opensMs >= timeMs, `sale ${id} opens in the past`);
    const sale: AuditedSale = { terms, entries: new Map(), supply: 0n, state: 'undecided' };
    this.#sales.set(id, sale);
    this.#touched.add(sale);
  }

  #commit(event: SaleCommitted, timeMs: number): void {
    const { sale: id, entry, user, person, amount, committed } = event;
    const sale = this.#sale(id);
    const { opensMs, closesMs, lotPrice, min, max } = sale.terms;
    const isRunning = sale.state === 'undecided' && opensMs <= timeMs && timeMs < closesMs;
    this.#prove('A1', isRunning, `entry ${entry} commits outside of sale ${id}`);
    const others = [...sale.entries.values()].filter(
      (each) => isOpen(each) && each.entry !== entry,
    );
    const isAlone = others.every((each) => each.user !== user && each.person !== person);
    this.#prove('A1', isAlone, `a person has two entries in sale ${id}`);
    const own = sale.entries.get(entry) ?? this.#enter(sale, { entry, user, person });
    own.committed += amount;
    const isRight =
      own.user === user &&
      own.person === person &&
      own.committed === committed &&
      committed >= min &&
      committed <= max &&
      committed % lotPrice === 0n;
    this.#prove('A1', isRight, `entry ${entry} has ${own.committed}, and is told ${committed}`);
  }

  #enter(
    sale: AuditedSale,
    who: { readonly entry: number; readonly user: number; readonly person: string },
  ): AuditedEntry {
    this.#prove('A1', who.entry === this.#lastEntry + 1, `entry ${who.entry} is not the next`);
    this.#lastEntry = who.entry;
    const made: AuditedEntry = {
      ...who,
      ...{ committed: 0n, lots: 0n, isSettled: false, isTaken: false },
      ...{ bound: 0n, left: 0n, instalments: 0, money: 0n, coins: 0n },
    };
    sale.entries.set(who.entry, made);
    this.#saleOf.set(who.entry, sale);
    return made;
  }

  #decide(event: SaleDecided, timeMs: number): void {
    const sale = this.#sale(event.sale);
    const { lotSize, lotPrice, supply, cap, target, closesMs, id } = sale.terms;
    const [people, committedInAll, wanted] = demandIn(sale);
    this.#prove('A2', sale.state === 'undecided' && timeMs >= closesMs, `sale ${id} ends early`);
    const open = [...sale.entries.values()].filter(isOpen);
    const wishes = open.map(({ entry, committed }) => ({ entry, committed: committed / lotPrice }));
    const isMissed = wanted < target;
    const lots = naiveAllotment(wishes, supply / lotSize, cap / lotPrice);
    for (const own of open) own.lots = isMissed ? 0n : (lots.get(own.entry) ?? 0n);
    const sum = open.reduce((all, own) => all + own.lots, 0n);
    const { state, entries, committed, demanded, sold, paid, unsold } = event;
    const told = [state, entries, committed, demanded, sold, paid, unsold];
    const right = [
      isMissed ? 'missed' : 'allotting',
      people,
      committedInAll,
      wanted,
      sum * lotSize,
      sum * lotPrice,
      supply - sum * lotSize,
    ];
    this.#prove('A2', told.join() === right.join(), `sale ${id}: ${told.join()}, ${right.join()}`);
    sale.state = event.state;
    this.#touched.add(sale);
  }

  #settle(event: SaleSettled): void {
    const sale = this.#sale(event.sale);
    const own = this.#entry(event.sale, event.entry);
    const { lotSize, lotPrice, freeBps } = sale.terms;
    this.#prove(
      'A4',
      ['allotting', 'cancelled', 'missed'].includes(sale.state) && isOpen(own),
      `entry ${own.entry} is paid out twice, or before the end`,
    );
    const [paid, coins] = [own.lots * lotPrice, own.lots * lotSize];
    const free = (coins * BigInt(freeBps)) / 10_000n;
    const { committed, allotted, refunded } = event;
    const told = [committed, allotted, event.paid, refunded, event.free, event.bound];
    const right = [own.committed, coins, paid, own.committed - paid, free, coins - free];
    this.#prove('A2', told.join() === right.join(), `entry ${own.entry} gets ${told.join()}`);
    own.isSettled = true;
    own.bound = coins - free;
    own.left = own.bound;
  }

  #vest({ sale: id, entry, instalment, amount, left }: SaleVested, timeMs: number): void {
    const own = this.#entry(id, entry);
    const { cliffMs, instalments, instalmentMs } = this.#sale(id).terms;
    const isDue = timeMs >= cliffMs + (instalment - 1) * instalmentMs;
    this.#prove(
      'A5',
      own.instalments < instalment && instalment <= instalments && isDue,
      `instalment ${instalment} of entry ${entry} is free out of turn`,
    );
    const count = BigInt(instalment - own.instalments);
    const part = instalment === instalments ? own.left : count * (own.bound / BigInt(instalments));
    own.instalments = instalment;
    own.left -= part;
    this.#prove('A5', amount === part && left === own.left, `entry ${entry} has ${left} bound`);
  }

  #end({ sale: id, state }: SaleEnded): void {
    const sale = this.#sale(id);
    const entries = [...sale.entries.values()];
    const isDone = entries.every((own) => !isOpen(own) && own.left === 0n);
    const before = state === 'done' ? ['allotting', 'vesting'] : [state];
    this.#prove('A4', isDone && before.includes(sale.state), `sale ${id} ends, and owes`);
    sale.state = 'over';
    this.#touched.add(sale);
  }

  #sale(id: number): AuditedSale {
    const sale = this.#sales.get(id);
    if (sale === undefined) throw new Error(`sale ${id} was never announced`);
    return sale;
  }

  #entry(sale: number, entry: number): AuditedEntry {
    const own = this.#sale(sale).entries.get(entry);
    if (own === undefined) throw new Error(`entry ${entry} was never told`);
    return own;
  }
}

/** Whether its money is still bound. */
function isOpen({ isSettled, isTaken }: AuditedEntry): boolean {
  return !isSettled && !isTaken;
}

/** People of a sale, their commitments, and as much of them as the cap of each allows. */
function demandIn({ terms: { cap }, entries }: AuditedSale): readonly [number, bigint, bigint] {
  const amounts = [...entries.values()].filter(isOpen).map(({ committed }) => committed);
  const sum = (values: readonly bigint[]): bigint => values.reduce((all, one) => all + one, 0n);
  return [amounts.length, sum(amounts), sum(amounts.map((one) => (one < cap ? one : cap)))];
}
