import type { Applied } from '../events.ts';
import type { Rejection } from '../rejections.ts';
import { ConvertDesk } from './convert-scenario.ts';
import { SAVINGS } from './earn-scenario.ts';
import { LoanOffice, LOANS } from './loan-scenario.ts';
import { ALICE, BOB, BTC, MARKET, USDT, type Scenario } from './scenario.ts';

type Way = (scenario: Scenario) => Applied;

/** For each rejection of loans, the shortest way to it. */
export const LOAN_REFUSALS = {
  loan_offer_fixed: (s) => {
    const office = new LoanOffice(s);
    s.apply({ kind: 'market.list', market: { ...MARKET, id: 2 } });
    return office.list({ ...LOANS, market: 2 });
  },
  loan_closed: (s) => new LoanOffice(s).borrow(BOB, 1, 60, 9),
  loan_amount_invalid: (s) => new LoanOffice(s).borrow(BOB, 1, 9),
  loans_too_many: (s) => {
    const office = new LoanOffice(s);
    for (let count = 0; count < 10; count++) office.borrow(BOB, 0.2, 10);
    return office.borrow(BOB, 0.2, 10);
  },
  collateral_too_small: (s) => new LoanOffice(s).borrow(BOB, 1, 65),
  loan_funds_short: (s) => {
    const office = new LoanOffice(s);
    office.shop.list({ ...SAVINGS, lendBps: 100 });
    return office.borrow(BOB, 1, 60);
  },
  loan_not_found: (s) => {
    const office = new LoanOffice(s);
    office.borrow(BOB, 1, 60);
    return office.repay(ALICE, 1);
  },
  loan_quote_wrong: (s) => {
    const office = new LoanOffice(s);
    const desk = new ConvertDesk(s);
    office.borrow(BOB, 1, 60);
    desk.ask(BOB, 10, { from: USDT, to: BTC });
    return office.repay(BOB, 0, { quote: 1 });
  },
  collateral_short: (s) => {
    const office = new LoanOffice(s);
    office.borrow(BOB, 1, 60);
    return office.move(BOB, 'remove', 1);
  },
} satisfies Partial<Record<Rejection, Way>>;
