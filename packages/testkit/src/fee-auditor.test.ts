import type { Market } from '@meridian/core/catalog/catalog';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Posted } from '@meridian/core/ledger/posting';
import type { Traded } from '@meridian/core/spot/spot-events';
import type { Amount } from '@meridian/money/amount';
import { expect, it } from 'vitest';
import { FeeAuditor } from './fee-auditor.ts';

const [BASE, QUOTE] = [1, 2];
const [MAKER, TAKER] = [100_001, 100_002];
const MARKET = {
  ...{ id: 1, base: BASE, quote: QUOTE, lotSize: 1n },
  ...{ makerFeeBps: 10, takerFeeBps: 25 },
} as Market;
/** The taker buys 19,999 coins for 10,000: 25 hundredths of a percent of both are fractions. */
const BOUGHT = { trade: 7, quantityLots: 19_999, notional: 10_000n as Amount, takerSide: 'buy' };

/** Complaints about a trade in words of the bounds, which need no tiers. */
function foundIn({ takerFee = 50n, makerFee = 10n, makerRebate = 0n }): string[] {
  const found: string[] = [];
  const auditor = new FeeAuditor((id, holds, detail) => {
    if (!holds) found.push(`${id} ${detail}`);
  });
  const users = { makerUser: MAKER, takerUser: TAKER };
  const trade = { ...BOUGHT, ...users, takerFee, makerFee, makerRebate } as Traded;
  const priced = { settings: MARKET, unit: 1n, indexTicks: 0, indexQuotedAtMs: 0 };
  auditor.trade(trade, priced, 0);
  const leg = (reason: string, user: number, currency: number, available: bigint): Posted =>
    ({ reason, user, currency, available }) as Posted;
  const postings = [
    leg('fee', SYSTEM.fees, BASE, takerFee - 1n),
    leg('fee', SYSTEM.rounding, BASE, 1n),
    leg('fee', SYSTEM.fees, QUOTE, makerFee),
    leg('makerRebate', SYSTEM.fees, BASE, -makerRebate),
    leg('makerRebate', MAKER, BASE, makerRebate),
  ].filter(({ available }) => available !== 0n);
  auditor.settle(trade, MARKET, postings, 0);
  return found.filter((detail) => /rate|percent/.test(detail));
}

it('takes fees of the rates of the market, and lower ones', () => {
  expect(foundIn({})).toEqual([]);
  expect(foundIn({ takerFee: 40n, makerFee: 0n })).toEqual([]);
});

it("finds a fee above its market's rate by one unit, of either side", () => {
  expect(foundIn({ takerFee: 51n })).toEqual([
    "F1 the taker pays more than the market's rate in trade 7",
  ]);
  expect(foundIn({ makerFee: 11n })).toEqual([
    "F1 the maker pays more than the market's rate in trade 7",
  ]);
});

it('finds a rebate that leaves less than a hundredth of a percent, by one unit', () => {
  expect(foundIn({ makerRebate: 48n })).toEqual([]);
  expect(foundIn({ makerRebate: 49n })).toEqual([
    'F2 the rebate of trade 7 leaves less than a hundredth of a percent',
  ]);
});
