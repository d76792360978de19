import type { Amount } from '@meridian/money/amount';
import type { AskQuote, ConvertTerms, StartPlan } from '../convert/convert-commands.ts';
import type { Applied } from '../events.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { BTC, USDT, coins, type Scenario } from './scenario.ts';

export const HUB: ConvertTerms = {
  currency: USDT,
  market: 0,
  marginBps: 0,
  capBps: 0,
  min: coins(1),
  max: coins(5_000),
  step: 100n as Amount,
  hourLimit: coins(4_000),
  dust: coins(5),
  isOpen: true,
};

/** A margin of 0.1 %, at most 1 % from the index. */
export const COIN: ConvertTerms = {
  currency: BTC,
  market: 1,
  marginBps: 10,
  capBps: 100,
  min: coins(0.01),
  max: coins(50),
  step: 100n as Amount,
  hourLimit: coins(30),
  dust: coins(5),
  isOpen: true,
};

/** Conversions between BTC and USDT; the desk has 20 BTC and 10,000 USDT. */
export class ConvertDesk {
  readonly #scenario: Scenario;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    scenario.deposit(SYSTEM.house, USDT, coins(10_000));
    scenario.deposit(SYSTEM.house, BTC, coins(100));
    this.list(HUB);
    this.list(COIN);
    this.fund(USDT, 10_000);
    this.fund(BTC, 20);
  }

  list(terms: ConvertTerms): Applied {
    return this.#scenario.apply({ kind: 'convert.terms', terms });
  }

  fund(currency: number, count: number, direction: 'in' | 'out' = 'in'): Applied {
    return this.#scenario.apply({
      kind: 'convert.fund',
      currency,
      direction,
      amount: coins(count),
    });
  }

  /** BTC into USDT where nothing else is said. */
  ask(user: number, count: number, more: Partial<AskQuote> = {}): Applied {
    return this.#scenario.apply({
      kind: 'convert.quote',
      user,
      from: BTC,
      to: USDT,
      side: 'from',
      amount: coins(count),
      ...more,
    });
  }

  accept(user: number, quote: number): Applied {
    return this.#scenario.apply({ kind: 'convert.accept', user, quote });
  }

  /** Gives USDT for BTC each day at 08:00. */
  plan(user: number, count: number, more: Partial<StartPlan> = {}): Applied {
    return this.#scenario.apply({
      kind: 'convert.plan',
      user,
      from: USDT,
      to: BTC,
      amount: coins(count),
      everyDays: 1,
      minute: 480,
      maxSpreadBps: 200,
      ...more,
    });
  }
}
