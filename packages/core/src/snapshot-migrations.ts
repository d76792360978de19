/**
 * Reads snapshots of older formats. Each migration leads from one format to the next and stays for
 * ever: a valid state stays readable. A migration gives a missing field the value that the old
 * rules implied.
 */
import type { SnapshotConvert } from './convert/convert-snapshot.ts';
import type { SnapshotEarn } from './earn/earn-snapshot.ts';
import type { SnapshotFees } from './fee/fee-snapshot.ts';
import type { SnapshotMargin } from './margin/margin-snapshot.ts';
import type { SnapshotRebates } from './rebate/rebate-snapshot.ts';
import type { SnapshotSales } from './sale/sale-snapshot.ts';
import type { SnapshotSeconds } from './seconds/seconds-snapshot.ts';
import type { SnapshotVotes } from './vote/vote-snapshot.ts';
import type { ExchangeSnapshot } from './snapshot.ts';
import type { SnapshotCustody } from './custody/custody-snapshot.ts';
import type { SnapshotP2p } from './p2p/p2p-snapshot.ts';
import type { SnapshotMarket } from './catalog/catalog-snapshot.ts';
import { FIRST_RULES } from './rules.ts';

export const SNAPSHOT_FORMAT = 11;

/** A snapshot of any format, as its JSON was read. */
export type StoredState = { readonly format: number } & Record<string, unknown>;

/** The migrations, by the format that each reads. */
const MIGRATIONS: Readonly<Record<number, (snapshot: StoredState) => StoredState>> = {
  // Format 4 adds the rules (format 3 knew only the first ones), client order ids, the age of an
  // index and its number of venues, reserves for insurances, shortfalls of reversals, outflows by
  // the minute, the waiting state of contracts and tickets, and ids of transfers.
  3: ({ format: _format, ...state }) => ({
    format: 4,
    rules: FIRST_RULES,
    ...state,
    clientOrders: [],
    markets: (state['markets'] as SnapshotMarket[]).map(withQuoteTime),
    custody: withOutflows(state['custody'] as SnapshotCustody),
    transfers: {},
    margin: withWaitingContracts(state['margin'] as SnapshotMargin),
    seconds: withQuotedTickets(state['seconds'] as SnapshotSeconds),
  }),
  // Format 5 adds the fiat marketplace.
  4: ({ format: _format, keys, ...state }) => ({ format: 5, ...state, p2p: EMPTY_P2P, keys }),
  // Format 6 adds products that pay interest, conversions and loans.
  5: ({ format: _format, keys, ...state }) => ({
    format: 6,
    ...state,
    earn: EMPTY_EARN,
    convert: EMPTY_CONVERT,
    loan: { nextLoan: 1, offers: [], loans: [] },
    keys,
  }),
  // Format 7 adds tiers of fees.
  6: ({ format: _format, keys, ...state }) => ({ format: 7, ...state, fee: EMPTY_FEES, keys }),
  // Format 8 adds votes.
  7: ({ format: _format, keys, ...state }) => ({ format: 8, ...state, vote: EMPTY_VOTES, keys }),
  // Format 9 adds invitation rebates.
  8: ({ format: _format, keys, ...state }) => ({
    format: 9,
    ...state,
    rebate: EMPTY_REBATES,
    keys,
  }),
  // Format 10 adds token sales, quotes that nobody accepted, and payers whose fees wait.
  9: ({ format: _format, keys, ...state }) => ({
    format: 10,
    ...state,
    convert: withUnusedQuotes(state['convert'] as Omit<SnapshotConvert, 'unused'>),
    rebate: withUnseenPayers(state['rebate'] as SnapshotRebates),
    sale: EMPTY_SALES,
    keys,
  }),
  // Format 11 adds closes of a part of a position and at a price, reversals, and isolated margin.
  10: ({ format: _format, ...state }) => ({
    format: 11,
    ...state,
    margin: withPartialCloses(state['margin'] as SnapshotMargin),
  }),
};

const EMPTY_EARN: SnapshotEarn = {
  nextLock: 1,
  products: [],
  sold: [],
  locks: [],
  pools: [],
  savings: [],
  autoSaves: [],
};

const EMPTY_FEES: SnapshotFees = { currency: 0, tiers: [], volumes: [] };

const EMPTY_VOTES: SnapshotVotes = { lastRound: 0, rounds: [] };

