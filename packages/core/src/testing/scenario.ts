import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Market } from '../catalog/catalog.ts';
import type { Command } from '../commands.ts';
import type { PlaceOrder } from '../spot/spot-commands.ts';
import type { Network, RequestWithdrawal, TransferFunds } from '../custody/custody-commands.ts';
import type { Applied, Event, EventType } from '../events.ts';
import { Exchange } from '../exchange.ts';
import { SYSTEM, type Wallet } from '../ledger/accounts.ts';
import type { MarginTerms, OpenPosition } from '../margin/margin-commands.ts';
import type { InsuranceOffer, OpenTicket, SecondsTerms } from '../seconds/seconds-commands.ts';

export const ALICE = 100_001;
export const BOB = 100_002;
export const CAROL = 100_003;
export const BTC = 1;
export const USDT = 3;

/**
 * BTC/USDT: a tick is 0.01 USDT, a lot 0.00001 BTC, so one tick times one lot is 10 units of 10^-8
 * USDT.
 */
export const MARKET: Market = {
  id: 1,
  base: BTC,
  quote: USDT,
  tickSize: 1_000_000n,
  lotSize: 1_000n,
  minNotional: 100_000_000n,
  maxQuantityLots: 1_000_000_000,
  makerFeeBps: 10,
  takerFeeBps: 20,
  maxOpenOrders: 3,
  bandBps: 5_000,
  slippageBps: 100,
  indexMaxAgeMs: 10_000,
  status: 'open',
  isDisplayed: true,
};

/**
 * USDT on a chain: 1 USDT fee, 10 to 5,000 USDT at once; one operator from 1,000 on, two from
 * 3,000; no wait for new addresses.
 */
export const NETWORK: Network = {
  id: 1,
  currency: USDT,
  name: 'erc20',
  minDeposit: 1_0000_0000n as Amount,
  minWithdrawal: 10_0000_0000n as Amount,
  maxWithdrawal: 5_000_0000_0000n as Amount,
  fee: 1_0000_0000n as Amount,
  maxPerHour: 6_000_0000_0000n as Amount,
  maxPerDay: 8_000_0000_0000n as Amount,
  worthMarket: 0,
  oneApprovalFrom: 1_000_0000_0000n as Amount,
  twoApprovalsFrom: 3_000_0000_0000n as Amount,
  isOpen: true,
  newAddressWaitMs: 0,
};

/**
 * 30 and 60 seconds for 80 % and 90 % of 10 to 1,000 USDT; 2 % fee; all open tickets may win 5,000
 * USDT.
 */
export const TERMS: SecondsTerms = {
  market: 1,
  currency: USDT,
  feeBps: 200,
  amounts: [10_0000_0000n as Amount, 100_0000_0000n as Amount],
  durations: [
    {
      seconds: 30,
      payoutBps: 8_000,
      minStake: 10_0000_0000n as Amount,
      maxStake: 1_000_0000_0000n as Amount,
    },
    {
      seconds: 60,
      payoutBps: 9_000,
      minStake: 10_0000_0000n as Amount,
      maxStake: 1_000_0000_0000n as Amount,
    },
  ],
  exposureCap: 5_000_0000_0000n as Amount,
  isOpen: true,
};

/** A day's insurance of 100 to 1,000 USDT: 10 % premium, 40 % of the loss is paid. */
export const OFFER: InsuranceOffer = {
  id: 1,
  currency: USDT,
  premiumBps: 1_000,
  coverBps: 4_000,
  minInsured: 100_0000_0000n as Amount,
  maxInsured: 1_000_0000_0000n as Amount,
  days: 1,
  isOpen: true,
};

/**
 * Up to 100 times, lots of 0.001 BTC: one tick times one lot is 1,000 units of 10^-8 USDT. Spread
 * 10, fee 5, nights 2 basis points.
 */
export const MARGIN: MarginTerms = {
  market: 1,
  leverages: [1, 10, 100],
  lotSize: 100_000n as Amount,
  minLots: 10,
  maxLots: 1_000_000,
  spreadBps: 10,
  feeBps: 5,
  overnightBps: 2,
  maintenancePercent: 50,
  exposureCap: 50_000_0000_0000n as Amount,
  isOpen: true,
};

/**
 * An exchange with one market, an index of 100.00 USDT and three users who own 10 BTC and 10,000
 * USDT each.
 */
export class Scenario {
  readonly exchange: Exchange;
  timeMs = 1_000;

