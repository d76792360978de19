import type { Amount } from '@meridian/money/amount';
import type { Applied } from '../events.ts';
import type {
  AdTerms,
  OpenDeal,
  P2pCommand,
  P2pTerms,
  PublishAd,
  RuleAppeal,
} from '../p2p/p2p-commands.ts';
import type { SnapshotDeal } from '../p2p/p2p-snapshot.ts';
import { ALICE, BOB, BTC, CAROL, USDT, coins, type Scenario } from './scenario.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** 7.00 CNY for one USDT. */
export const SEVEN = 7_0000_0000;

/** USDT for 10 to 50,000 CNY, within 20 % of the rate; two operators from 10,000 CNY. */
export const P2P_TERMS: P2pTerms = {
  currency: USDT,
  market: 0,
  minFiat: 10_00n as Amount,
  maxFiat: 50_000_00n as Amount,
  bandBps: 2_000,
  twoOperatorsFrom: 10_000_00n as Amount,
  merchantBond: 1_000_0000_0000n as Amount,
  isOpen: true,
};

/** 10 to 5,000 USDT at 7.00 CNY, paid by Alipay within 15 minutes. */
export const AD_TERMS: AdTerms = {
  priceTicks: SEVEN,
  offsetBps: 0,
  minTicks: 0,
  maxTicks: 0,
  minQuantity: 10_0000_0000n as Amount,
  maxQuantity: 5_000_0000_0000n as Amount,
  methods: [{ id: 1, way: 'aliPay' }],
  payMinutes: 15,
  takers: { level: 0, registeredDays: 0, completedDeals: 0, completionBps: 0 },
  hours: [],
  code: '',
  texts: 0,
};

type ActKind = Extract<
  P2pCommand['kind'],
  | 'p2p.pay'
  | 'p2p.cancel'
  | 'p2p.release'
  | 'p2p.askCancel'
  | 'p2p.extend'
  | 'p2p.answerCancel'
  | 'p2p.appeal'
>;

/**
 * The marketplace of a scenario: USDT and BTC are open at 7.00 CNY for one USDT, and each user has
 * 5,000 USDT and 5 BTC in the p2p wallet.
 */
export class P2pMarket {
  readonly scenario: Scenario;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    scenario.apply({ kind: 'p2p.terms', terms: P2P_TERMS });
    scenario.apply({ kind: 'p2p.terms', terms: { ...P2P_TERMS, currency: BTC, market: 1 } });
    this.rate();
    for (const user of [ALICE, BOB, CAROL]) {
      scenario.transfer(user, 'spot', 'p2p', 5_000);
      scenario.transfer(user, 'spot', 'p2p', 5, { currency: BTC });
    }
  }

  rate(priceTicks = SEVEN): Applied {
    return this.scenario.apply({ kind: 'p2p.rate', currency: USDT, priceTicks });
  }

  /** A sell ad of 1,000 USDT by default. @param terms the terms that differ */
  ad(user: number, terms: Partial<AdTerms> = {}, more: Partial<PublishAd> = {}): Applied {
    const isBuying = more.side === 'buy';
    return this.scenario.apply({
      kind: 'p2p.publish',
      user,
      side: 'sell',
      currency: USDT,
      total: coins(1_000),
      level: 1,
      terms: {
        ...AD_TERMS,
        ...(isBuying ? { methods: [{ id: 0, way: 'aliPay' }] } : {}),
        ...terms,
      },
      ...more,
    });
  }

  /** Takes an ad at any price. @param usdt whole coins */
  deal(user: number, ad: number, usdt: number, more: Partial<OpenDeal> = {}): Applied {
    const { side } = this.scenario.exchange.snapshot().p2p.ads.find(({ id }) => id === ad) ?? {};
    return this.scenario.apply({
      kind: 'p2p.deal',
      user,
      ad,
      quantity: coins(usdt),
      priceTicks: 0,
      way: 'aliPay',
      account: side === 'buy' ? 9 : 0,
      code: '',
      level: 1,
      registeredDays: 0,
      ...more,
    });
  }

  /** Alice sells, Bob has taken 100 USDT of it: deal 1. */
  opened(quantity = 100): this {
    this.ad(ALICE);
    this.deal(BOB, 1, quantity);
    return this;
  }

  paid(quantity = 100): this {
    this.opened(quantity);
    this.act('p2p.pay', BOB);
    return this;
  }

  /** Bob appeals because Alice has not released in time. */
  appealed(quantity = 100): this {
    this.paid(quantity);
    this.after(15 * MINUTE_MS);
    this.act('p2p.appeal', BOB);
    return this;
  }

  /** An act on the deal as it is now. */
  act(
    kind: ActKind,
    user: number,
    more: { version?: number; deal?: number } & object = {},
  ): Applied {
    const { deal = 1 } = more;
    const version = this.find(deal)?.version ?? 1;
    const reason = this.find(deal)?.seller === user ? 'notReceived' : 'notReleased';
    return this.scenario.apply({
      kind,
      user,
      deal,
      version,
      ...(kind === 'p2p.extend' ? { minutes: 15 } : {}),
      ...(kind === 'p2p.answerCancel' ? { accepts: true } : {}),
      ...(kind === 'p2p.appeal' ? { reason } : {}),
      ...more,
    } as P2pCommand);
  }

  answer(user: number): Applied {
    return this.scenario.apply({ kind: 'p2p.answerAppeal', user, appeal: 1 });
  }

  rule(usdtToBuyer: number, more: Partial<RuleAppeal> = {}): Applied {
    return this.scenario.apply({
      kind: 'p2p.rule',
      appeal: 1,
      toBuyer: coins(usdtToBuyer),
      fault: 'nobody',
      bondCut: coins(0),
      operator: 1,
      ...more,
    });
  }

  /** Advances the time, with ticks of the clock, and sets the rate anew. */
  after(ms: number): Applied {
    this.scenario.timeMs += ms;
    this.rate();
    return this.scenario.apply({ kind: 'clock.tick' });
  }

  find(deal: number): SnapshotDeal | undefined {
    return this.scenario.exchange.snapshot().p2p.deals.find(({ id }) => id === deal);
  }

  /** Available and held USDT of the p2p wallet, in whole coins. */
  wallet(user: number): { readonly available: number; readonly held: number } {
    const { available, held } = this.scenario.balance(user, USDT, 'p2p');
    return { available: Number(available / 10n ** 8n), held: Number(held / 10n ** 8n) };
  }
}
