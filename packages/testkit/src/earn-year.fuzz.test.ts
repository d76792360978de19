import type { Amount, PriceTicks } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { EarnProduct } from '@meridian/core/earn/earn-commands';
import { Exchange } from '@meridian/core/exchange';
import type { Applied } from '@meridian/core/events';
import { expect, test } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

/**
 * A simulated year of 10,000 positions in all products, with restarts, days that no server saw and
 * rates that change. Half of the locks renew, as long as the product keeps their exit. Each account
 * is compared at the end with sums that are made from the plan of the customers alone: principal,
 * rate, days. The core is not asked.
 */
const POSITIONS = 10_000;
const DAYS = 365;
const FIRST_USER = 100_000;
const [BTC, USDT] = [1, 3];
const BILLION = 1_000_000_000n;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SHANGHAI_MS = 28_800_000;
const START_DAY = 20_000;
const FUNDS = 10n ** 14n;
const BUDGET = 10n ** 15n;
/** More than one command may do: the rest comes with the next tick. */
const MOST_DUE = 1_000;

const WEEK = product({ id: 1, kind: 'wealth', currency: USDT, ratePpb: 219_178, days: 7 });
const MONTH = product({
  id: 2,
  kind: 'wealth',
  currency: USDT,
  ratePpb: 301_369,
  days: 30,
  earlyKeepBps: 3_300,
});
const PLEDGE = product({ id: 3, kind: 'pledge', currency: BTC, ratePpb: 82_191, days: 60 });
const SAVINGS = product({ id: 4, kind: 'savings', currency: USDT, ratePpb: 82_191, days: 0 });
const LOCKS = [WEEK, MONTH, PLEDGE];
/** From this day on an early exit of a month leaves less: locks of before do not renew into it. */
const WORSE_DAY = 150;
const WORSE_MONTH = { ...MONTH, earlyKeepBps: 1_000 };

/**
 * The plan of a customer for the year: one lock, one deposit of savings or one loan. Days are
 * counted from its beginning.
 */
interface Plan {
  readonly user: number;
  readonly what: 'lock' | 'save' | 'borrow';
  readonly product: EarnProduct;
  readonly amount: bigint;
  readonly from: number;
  /** A lock ends early, a part of savings is redeemed, a loan is repaid. Never: `DAYS`. */
  readonly to: number;
  readonly isEarly: boolean;
  /** A lock is locked again after each term. */
  readonly renews: boolean;
}

test(`a year of ${POSITIONS} positions equals its recomputation to the last unit`, () => {
  const random = new SeededRandom(16);
  const plans = Array.from({ length: POSITIONS }, (_, index) => draw(random, FIRST_USER + index));
  const rates = Array.from({ length: DAYS + 1 }, (_, day) =>
    day === 0 || !random.chance(0.1) ? 0 : random.between(1, 400_000),
  );
  const year = new Year();
  year.open(plans);
  let seen = 0;
  for (let day = 0; day <= DAYS; day++) {
    // Nobody sees some midnights: the next command makes up for them.
    const isSeen = day === DAYS || day === WORSE_DAY || !random.chance(0.1);
    year.at(day, isSeen ? random.below(5) * HOUR_MS + 1 : 23 * HOUR_MS);
    if (isSeen) seen += year.midnight();
    if (day === WORSE_DAY) year.list(WORSE_MONTH);
    if (rates[day] !== 0) year.list({ ...SAVINGS, ratePpb: rates[day] as number });
    for (const plan of plans) {
      if (plan.from === day) year.begin(plan);
      if (plan.to === day) year.end(plan);
    }
    if (day % 60 === 59) year.restart();
  }
  year.midnight();
  for (const plan of plans) year.leave(plan);
  year.exchange.verify();
  compare(year, plans, rates);
  expect(seen).toBeGreaterThan(POSITIONS);
  expect(year.renewals).toBe(plans.reduce((sum, plan) => sum + termsOf(plan).renewals, 0));
  expect(year.renewals).toBeGreaterThan(POSITIONS);
});