  /** @param rules version of the rules in force; the newest by default */
  constructor(market: Partial<Market> = {}, rules?: number) {
    this.exchange = new Exchange(rules);
    this.apply({ kind: 'currency.list', currency: { id: BTC, code: 'BTC', scale: 8 } });
    this.apply({ kind: 'currency.list', currency: { id: USDT, code: 'USDT', scale: 8 } });
    this.apply({ kind: 'market.list', market: { ...MARKET, ...market } });
    this.apply({ kind: 'custody.network', network: NETWORK });
    this.index(10_000);
    for (const user of [ALICE, BOB, CAROL]) {
      this.deposit(user, BTC, 10n * 10n ** 8n);
      this.deposit(user, USDT, 10_000n * 10n ** 8n);
    }
  }

  apply(command: Command): Applied {
    const applied = this.exchange.apply(command, this.timeMs);
    this.exchange.verify();
    return applied;
  }

  index(ticks: number): Applied {
    return this.apply({ kind: 'index.set', source: 'test', prices: [[1, ticks as PriceTicks]] });
  }

  deposit(user: number, currency: number, amount: bigint): Applied {
    return this.apply({
      kind: 'ledger.deposit',
      user,
      wallet: 'spot',
      currency,
      amount: amount as Amount,
      reference: 'test',
    });
  }

  /** A limit order, good till cancelled by default. */
  place(
    user: number,
    side: 'buy' | 'sell',
    ticks: number,
    lots: number,
    more: Partial<PlaceOrder> = {},
  ): Applied {
    return this.apply({
      kind: 'spot.place',
      user,
      market: 1,
      side,
      type: 'limit',
      priceTicks: ticks as PriceTicks,
      quantityLots: lots as QuantityLots,
      timeInForce: 'gtc',
      postOnly: false,
      selfTrade: 'expireTaker',
      ...more,
    });
  }

  market(
    user: number,
    side: 'buy' | 'sell',
    lots: number,
    more: Partial<PlaceOrder> = {},
  ): Applied {
    return this.place(user, side, 0, lots, { type: 'market', timeInForce: 'ioc', ...more });
  }

  cancel(user: number, order: number): Applied {
    return this.apply({ kind: 'spot.cancel', user, order });
  }

  /**
   * A withdrawal, to an address outside by default.
   * @param coins whole USDT
   */
  withdraw(user: number, coins: number, more: Partial<RequestWithdrawal> = {}): Applied {
    const request = {
      network: NETWORK.id,
      address: '0xoutside',
      recipient: 0,
      dayLimit: (100_000n * 10n ** 8n) as Amount,
      approvals: 0,
    };
    return this.apply({
      kind: 'custody.withdraw',
      user,
      amount: (BigInt(coins) * 10n ** 8n) as Amount,
      ...request,
      ...more,
    });
  }

  /** A confirmed deposit. @param coins whole USDT */
  receive(user: number, coins: number, transaction: string, output = 0): Applied {
    return this.apply({
      kind: 'custody.deposit',
      network: NETWORK.id,
      transaction,
      output,
      user,
      amount: (BigInt(coins) * 10n ** 8n) as Amount,
    });
  }

  transfer(
    user: number,
    from: Wallet,
    to: Wallet,
    coins: number,
    more: Partial<TransferFunds> = {},
  ): Applied {
    return this.apply({
      kind: 'custody.transfer',
      user,
      from,
      to,
      currency: USDT,
      amount: (BigInt(coins) * 10n ** 8n) as Amount,
      ...more,
    });
  }

  /**
   * Lists seconds contracts and an insurance; house and insurance own 10,000 USDT for them, each
   * user 5,000 in the seconds wallet.
   */
  offerSeconds(terms: Partial<SecondsTerms> = {}): void {
    this.apply({ kind: 'market.list', market: { ...MARKET, hasSeconds: true } });
    this.apply({ kind: 'seconds.terms', terms: { ...TERMS, ...terms } });
    this.apply({ kind: 'seconds.listInsurance', offer: OFFER });
    const amount = (10_000n * 10n ** 8n) as Amount;
    this.apply({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'seconds',
      currency: USDT,
      amount,
      reference: 'test',
    });
    this.deposit(SYSTEM.insurance, USDT, amount);
    for (const user of [ALICE, BOB, CAROL]) this.transfer(user, 'spot', 'seconds', 5_000);
  }

  /**
   * A ticket of 30 seconds, on a rising price by default.
   * @param coins whole USDT
   */
  ticket(user: number, coins: number, more: Partial<OpenTicket> = {}): Applied {
    const stake = (BigInt(coins) * 10n ** 8n) as Amount;
    return this.apply({
      kind: 'seconds.open',
      user,
      market: 1,
      currency: USDT,
      stake,
      direction: 'up',
      seconds: 30,
      ...more,
    });
  }

