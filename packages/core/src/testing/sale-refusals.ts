import type { Amount } from '@meridian/money/amount';
import type { Applied } from '../events.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Rejection } from '../rejections.ts';
import type { AnnounceSale, CommitToSale, FundSale, SaleTerms } from '../sale/sale-commands.ts';
import { pickSaleTerms, termsHash } from '../sale/sale-terms.ts';
import { ALICE, BOB, BTC, USDT, coins, personOf, type Scenario } from './scenario.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** `sale_needs_approval` is of custody: coins that are sold for money outside. */
type SaleRejection = Exclude<
  Extract<Rejection, `sale_${string}` | `sales_${string}`>,
  'sale_needs_approval'
>;

/** For each rejection of token sales, the shortest way to it. */
export const SALE_REFUSALS: Record<SaleRejection, (scenario: Scenario) => Applied> = {
  sale_promised: (s) => {
    announce(s);
    return s.apply(fundingOf({ direction: 'out', amount: 1n as Amount }));
  },
  sale_terms_wrong: (s) => s.apply({ ...announcementOf(termsOf(s)), hash: 'a'.repeat(64) }),
  sale_late: (s) => s.apply(announcementOf(termsOf(s, { opensMs: s.timeMs - 1 }))),
  sales_too_many: (s) => {
    for (let id = 1; id <= 20; id++) announce(s, { id, supply: coins(1) });
    return s.apply(announcementOf(termsOf(s, { id: 21 })));
  },
  sale_unfunded: (s) => s.apply(announcementOf(termsOf(s))),
  sale_not_open: (s) => s.apply(commitmentOf({})),
  sale_unverified: (s) => {
    announce(s);
    return s.apply(commitmentOf({ level: 0 }));
  },
  sale_person_committed: (s) => {
    announce(s);
    s.apply(commitmentOf({}));
    return s.apply(commitmentOf({ user: BOB, person: personOf(ALICE) }));
  },
  sale_amount_invalid: (s) => {
    announce(s);
    return s.apply(commitmentOf({ amount: coins(9) }));
  },
  sale_cap_reached: (s) => {
    announce(s);
    return s.apply(commitmentOf({ amount: coins(5_010) }));
  },
};

/**
 * A sale of 100 BTC at 10 USDT each, in lots of 1 BTC: from now on for a day, 10 to 5,000 USDT a
 * person, all of it free at once.
 */
export function termsOf({ timeMs }: Scenario, change: Partial<SaleTerms> = {}): SaleTerms {
  const opensMs = change.opensMs ?? timeMs;
  const terms: SaleTerms = {
    id: 1,
    kind: 'sale',
    currency: BTC,
    paidIn: USDT,
    lotSize: coins(1),
    lotPrice: coins(10),
    supply: coins(100),
    target: 0n as Amount,
    min: coins(10),
    max: coins(5_000),
    cap: change.max ?? coins(5_000),
    opensMs,
    closesMs: opensMs + DAY_MS,
    freeBps: 10_000,
    cliffMs: 0,
    instalments: 0,
    instalmentMs: 0,
    texts: 'e'.repeat(64),
  };
  return { ...terms, ...change };
}

/**
 * An announcement with the hash of these terms, which does not depend on the order of their fields.
 */
export function announcementOf(terms: SaleTerms): AnnounceSale {
  const picked = pickSaleTerms(terms);
  return {
    kind: 'sale.announce',
    terms,
    hash: picked === undefined ? 'a'.repeat(64) : termsHash(picked),
  };
}

export function fundingOf(change: Partial<FundSale>): FundSale {
  const funding = { sale: 1, currency: BTC, direction: 'in', amount: coins(100) } as const;
  return { kind: 'sale.fund', ...funding, ...change };
}

/** Alice commits 100 USDT to sale 1. */
export function commitmentOf(change: Partial<CommitToSale>): CommitToSale {
  const user = change.user ?? ALICE;
  const commitment = { user, sale: 1, amount: coins(100), level: 1, person: personOf(user) };
  return { kind: 'sale.commit', ...commitment, ...change };
}

/** The house gets the supply, funds the sale with it and announces it. */
export function announce(scenario: Scenario, change: Partial<SaleTerms> = {}): SaleTerms {
  const terms = termsOf(scenario, change);
  const { id, currency, supply } = terms;
  scenario.deposit(SYSTEM.house, currency, supply);
  scenario.apply(fundingOf({ sale: id, currency, amount: supply }));
  const { outcome } = scenario.apply(announcementOf(terms));
  if (!outcome.ok) throw new Error(`no sale was announced: ${outcome.rejection}`);
  return terms;
}