/** The exchange and its clock. */
class Year {
  exchange = new Exchange();
  readonly borrowed = new Map<number, { fromMs: number; toMs: number }>();
  /** Locks that renewed another one. */
  renewals = 0;
  /** Of the user's lock or loan. */
  readonly #numbers = new Map<number, number>();
  #timeMs = 0;

  at(day: number, afterMidnightMs: number): void {
    this.#timeMs = (START_DAY + day) * DAY_MS - SHANGHAI_MS + afterMidnightMs;
    this.must({ kind: 'index.set', source: 'test', prices: [[1, 10_000 as PriceTicks]] });
  }

  must(command: Command): Applied {
    const applied = this.exchange.apply(command, this.#timeMs);
    if (!applied.outcome.ok)
      throw new Error(`${command.kind} is refused: ${applied.outcome.rejection}`);
    for (const event of applied.events)
      if (event.type === 'lockOpened' && event.renewsLock !== 0) this.renewals++;
    return applied;
  }

  list(listed: EarnProduct): void {
    this.must({ kind: 'earn.product', product: listed });
  }

  open(plans: readonly Plan[]): void {
    this.#timeMs = START_DAY * DAY_MS - SHANGHAI_MS - 1;
    this.must({ kind: 'currency.list', currency: { id: BTC, code: 'BTC', scale: 8 } });
    this.must({ kind: 'currency.list', currency: { id: USDT, code: 'USDT', scale: 8 } });
    this.must({ kind: 'market.list', market: MARKET });
    const money = { kind: 'ledger.deposit', wallet: 'spot', reference: 'test' } as const;
    for (const currency of [BTC, USDT]) {
      this.must({ ...money, user: 3, currency, amount: (BUDGET * 10n) as Amount });
      for (const { user } of plans)
        this.must({ ...money, user, currency, amount: FUNDS as Amount });
    }
    for (const each of [...LOCKS, SAVINGS]) {
      this.list(each);
      const fund = { kind: 'earn.fund', product: each.id, direction: 'in' } as const;
      this.must({ ...fund, amount: BUDGET as Amount });
    }
    this.must({ kind: 'loan.offer', offer: OFFER });
    // The first savers, so that there is something to lend.
    this.must({ ...money, user: 6, currency: USDT, amount: BUDGET as Amount });
    this.must({ kind: 'earn.save', user: 6, product: SAVINGS.id, amount: BUDGET as Amount });
  }

  /** Ticks until nothing is due. @returns days of locks that were paid */
  midnight(): number {
    for (let count = 0; ;) {
      const { events } = this.must({ kind: 'clock.tick' });
      const paid = events.filter(({ type }) => type === 'interestAccrued').length;
      count += paid;
      if (paid < MOST_DUE) return count;
    }
  }

  begin({ user, what, product: { id }, amount, renews }: Plan): void {
    const own = { user, product: id, amount: amount as Amount };
    if (what === 'lock')
      this.#numbers.set(user, idOf(this.must({ kind: 'earn.lock', ...own, renews })));
    else if (what === 'save') this.must({ kind: 'earn.save', ...own });
    else {
      const collateral = (amount / 10n) as Amount;
      const loan = { kind: 'loan.borrow', user, offer: 1, collateral, amount: own.amount } as const;
      this.#numbers.set(user, idOf(this.must(loan)));
      this.borrowed.set(user, { fromMs: this.#timeMs, toMs: 0 });
    }
  }

  end(plan: Plan): void {
    const {
      user,
      what,
      product: { id },
      amount,
    } = plan;
    if (what === 'save') {
      const half = (amount / 2n) as Amount;
      this.must({ kind: 'earn.redeem', user, product: id, amount: half });
    } else if (what === 'borrow') this.#repay(user);
    else if (plan.isEarly)
      this.must({ kind: 'earn.exit', user, lock: this.#numbers.get(user) ?? 0 });
  }

  /** Takes out the savings, and repays the loan, that run at the end of the year. */
  leave({ user, what, product: { id } }: Plan): void {
    if (what === 'save')
      this.must({ kind: 'earn.redeem', user, product: id, amount: 0n as Amount });
    else if (what === 'borrow' && this.borrowed.get(user)?.toMs === 0) this.#repay(user);
  }

  /** The state goes through its stored form. */
  restart(): void {
    const stored = JSON.stringify(this.exchange.snapshot());
    this.exchange = Exchange.restore(JSON.parse(stored) as never);
  }

  #repay(user: number): void {
    const own = this.borrowed.get(user);
    if (own === undefined) throw new Error(`user ${user} has no loan`);
    own.toMs = this.#timeMs;
    this.must({
      kind: 'loan.repay',
      user,
      loan: this.#numbers.get(user) ?? 0,
      amount: 0n as Amount,
    });
  }
}

const MARKET = {
  id: 1,
  base: BTC,
  quote: USDT,
  tickSize: 1_000_000n,
  lotSize: 1_000n,
  minNotional: 0n,
  maxQuantityLots: 1_000_000_000,
  makerFeeBps: 10,
  takerFeeBps: 20,
  maxOpenOrders: 100,
  bandBps: 500,
  slippageBps: 100,
  indexMaxAgeMs: DAY_MS,
  status: 'open',
  isDisplayed: true,
} as const;

const OFFER = {
  id: 1,
  market: 1,
  product: SAVINGS.id,
  min: 1n as Amount,
  max: FUNDS as Amount,
  terms: {
    ratePpb: 10_274,
    fundBps: 1_500,
    initialBps: 6_500,
    warnBps: [7_140, 7_410, 7_690] as const,
    liquidationBps: 8_330,
    feeBps: 100,
    boundBps: 300,
  },
  isOpen: true,
} as const;

function product(
  terms: Pick<EarnProduct, 'id' | 'kind' | 'currency' | 'ratePpb' | 'days' | 'earlyKeepBps'>,
): EarnProduct {
  const most = (10n ** 18n) as Amount;
  const lendBps = terms.kind === 'savings' ? 9_000 : 0;
  const bounds = { min: 1n as Amount, max: most, capacity: most, dayQuota: most };
  return { ...terms, ...bounds, lendBps, isOpen: true };
}

/** The number of the lock or loan that a command made. */
function idOf({ outcome }: Applied): number {
  return outcome.ok ? (outcome.id ?? 0) : 0;
}

function draw(random: SeededRandom, user: number): Plan {
  const from = random.between(0, 280);
  const amount = BigInt(random.between(1, 2 ** 31)) * BigInt(random.between(1, 1_000)) + 1_000_003n;
  const kind = random.next();
  const own = { user, amount, from, renews: user % 2 === 0 };
  if (kind < 0.6) {
    const bought = random.pick(LOCKS);
    const isEarly = bought.earlyKeepBps !== undefined && random.chance(0.4);
    const to = isEarly ? from + random.between(0, bought.days) : DAYS + 1;
    return { ...own, what: 'lock', product: bought, to, isEarly };
  }
  const to = random.chance(0.7) ? from + random.between(1, 80) : DAYS + 1;
  const what = kind < 0.9 ? 'save' : 'borrow';
  return { ...own, what, product: SAVINGS, to, isEarly: false };
}

/** Every account, from the plans alone. */
function compare(year: Year, plans: readonly Plan[], rates: readonly number[]): void {
  const rateOf = ratesByDay(rates);
  const expected = new Map<string, bigint>();
  const add = (owner: number, currency: number, amount: bigint): void => {
    const name = `${owner}/${currency}`;
    expected.set(name, (expected.get(name) ?? 0n) + amount);
  };
  for (const { user } of plans) for (const currency of [BTC, USDT]) add(user, currency, FUNDS);
  for (const each of [...LOCKS, SAVINGS]) {
    add(3, each.currency, -BUDGET);
    add(10_000 + each.id, each.currency, BUDGET);
  }
  for (const currency of [BTC, USDT]) add(3, currency, BUDGET * 10n);
  // The earnings of all savers leave the source in whole units of their sum; a saver who leaves
  // leaves a fraction of a unit behind.
  let [earned, paid, left] = [0n, 0n, 0n];
  const savers = plans.filter(({ what }) => what === 'save');
  for (const plan of plans) {
    if (plan.what === 'lock') {
      const interest = interestOfLock(plan);
      add(plan.user, plan.product.currency, interest);
      add(10_000 + plan.product.id, plan.product.currency, -interest);
    } else if (plan.what === 'borrow') {
      const interest = interestOfLoan(year, plan);
      add(plan.user, USDT, -interest);
      const toFund = (interest * 1_500n) / 10_000n;
      add(4, USDT, toFund);
      add(10_000 + SAVINGS.id, USDT, interest - toFund);
    }
  }
  for (const plan of savers) {
    const billionths = interestOfSavings(plan, rateOf);
    earned += billionths;
    add(plan.user, USDT, billionths / BILLION);
    paid += billionths / BILLION;
    left += billionths % BILLION;
  }
  // The first saver stays, with all of its interest unpaid.
  for (let day = 0; day < DAYS; day++) earned += BUDGET * BigInt(rateOf(day));
  const rounding = left / BILLION;
  add(5, USDT, rounding);
  add(10_000 + SAVINGS.id, USDT, -(earned / BILLION));
  add(20_000 + SAVINGS.id, USDT, BUDGET + earned / BILLION - paid - rounding);
  const found = new Map<string, bigint>();
  for (const { user, currency, available, held } of year.exchange.snapshot().accounts)
    if (user !== 1) found.set(`${user}/${currency}`, BigInt(available) + BigInt(held));
  for (const [name, amount] of expected) if (amount === 0n) expected.delete(name);
  expect(found).toEqual(expected);
}

/** The rate of each day: a new one holds from the midnight after it was set. */
function ratesByDay(rates: readonly number[]): (day: number) => number {
  let wanted = SAVINGS.ratePpb;
  const byDay: number[] = [];
  for (const [day, rate] of rates.entries()) {
    byDay[day] = wanted;
    if (rate !== 0) wanted = rate;
  }
  return (day) => byDay[day] as number;
}

/** How often a lock renews, and the days of its last term that are over at the end of the year. */
function termsOf(plan: Plan): { readonly renewals: number; readonly rest: number } {
  const { what, product: bought, from, isEarly, renews } = plan;
  if (what !== 'lock') return { renewals: 0, rest: 0 };
  const { days } = bought;
  // Earning begins with the midnight after the purchase: a term ends so many midnights later.
  const endOf = (term: number): number => from + 1 + (term + 1) * days;
  const mayStay = (day: number): boolean =>
    bought !== MONTH || from >= WORSE_DAY || day <= WORSE_DAY;
  let renewals = 0;
  if (renews && !isEarly) while (endOf(renewals) <= DAYS && mayStay(endOf(renewals))) renewals++;
  return { renewals, rest: Math.min(days, DAYS - endOf(renewals - 1)) };
}

function interestOfLock(plan: Plan): bigint {
  const { product: bought, amount, from, to, isEarly } = plan;
  const { ratePpb, days } = bought;
  const isWorse = bought === MONTH && from >= WORSE_DAY;
  const { earlyKeepBps } = isWorse ? WORSE_MONTH : bought;
  const { renewals, rest } = termsOf(plan);
  const whole = (count: number): bigint => (amount * BigInt(ratePpb) * BigInt(count)) / BILLION;
  // A day is over a day later.
  const isEarlier = isEarly && to - from - 1 < days;
  if (!isEarlier) return BigInt(renewals) * whole(days) + whole(rest);
  const paid = whole(Math.max(0, to - from - 1));
  return (paid * BigInt(earlyKeepBps ?? 0)) / 10_000n;
}

function interestOfSavings({ amount, from, to }: Plan, rateOf: (day: number) => number): bigint {
  let billionths = 0n;
  for (let day = from + 1; day < DAYS; day++)
    billionths += (day >= to ? amount - amount / 2n : amount) * BigInt(rateOf(day));
  return billionths;
}

function interestOfLoan(year: Year, { user, amount }: Plan): bigint {
  const { fromMs, toMs } = year.borrowed.get(user) ?? { fromMs: 0, toMs: 0 };
  const hours = BigInt(Math.floor((toMs - fromMs) / HOUR_MS) + 1);
  return (amount * 10_274n * hours + BILLION - 1n) / BILLION;
}
