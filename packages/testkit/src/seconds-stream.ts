import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type {
  Duration,
  OpenTicket,
  SecondsCommand,
  SecondsTerms,
} from '@meridian/core/seconds/seconds-commands';
import type { SeededRandom } from './seeded-random.ts';

interface StreamParts {
  readonly random: SeededRandom;
  readonly users: readonly number[];
  readonly markets: readonly number[];
  readonly currencies: readonly number[];
  readonly purse: readonly bigint[];
}

const SECONDS = [1, 2, 3, 5] as const;

/**
 * Tickets that fall due while prices come, stop and jump; stakes at and beyond their bounds, caps
 * and houses that run out, insurances that claim, gain and are ended, terms that change while
 * tickets run.
 */
export class SecondsStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #markets: readonly number[];
  readonly #currencies: readonly number[];
  readonly #purse: readonly bigint[];
  /** By market and currency. */
  readonly #listed = new Map<string, SecondsTerms>();
  /** Where the newest ticket was asked for. */
  #opened = '';

  constructor({ random, users, markets, currencies, purse }: StreamParts) {
    this.#random = random;
    this.#users = users;
    this.#markets = markets;
    this.#currencies = currencies;
    this.#purse = purse;
  }

  /** Offers all products in all markets, and funds house and users. */
  *opening(): Generator<Command> {
    for (const market of this.#markets)
      for (const currency of this.#currencies) yield this.#list({ market, currency });
    for (const [index, currency] of this.#currencies.entries()) {
      yield this.#insurance(index + 1, currency);
      for (const user of [SYSTEM.house, ...this.#users]) yield this.#bring(user, currency);
    }
  }

  /**
   * @param policies running ones, so that some are ended
   */
  next(policies: readonly { readonly id: number; readonly user: number }[]): Command {
    const random = this.#random;
    const draw = random.next();
    const currency = random.pick(this.#currencies);
    if (draw < 0.62) return this.#open();
    if (draw < 0.72)
      return {
        kind: 'seconds.insure',
        user: random.pick(this.#users),
        offer: random.chance(0.02) ? 99 : random.between(1, this.#currencies.length),
        amount: this.#amount(),
      };
    if (draw < 0.74) {
      const { id, user } =
        policies.length === 0 || random.chance(0.1)
          ? { id: random.between(1, 50), user: random.pick(this.#users) }
          : random.pick(policies);
      return { kind: 'seconds.endInsurance', user, policy: id };
    }
    if (draw < 0.78) return this.#list({ market: random.pick(this.#markets), currency });
    if (draw < 0.8)
      return this.#insurance(
        random.between(1, this.#currencies.length),
        random.chance(0.1) ? random.pick([...this.#currencies, 99]) : undefined,
      );
    if (draw < 0.94) return { kind: 'clock.tick' };
    return this.#bring(random.chance(0.2) ? SYSTEM.house : random.pick(this.#users), currency);
  }

  /** The terms under which a ticket was asked for last, with other payouts. */
  changedPayouts(): Command | undefined {
    const terms = this.#listed.get(this.#opened);
    if (terms === undefined) return undefined;
    const durations = terms.durations.map((duration) => ({
      ...duration,
      payoutBps: duration.payoutBps === 8_000 ? 9_500 : 8_000,
    }));
    this.#listed.set(this.#opened, { ...terms, durations });
    return { kind: 'seconds.terms', terms: { ...terms, durations } };
  }

  #open(): SecondsCommand {
    const random = this.#random;
    const user = random.pick(this.#users);
    const market = random.chance(0.01) ? 99 : random.pick(this.#markets);
    const currency = random.pick(this.#currencies);
    this.#opened = `${market} ${currency}`;
    const ticket = {
      kind: 'seconds.open',
      user,
      market,
      currency,
      stake: random.chance(0.03) ? (random.pick([1n, 10n ** 18n]) as Amount) : this.#amount(),
      direction: random.pick(['up', 'down'] as const),
      seconds: random.chance(0.02) ? 4 : random.pick(SECONDS),
    } as const;
    return { ...ticket, ...this.#seen(ticket) };
  }

  /** Of some tickets the terms, or others. The stake decides, so that no number is drawn. */
  #seen({ seconds, stake }: OpenTicket): Pick<OpenTicket, 'seenPayoutBps' | 'seenFeeBps'> {
    const terms = this.#listed.get(this.#opened);
    const payoutBps = terms?.durations.find((each) => each.seconds === seconds)?.payoutBps;
    if (terms === undefined || payoutBps === undefined) return {};
    const { feeBps } = terms;
    if (stake % 4n === 0n) return { seenPayoutBps: payoutBps, seenFeeBps: feeBps };
    if (stake % 16n === 1n) return { seenPayoutBps: payoutBps === 1 ? 2 : payoutBps - 1 };
    return stake % 16n === 9n ? { seenFeeBps: feeBps === 0 ? 1 : feeBps - 1 } : {};
  }

  #list({ market, currency }: Pick<SecondsTerms, 'market' | 'currency'>): SecondsCommand {
    const random = this.#random;
    const durations = SECONDS.filter(() => random.chance(0.9)).map((seconds): Duration => {
      const least = random.pick([1n, 1n, random.pick(this.#purse) / 20n]) + 1n;
      return {
        seconds,
        payoutBps: random.pick([1, 8_000, 9_500, 100_000]),
        minStake: least as Amount,
        maxStake: (least * random.pick([1n, 10n ** 4n, 10n ** 9n])) as Amount,
      };
    });
    if (durations.length === 0)
      durations.push({
        seconds: 1,
        payoutBps: 9_000,
        minStake: 1n as Amount,
        maxStake: (10n ** 17n) as Amount,
      });
    const terms: SecondsTerms = {
      market,
      currency,
      feeBps: random.pick([0, 3, 200, 1_000]),
      amounts: [],
      durations,
      exposureCap: (random.pick(this.#purse) * random.pick([1n, 100n, 10_000n])) as Amount,
      isOpen: random.chance(0.95),
      ...(random.chance(0.4) ? {} : { openDelayMs: random.pick([0, 1, 100, 700, 2_500]) }),
      ...(random.chance(0.6) ? {} : { minSources: random.pick([1, 2, 3]) }),
    };
    this.#listed.set(`${market} ${currency}`, terms);
    return { kind: 'seconds.terms', terms: random.chance(0.02) ? { ...terms, market: 99 } : terms };
  }

  #insurance(id: number, currency = this.#currencies[id - 1] as number): SecondsCommand {
    const random = this.#random;
    const minInsured = (random.pick(this.#purse) / 50n + 1n) as Amount;
    const maxInsured = (minInsured * random.pick([1n, 1_000n])) as Amount;
    const rates = {
      premiumBps: random.pick([1, 500, 10_000]),
      coverBps: random.pick([1, 4_000, 10_000]),
    };
    return {
      kind: 'seconds.listInsurance',
      offer: {
        id,
        currency,
        ...rates,
        minInsured,
        maxInsured,
        days: random.pick([1, 2]),
        isOpen: random.chance(0.95),
      },
    };
  }

  #bring(user: number, currency: number): Command {
    return {
      kind: 'ledger.deposit',
      user,
      wallet: 'seconds',
      currency,
      // The house can pay the winnings of many tickets.
      amount: (user === SYSTEM.house ? this.#amount() * 20n : this.#amount()) as Amount,
      reference: 'funding',
    };
  }

  #amount(): Amount {
    return (this.#random.pick(this.#purse) / BigInt(this.#random.pick([1, 3, 20])) +
      BigInt(this.#random.below(100)) +
      1n) as Amount;
  }
}
