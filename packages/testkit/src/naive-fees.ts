import type { Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { FeeCommand, FeeTier } from '@meridian/core/fee/fee-commands';
import type { SnapshotFees } from '@meridian/core/fee/fee-snapshot';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Outcome } from '@meridian/core/outcome';
import { NEWEST_RULES } from '@meridian/core/rules';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';
import type { NaiveTrade } from './naive-rebates.ts';
import { BPS, ceilDivide, isWholeNumber } from './naive-rules.ts';

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 28_800_000;
const LARGEST_AMOUNT = 2n ** 62n;

/** A market and its index. */
export interface PricedMarket {
  readonly settings: Market;
  readonly unit: bigint;
  readonly indexTicks: number;
  readonly indexQuotedAtMs: number;
}

/**
 * The naive side of the tiers of fees: it keeps the volume of each user on each day for ever, and
 * adds up the 30 days before a day whenever it is asked.
 */
export class NaiveFees {
  #currency = 0;
  #tiers: readonly FeeTier[] = [];
  /** By user, then by day. */
  readonly #traded = new Map<number, Map<number, bigint>>();
  readonly #rules: () => number;

  /** @param rules version of the present rules */
  constructor(rules: () => number = () => NEWEST_RULES) {
    this.#rules = rules;
  }

  isMalformed(command: Command): boolean {
    return command.kind.startsWith('fee.') && !isWellFormed(command as FeeCommand);
  }

  apply(command: FeeCommand, hasCurrency: (id: number) => boolean): Outcome {
    if (!isWellFormed(command)) return { ok: false, rejection: 'malformed' };
    if (!hasCurrency(command.currency)) return { ok: false, rejection: 'currency_unknown' };
    this.set(command.currency, command.tiers);
    return { ok: true };
  }

