import type { LoanOffer, RepayLoan } from '../loan/loan-commands.ts';
import type { Applied } from '../events.ts';
import { EarnShop, SAVINGS } from './earn-scenario.ts';
import { CAROL, coins, type Scenario } from './scenario.ts';

/** USDT against BTC: 65 %, warnings up to 76.9 %, sold from 83.3 %. 0.001 % an hour. */
export const LOANS: LoanOffer = {
  id: 1,
  market: 1,
  product: SAVINGS.id,
  min: coins(10),
  max: coins(2_000),
  terms: {
    ratePpb: 10_000,
    fundBps: 1_500,
    initialBps: 6_500,
    warnBps: [7_140, 7_410, 7_690],
    liquidationBps: 8_330,
    feeBps: 100,
    boundBps: 300,
  },
  isOpen: true,
};

/** Carol has saved 5,000 USDT, which others can borrow against BTC. */
export class LoanOffice {
  readonly shop: EarnShop;
  readonly #scenario: Scenario;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.shop = new EarnShop(scenario);
    this.shop.save(CAROL, 5_000);
    this.list(LOANS);
  }

  list(offer: LoanOffer): Applied {
    return this.#scenario.apply({ kind: 'loan.offer', offer });
  }

  /** @param pledged BTC @param count USDT */
  borrow(user: number, pledged: number, count: number, offer = LOANS.id): Applied {
    return this.#scenario.apply({
      kind: 'loan.borrow',
      user,
      offer,
      collateral: coins(pledged),
      amount: coins(count),
    });
  }

  /** @param count USDT, 0 for all */
  repay(user: number, count: number, more: Partial<RepayLoan> = {}): Applied {
    return this.#scenario.apply({
      kind: 'loan.repay',
      user,
      loan: 1,
      amount: coins(count),
      ...more,
    });
  }

  move(user: number, direction: 'add' | 'remove', count: number): Applied {
    return this.#scenario.apply({
      kind: 'loan.collateral',
      user,
      loan: 1,
      direction,
      amount: coins(count),
    });
  }
}
