import type { Applied } from '../events.ts';
import type { Rejection } from '../rejections.ts';
import { EarnShop, SAVINGS, WEALTH } from './earn-scenario.ts';
import { LoanOffice } from './loan-scenario.ts';
import { ALICE, BOB, BTC, CAROL, type Scenario } from './scenario.ts';

type Way = (scenario: Scenario) => Applied;

/** For each rejection of earning products, the shortest way to it. */
export const EARN_REFUSALS = {
  earn_product_fixed: (s) => new EarnShop(s).list({ ...WEALTH, currency: BTC }),
  earn_closed: (s) => new EarnShop(s).lock(ALICE, 10, { product: SAVINGS.id }),
  earn_amount_invalid: (s) => new EarnShop(s).lock(ALICE, 9),
  lock_running: (s) => {
    const shop = new EarnShop(s);
    shop.lock(ALICE, 10);
    return shop.lock(ALICE, 10);
  },
  earn_full: (s) => {
    const shop = new EarnShop(s);
    shop.lock(ALICE, 1_000);
    shop.midnight();
    shop.lock(BOB, 1_000);
    return shop.lock(CAROL, 10);
  },
  earn_quota_reached: (s) => {
    const shop = new EarnShop(s);
    shop.lock(ALICE, 1_000);
    return shop.lock(BOB, 1_000);
  },
  earn_unfunded: (s) => {
    const shop = new EarnShop(s);
    shop.fund(WEALTH.id, 94, 'out');
    return shop.lock(ALICE, 1_000);
  },
  earn_promised: (s) => {
    const shop = new EarnShop(s);
    shop.lock(ALICE, 1_000);
    return shop.fund(WEALTH.id, 94, 'out');
  },
  lock_not_found: (s) => {
    new EarnShop(s).lock(ALICE, 10);
    return s.apply({ kind: 'earn.exit', user: BOB, lock: 1 });
  },
  lock_fixed: (s) => {
    const shop = new EarnShop(s);
    const { earlyKeepBps: _none, ...fixed } = WEALTH;
    shop.list(fixed);
    shop.lock(ALICE, 10);
    shop.midnight();
    return s.apply({ kind: 'earn.exit', user: ALICE, lock: 1 });
  },
  saving_not_found: (s) => new EarnShop(s).redeem(ALICE, 1),
  saving_short: (s) => {
    const shop = new EarnShop(s);
    shop.save(ALICE, 10);
    return shop.redeem(ALICE, 11);
  },
  savings_lent: (s) => {
    const office = new LoanOffice(s);
    office.borrow(BOB, 1, 60);
    return office.shop.redeem(CAROL, 5_000);
  },
} satisfies Partial<Record<Rejection, Way>>;