  set(currency: number, tiers: readonly FeeTier[]): void {
    const isOver = tiers.length === 0;
    if (isOver || currency !== this.#currency) this.#traded.clear();
    this.#currency = isOver ? 0 : currency;
    this.#tiers = tiers;
  }

  /** The rate that a side of a trade pays, hundredths of a percent. */
  rateOf(user: number, role: 'maker' | 'taker', market: Market, timeMs: number): number {
    return Math.max(0, this.#offered(user, role, market, timeMs));
  }

  /**
   * The part of the taker's fee that the maker gets, in the currency that the taker receives. Its
   * rate is the highest up to the tier's that is below the taker's.
   */
  rebateOf(
    { base, quote, taker, maker, isBuying }: Omit<NaiveTrade, 'id'>,
    market: Market,
    timeMs: number,
  ): bigint {
    const paid = this.rateOf(taker, 'taker', market, timeMs);
    let rate = -this.#offered(maker, 'maker', market, timeMs);
    while (rate > 0 && rate >= paid) rate--;
    return rate <= 0 ? 0n : ((isBuying ? base : quote) * BigInt(rate)) / BPS;
  }

  /** Pays the rebate of a trade whose fees were taken. */
  payRebate(ledger: OracleLedger, trade: NaiveTrade, market: Market, timeMs: number): bigint {
    const rebate = this.rebateOf(trade, market, timeMs);
    if (rebate === 0n) return 0n;
    const currency = trade.isBuying ? market.base : market.quote;
    const cause = because('makerRebate', trade.id);
    ledger.post(accountName(SYSTEM.fees, 'spot', currency), -rebate, 0n, cause);
    ledger.post(accountName(trade.maker, 'spot', currency), rebate, 0n, cause);
    return rebate;
  }

  /** Below zero for a rebate. */
  #offered(user: number, role: 'maker' | 'taker', market: Market, timeMs: number): number {
    const today = dayOf(timeMs);
    let volume = 0n;
    for (const [day, traded] of this.#traded.get(user) ?? [])
      if (today - day >= 1 && today - day <= 30) volume += traded;
    let rate = role === 'maker' ? market.makerFeeBps : market.takerFeeBps;
    for (const tier of this.#tiers) {
      const offered = role === 'maker' ? tier.makerFeeBps : tier.takerFeeBps;
      if (volume >= tier.volume && offered < rate) rate = offered;
    }
    return rate;
  }

  /**
   * A trade whose fees were taken. @param makerRebate the part of the taker's fee that the maker
   * got
   */
  note(market: PricedMarket, trade: NaiveTrade, makerRebate: bigint, timeMs: number): void {
    const { settings } = market;
    const { base, quote, taker, maker, isBuying } = trade;
    const [takerGets, makerGets] = isBuying ? [base, quote] : [quote, base];
    const fee = (user: number, role: 'maker' | 'taker', received: bigint): bigint =>
      ceilDivide(received * BigInt(this.rateOf(user, role, settings, timeMs)), BPS);
    if (this.#rules() < 5) {
      if (settings.takerFeeBps > 0) this.add(taker, settings, quote, timeMs);
      if (settings.makerFeeBps > 0) this.add(maker, settings, quote, timeMs);
      return;
    }
    const ofTaker = fee(taker, 'taker', takerGets) - makerRebate;
    const ofMaker = fee(maker, 'maker', makerGets);
    // One unit of either currency may be rounding alone.
    if (ofTaker < 2n && ofMaker < 2n) return;
    const amount = this.countedOf(market, trade, timeMs);
    for (const user of [taker, maker]) this.add(user, settings, amount, timeMs);
  }

  /** Quote units of a trade that count: no more than its coins are worth at a fresh index. */
  countedOf(
    market: PricedMarket,
    trade: Pick<NaiveTrade, 'base' | 'quote'>,
    timeMs: number,
  ): bigint {
    const { settings, unit, indexTicks, indexQuotedAtMs } = market;
    if (indexTicks === 0 || indexQuotedAtMs + settings.indexMaxAgeMs < timeMs) return 0n;
    const worth = (trade.base / settings.lotSize) * BigInt(indexTicks) * unit;
    return worth > trade.quote ? trade.quote : worth;
  }

  /** Adds to the volume of a user today, in the quote of a market. */
  add(user: number, market: Market, amount: bigint, timeMs: number): void {
    if (this.#tiers.length === 0 || market.quote !== this.#currency || amount === 0n) return;
    const day = dayOf(timeMs);
    const days = this.#traded.get(user) ?? new Map<number, bigint>();
    days.set(day, (days.get(day) ?? 0n) + amount);
    this.#traded.set(user, days);
  }

  /** As the core has them, which forgets old days when a new one comes. */
  snapshot(): SnapshotFees {
    const users = [...this.#traded].sort(([a], [b]) => a - b);
    return {
      currency: this.#currency,
      tiers: this.#tiers.map(({ volume, makerFeeBps, takerFeeBps }) => ({
        volume: String(volume),
        makerFeeBps,
        takerFeeBps,
      })),
      volumes: users.map(([user, traded]) => {
        const newest = Math.max(...traded.keys());
        const days = [...traded].filter(([day]) => newest - day <= 30);
        return { user, days: days.map(([day, volume]) => ({ day, volume: String(volume) })) };
      }),
    };
  }
}

function dayOf(timeMs: number): number {
  return Math.floor((timeMs + SHANGHAI_MS) / DAY_MS);
}

function isWellFormed({ currency, tiers }: FeeCommand): boolean {
  if (!isWholeNumber(currency, 1, 1023) || !Array.isArray(tiers) || tiers.length > 20) return false;
  const list = tiers as readonly (FeeTier | null)[];
  const hasRoom = list.every((one) =>
    list.every((other) => (one?.makerFeeBps ?? 0) >= 0 || isAbove(other, one)),
  );
  const isInTurn = list.every((tier, index) => {
    if (typeof tier !== 'object' || tier === null) return false;
    const before = index === 0 ? undefined : (list[index - 1] as FeeTier);
    const { volume, makerFeeBps, takerFeeBps } = tier;
    return (
      typeof volume === 'bigint' &&
      volume > (before?.volume ?? 0n) &&
      volume < LARGEST_AMOUNT &&
      isWholeNumber(makerFeeBps, -100, before?.makerFeeBps ?? 1000) &&
      isWholeNumber(takerFeeBps, 0, before?.takerFeeBps ?? 1000)
    );
  });
  return isInTurn && hasRoom;
}

/** Whether a taker of one tier pays more than a maker of another gets. */
function isAbove(takers: FeeTier | null, makers: FeeTier | null): boolean {
  return (takers?.takerFeeBps ?? 0) > -(makers?.makerFeeBps ?? 0);
}