const EMPTY_REBATES: SnapshotRebates = {
  rates: [],
  members: [],
  day: 0,
  payers: [],
  due: [],
  nextLine: 1,
};

const EMPTY_SALES: SnapshotSales = { lastSale: 0, nextEntry: 1, sales: [], vestings: [] };

const EMPTY_CONVERT: Omit<SnapshotConvert, 'unused'> = {
  nextQuote: 1,
  nextPlan: 1,
  terms: [],
  given: [],
  quotes: [],
  plans: [],
};

const EMPTY_P2P: SnapshotP2p = {
  nextAd: 1,
  nextDeal: 1,
  nextAppeal: 1,
  terms: [],
  rate: { currency: 0, priceTicks: 0, timeMs: 0 },
  ads: [],
  deals: [],
  appeals: [],
  traders: [],
};

/** Rules before the fifth did not count them. Each field has its place. */
function withUnusedQuotes({
  quotes,
  plans,
  ...convert
}: Omit<SnapshotConvert, 'unused'>): SnapshotConvert {
  return { ...convert, unused: [], quotes, plans };
}

/** Rules before the fifth passed nobody over. Each field has its place. */
function withUnseenPayers(rebate: SnapshotRebates): SnapshotRebates {
  return {
    ...rebate,
    due: rebate.due.map(({ payers, ...day }) => ({ ...day, lookedDay: 0, unseen: 0, payers })),
  };
}

/**
 * An index of a journal without quote times is as old as its command, and counts as one venue's.
 */
function withQuoteTime(market: SnapshotMarket): SnapshotMarket {
  const { lastTicks, ...rest } = market;
  return {
    ...rest,
    indexQuotedAtMs: market.indexTimeMs,
    indexSources: market.indexTicks === 0 ? 0 : 1,
    markTicks: market.indexTicks,
    lastTicks,
  };
}

/**
 * The first rules counted outflows by the hour and day of the clock, and did not record shortfalls
 * of reversals.
 */
function withOutflows(custody: SnapshotCustody): SnapshotCustody {
  return {
    ...custody,
    networks: custody.networks.map((network) => ({ ...network, sent: [] })),
    unbacked: [],
  };
}

/**
 * Under the first rules nothing waited for a younger index, a liquidation cost nothing, and the
 * house had no debts.
 */
function withWaitingContracts(margin: SnapshotMargin): SnapshotMargin {
  const later = {
    liquidationFeeBps: 0,
    worstTicks: 0,
    nextStops: null,
    closingAtMs: 0,
    cover: 'margin',
    closingFor: 'closed',
    takenBackAtMs: 0,
  } as const;
  return {
    ...margin,
    positions: margin.positions.map((position) => ({
      ...position,
      ...later,
      heldTicks: position.priceTicks,
    })),
    dead: [],
    debts: [],
    owing: [],
  };
}

/** Before, every requested close was of the whole position, and none waited for a price. */
function withPartialCloses(margin: SnapshotMargin): SnapshotMargin {
  return {
    ...margin,
    positions: margin.positions.map((position) => ({
      ...position,
      closingLots: position.closingAtMs > 0 ? position.lots : 0,
      limitClose: null,
      reverseTicks: 0,
      isIsolated: false,
      added: '0',
      removal: null,
    })),
  };
}

/**
 * The first rules recorded the time of a tick and not of its quotes, and reserved nothing for
 * insurances.
 */
function withQuotedTickets(seconds: SnapshotSeconds): SnapshotSeconds {
  return {
    ...seconds,
    ticks: seconds.ticks.map((tick) => ({ ...tick, quotedAtMs: tick.timeMs })),
    // The fields in the order of a new ticket: the hash of the state covers its text.
    tickets: seconds.tickets.map(({ policy, ...ticket }) => ({
      ...ticket,
      openDelayMs: null,
      policy,
      openQuotedAtMs: ticket.openTickMs,
    })),
    claimReserve: { kept: [], owed: [] },
  };
}

/**
 * The snapshot in today's format. Throws if its format is of a newer build, or older than any that
 * was released.
 */
export function migrateSnapshot(stored: StoredState): ExchangeSnapshot {
  let snapshot = stored;
  while (snapshot.format !== SNAPSHOT_FORMAT) {
    const migrate = MIGRATIONS[snapshot.format];
    if (migrate === undefined)
      throw new Error(`snapshot format ${String(snapshot.format)} is not known`);
    snapshot = migrate(snapshot);
  }
  return snapshot as unknown as ExchangeSnapshot;
}
