import type { EarnProduct, LockCoins, SaveCoins } from '../earn/earn-commands.ts';
import type { Applied } from '../events.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { shanghaiDay, shanghaiMidnight } from '../timers/shanghai-day.ts';
import { BTC, USDT, coins, type Scenario } from './scenario.ts';

/** 0.1 % a day for a week: 10 to 1,000 USDT; half of the interest stays after an early exit. */
export const WEALTH: EarnProduct = {
  id: 1,
  kind: 'wealth',
  currency: USDT,
  ratePpb: 1_000_000,
  days: 7,
  min: coins(10),
  max: coins(1_000),
  capacity: coins(2_000),
  dayQuota: coins(1_500),
  earlyKeepBps: 5_000,
  lendBps: 0,
  isOpen: true,
};

/** BTC for thirty days, without early exit. */
export const PLEDGE: EarnProduct = {
  id: 2,
  kind: 'pledge',
  currency: BTC,
  ratePpb: 100_000,
  days: 30,
  min: coins(0.1),
  max: coins(5),
  capacity: coins(100),
  dayQuota: coins(100),
  lendBps: 0,
  isOpen: true,
};

/** 0.02 % a day; four fifths may be lent. */
export const SAVINGS: EarnProduct = {
  id: 3,
  kind: 'savings',
  currency: USDT,
  ratePpb: 200_000,
  days: 0,
  min: coins(1),
  max: coins(5_000),
  capacity: coins(12_000),
  dayQuota: coins(12_000),
  lendBps: 8_000,
  isOpen: true,
};

/** The three products, each with a budget of 100 coins. */
export class EarnShop {
  readonly #scenario: Scenario;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    scenario.deposit(SYSTEM.house, USDT, coins(1_000));
    scenario.deposit(SYSTEM.house, BTC, coins(200));
    for (const product of [WEALTH, PLEDGE, SAVINGS]) {
      this.list(product);
      this.fund(product.id, 100);
    }
  }

  list(product: EarnProduct): Applied {
    return this.#scenario.apply({ kind: 'earn.product', product });
  }

  fund(product: number, count: number, direction: 'in' | 'out' = 'in'): Applied {
    return this.#scenario.apply({ kind: 'earn.fund', product, direction, amount: coins(count) });
  }

  lock(user: number, count: number, more: Partial<LockCoins> = {}): Applied {
    return this.#scenario.apply({
      kind: 'earn.lock',
      user,
      product: WEALTH.id,
      amount: coins(count),
      renews: false,
      ...more,
    });
  }

  save(user: number, count: number, more: Partial<SaveCoins> = {}): Applied {
    return this.#scenario.apply({
      kind: 'earn.save',
      user,
      product: SAVINGS.id,
      amount: coins(count),
      ...more,
    });
  }

  /** @param count whole coins, 0 for all */
  redeem(user: number, count: number): Applied {
    return this.#scenario.apply({
      kind: 'earn.redeem',
      user,
      product: SAVINGS.id,
      amount: coins(count),
    });
  }

  /** The first tick after so many Shanghai midnights. */
  midnight(count = 1): Applied {
    const { timeMs } = this.#scenario;
    this.#scenario.timeMs = shanghaiMidnight(shanghaiDay(timeMs) + count);
    return this.#scenario.apply({ kind: 'clock.tick' });
  }
}
