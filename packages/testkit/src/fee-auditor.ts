import type { Market } from '@meridian/core/catalog/catalog';
import type { FeeEvent } from '@meridian/core/fee/fee-events';
import type { InvariantId } from '@meridian/core/invariants';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Posted } from '@meridian/core/ledger/posting';
import type { Traded } from '@meridian/core/spot/spot-events';
import { NaiveFees, type PricedMarket } from './naive-fees.ts';
import type { NaiveFee } from './naive-rebates.ts';
import { BPS, ceilDivide } from './naive-rules.ts';

/** A side of a trade. */
interface Side {
  readonly role: 'maker' | 'taker';
  readonly user: number;
  readonly other: number;
  readonly currency: number;
  readonly received: bigint;
  readonly fee: bigint;
}

/**
 * Proves F1, F2 and L8 by events: each fee is by its user's tier, `fees` and `rounding` received
 * it, and a maker's rebate is taken from the fee of that trade's taker and from nothing else. The
 * volumes are those of the events; the rates of tiers come from `NaiveFees`, which the naive
 * exchange and the judge ask too, so a mistake there is in all three. Two bounds do not ask it: a
 * fee is at most its market's rate, and a rebate leaves a hundredth of a percent.
 */
export class FeeAuditor {
  readonly #prove: (id: InvariantId, holds: boolean, detail: string) => void;
  readonly #fees = new NaiveFees();
  /** Volume of the present command that counts for a tier, by trade. */
  readonly #counted = new Map<number, bigint>();

  constructor(prove: (id: InvariantId, holds: boolean, detail: string) => void) {
    this.#prove = prove;
  }

  follow({ currency, tiers }: FeeEvent): void {
    this.#fees.set(currency, tiers);
  }

  trade(trade: Traded, priced: PricedMarket, timeMs: number): void {
    const market = priced.settings;
    for (const { role, user, received, fee } of sidesOf(trade, market)) {
      const highest = BigInt(role === 'maker' ? market.makerFeeBps : market.takerFeeBps);
      this.#prove(
        'F1',
        fee <= ceilDivide(received * highest, BPS),
        `the ${role} pays more than the market's rate in ${nameOf(trade)}`,
      );
      const rate = this.#fees.rateOf(user, role, market, timeMs);
      const exact = received * BigInt(rate);
      this.#prove('F1', fee === ceilDivide(exact, BPS), `fee of the ${role} in ${nameOf(trade)}`);
    }
    const moved = { base: BigInt(trade.quantityLots) * market.lotSize, quote: trade.notional };
    const rebate = this.#fees.rebateOf(
      {
        ...moved,
        taker: trade.takerUser,
        maker: trade.makerUser,
        isBuying: trade.takerSide === 'buy',
      },
      market,
      timeMs,
    );
    this.#prove('F2', trade.makerRebate === rebate, `rebate of ${nameOf(trade)}`);
    this.#counted.set(trade.trade, this.#fees.countedOf(priced, moved, timeMs));
  }

  /**
   * The postings of a trade agree with its event. The trade counts for both sides where one of the
   * fees is more than a unit, which may be rounding: `fees` then kept a part of it.
   * @returns the part of the fee of each side that the exchange keeps, base first
   */
  settle(
    trade: Traded,
    market: Market,
    postings: readonly Posted[],
    timeMs: number,
  ): readonly NaiveFee[] {
    const gives = postings.filter(({ reason }) => reason === 'makerRebate');
    const legs = postings.filter(({ reason }) => reason === 'fee');
    const { makerRebate } = trade;
    const counted = this.#counted.get(trade.trade) ?? 0n;
    this.#counted.delete(trade.trade);
    this.#prove(
      'F2',
      gives.length === (makerRebate === 0n ? 0 : 2),
      `${gives.length} postings of a rebate in ${nameOf(trade)}`,
    );
    let isCounted = false;
    const kept = sidesOf(trade, market).map(({ role, user, other, currency, received, fee }) => {
      const got = (from: readonly Posted[], account: number): bigint =>
        from
          .filter((leg) => leg.user === account && leg.currency === currency)
          .reduce((sum, { available }) => sum + available, 0n);
      const floor = (received * BigInt(this.#fees.rateOf(user, role, market, timeMs))) / BPS;
      const whole = got(legs, SYSTEM.fees);
      this.#prove(
        'L8',
        whole === floor && got(legs, SYSTEM.rounding) === fee - floor,
        `fee of the ${role} in ${nameOf(trade)}`,
      );
      const given = role === 'taker' ? makerRebate : 0n;
      this.#prove(
        'F2',
        given <= whole &&
          got(gives, SYSTEM.fees) === -given &&
          got(gives, trade.makerUser) === given,
        `the rebate of ${nameOf(trade)} is not of its taker's fee`,
      );
      this.#prove(
        'F2',
        given === 0n || given <= whole - received / BPS,
        `the rebate of ${nameOf(trade)} leaves less than a hundredth of a percent`,
      );
      const isPaid = fee - given > 1n;
      this.#prove('F1', !isPaid || whole > given, `${nameOf(trade)} counts for nothing`);
      isCounted ||= isPaid;
      return { payer: user, other, currency, amount: whole - given };
    });
    if (isCounted)
      for (const user of [trade.takerUser, trade.makerUser])
        this.#fees.add(user, market, counted, timeMs);
    return kept;
  }
}

/** The buyer, who receives base, and the seller. */
function sidesOf(trade: Traded, market: Market): readonly Side[] {
  const { makerUser, takerUser, takerSide } = trade;
  const maker = { role: 'maker', user: makerUser, other: takerUser, fee: trade.makerFee } as const;
  const taker = { role: 'taker', user: takerUser, other: makerUser, fee: trade.takerFee } as const;
  const [buyer, seller] = takerSide === 'buy' ? [taker, maker] : [maker, taker];
  const base = BigInt(trade.quantityLots) * market.lotSize;
  return [
    { ...buyer, currency: market.base, received: base },
    { ...seller, currency: market.quote, received: trade.notional },
  ];
}

function nameOf({ trade }: Traded): string {
  return `trade ${trade}`;
}