  /** Advances the time, then sets a new index price. */
  indexAfter(ms: number, ticks: number): Applied {
    this.timeMs += ms;
    return this.index(ticks);
  }

  /** Advances the time by a clock tick. */
  clockAfter(ms: number): Applied {
    this.timeMs += ms;
    return this.apply({ kind: 'clock.tick' });
  }

  /** @param coins insured whole USDT */
  insure(user: number, coins: number): Applied {
    return this.apply({
      kind: 'seconds.insure',
      user,
      offer: OFFER.id,
      amount: (BigInt(coins) * 10n ** 8n) as Amount,
    });
  }

  /**
   * Offers margin trading; the house owns 100,000 USDT for it, each user 5,000 in the margin
   * wallet.
   */
  margin(terms: Partial<MarginTerms> = {}): this {
    this.apply({ kind: 'margin.terms', terms: { ...MARGIN, ...terms } });
    const amount = 100_000_0000_0000n as Amount;
    this.apply({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'margin',
      currency: USDT,
      amount,
      reference: 'test',
    });
    for (const user of [ALICE, BOB, CAROL]) this.transfer(user, 'spot', 'margin', 5_000);
    return this;
  }

  /**
   * A position at the market, or with a price an order at it; leverage ten by default. A thousand
   * lots are one BTC.
   */
  openPosition(
    user: number,
    side: 'long' | 'short',
    lots: number,
    ticks = 0,
    more: Partial<OpenPosition> = {},
  ): Applied {
    const order = { market: 1, type: ticks === 0 ? 'market' : 'limit', leverage: 10 } as const;
    return this.apply({
      kind: 'margin.open',
      user,
      side,
      lots: lots as QuantityLots,
      priceTicks: ticks as PriceTicks,
      ...order,
      ...more,
    });
  }

  /** An index of three venues with fresh quotes, five seconds later: the mark has reached it. */
  move(ticks: number, ms = 5_000): Applied {
    this.timeMs += ms;
    return this.apply({
      kind: 'index.set',
      source: 'test',
      sources: 3,
      prices: [[1, ticks as PriceTicks]],
    });
  }

  /**
   * A position at the market, filled by the next index, at the same price. Events of both commands.
   */
  enter(
    user: number,
    side: 'long' | 'short',
    lots: number,
    more: Partial<OpenPosition> = {},
  ): Applied {
    return this.#andTheNextIndex(this.openPosition(user, side, lots, 0, more));
  }

  /** Closes a position at the next index, at the same price. Events of both commands. */
  leave(user: number, position: number): Applied {
    return this.#andTheNextIndex(this.apply({ kind: 'margin.close', user, position }));
  }

  #andTheNextIndex(asked: Applied): Applied {
    if (!asked.outcome.ok) return asked;
    const { events } = this.move(
      this.exchange.snapshot().markets.find(({ id }) => id === 1)?.indexTicks ?? 0,
    );
    return { ...asked, events: [...asked.events, ...events] };
  }

  balance(
    user: number,
    currency: number,
    wallet: Wallet = 'spot',
  ): { available: bigint; held: bigint } {
    const row = this.exchange
      .snapshot()
      .accounts.find((a) => a.user === user && a.currency === currency && a.wallet === wallet);
    return { available: BigInt(row?.available ?? 0), held: BigInt(row?.held ?? 0) };
  }

  openOrders(): { id: number; ticks: number; lots: number }[] {
    return this.exchange.snapshot().orders.map(({ id, priceTicks, remainingLots }) => ({
      id,
      ticks: priceTicks,
      lots: remainingLots,
    }));
  }
}

/** The events of one type, in order. */
export function eventsOf<T extends EventType>(
  applied: Applied,
  type: T,
): Extract<Event, { type: T }>[] {
  return applied.events.filter(
    (event): event is Extract<Event, { type: T }> => event.type === type,
  );
}

/** The rejection of a command, undefined when it was accepted. */
export function rejectionOf(applied: Applied): string | undefined {
  return applied.outcome.ok ? undefined : applied.outcome.rejection;
}

/** @param count coins of a currency with eight decimals, to a ten-thousandth */
export function coins(count: number): Amount {
  return (BigInt(Math.round(count * 1e4)) * 10n ** 4n) as Amount;
}

/** A user's own document. */
export function personOf(user: number): string {
  return user.toString(16).padStart(32, '0');
}
