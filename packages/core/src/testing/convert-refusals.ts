import type { Amount } from '@meridian/money/amount';
import type { Applied } from '../events.ts';
import type { Rejection } from '../rejections.ts';
import { COIN, ConvertDesk, HUB } from './convert-scenario.ts';
import { ALICE, BOB, BTC, USDT, coins, type Scenario } from './scenario.ts';

type Way = (scenario: Scenario) => Applied;

/** For each rejection of conversions, the shortest way to it. */
export const CONVERT_REFUSALS = {
  convert_hub_fixed: (s) => new ConvertDesk(s).list({ ...HUB, currency: BTC }),
  convert_closed: (s) => {
    const desk = new ConvertDesk(s);
    desk.list({ ...COIN, isOpen: false });
    return desk.ask(ALICE, 1);
  },
  convert_step_invalid: (s) => new ConvertDesk(s).ask(ALICE, 0, { amount: 150n as Amount }),
  convert_amount_invalid: (s) => new ConvertDesk(s).ask(ALICE, 0, { amount: 100n as Amount }),
  quotes_too_many: (s) => {
    const desk = new ConvertDesk(s);
    for (let count = 0; count < 3; count++) desk.ask(ALICE, 1);
    return desk.ask(ALICE, 1);
  },
  convert_limit_reached: (s) => {
    const desk = new ConvertDesk(s);
    desk.list({ ...HUB, hourLimit: coins(50) });
    return desk.ask(ALICE, 1);
  },
  convert_short: (s) => {
    const desk = new ConvertDesk(s);
    desk.fund(USDT, 9_950, 'out');
    return desk.ask(ALICE, 1);
  },
  quote_not_found: (s) => {
    const desk = new ConvertDesk(s);
    desk.ask(ALICE, 1);
    return desk.accept(BOB, 1);
  },
  quote_used: (s) => {
    const desk = new ConvertDesk(s);
    desk.ask(ALICE, 1);
    desk.accept(ALICE, 1);
    return desk.accept(ALICE, 1);
  },
  quote_expired: (s) => {
    const desk = new ConvertDesk(s);
    desk.ask(ALICE, 1);
    s.timeMs += 10_000;
    return desk.accept(ALICE, 1);
  },
  dust_too_large: (s) => {
    new ConvertDesk(s);
    return s.apply({
      kind: 'convert.sweep',
      user: ALICE,
      to: USDT,
      currencies: [BTC],
      least: 0n as Amount,
    });
  },
  convert_moved: (s) => {
    new ConvertDesk(s).list({ ...COIN, dust: coins(5_000) });
    return s.apply({
      kind: 'convert.sweep',
      user: ALICE,
      to: USDT,
      currencies: [BTC],
      least: coins(1_000),
    });
  },
  plans_too_many: (s) => {
    const desk = new ConvertDesk(s);
    for (let count = 0; count < 10; count++) desk.plan(ALICE, 10);
    return desk.plan(ALICE, 10);
  },
  plan_not_found: (s) => {
    new ConvertDesk(s).plan(ALICE, 10);
    return s.apply({ kind: 'convert.endPlan', user: BOB, plan: 1 });
  },
} satisfies Partial<Record<Rejection, Way>>;
