/**
 * Encodes the state of the marketplace for the snapshot and decodes it: amounts are decimal text.
 */
import type { Amount } from '@meridian/money/amount';
import { decodeAdTerms, encodeAdTerms } from './p2p-commands-check.ts';
import type { Ad, Appeal, Deal, Ruling, TraderRecord } from './p2p-events.ts';
import type { LiveAppeal, LiveDeal } from './p2p-state.ts';
import type { SnapshotAd, SnapshotAppeal, SnapshotDeal, SnapshotTrader } from './p2p-snapshot.ts';

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

export function encodeAd(ad: Ad): SnapshotAd {
  const { terms, total, surplus, open, completed, withdrawn, ...rest } = ad;
  return {
    ...rest,
    total: total.toString(),
    surplus: surplus.toString(),
    open: open.toString(),
    completed: completed.toString(),
    withdrawn: withdrawn.toString(),
    terms: encodeAdTerms(terms),
  };
}

/** With its fields in the order of a new ad: events are compared by their text. */
export function decodeAd(row: SnapshotAd): Writable<Ad> {
  return {
    id: row.id,
    user: row.user,
    side: row.side,
    currency: row.currency,
    total: amountOf(row.total),
    surplus: amountOf(row.surplus),
    open: amountOf(row.open),
    completed: amountOf(row.completed),
    withdrawn: amountOf(row.withdrawn),
    version: row.version,
    isPaused: row.isPaused,
    state: row.state,
    terms: decodeAdTerms(row.terms),
  };
}

export function encodeDeal(deal: LiveDeal): SnapshotDeal {
  const { entryMs: _entryMs, hold: _hold, quantity, fiat, toBuyer, endedBy, ...rest } = deal;
  return {
    ...rest,
    ...(endedBy === undefined ? {} : { endedBy }),
    quantity: quantity.toString(),
    fiat: fiat.toString(),
    toBuyer: toBuyer.toString(),
  };
}

/** A stored deal as its events told of it, with its fields in the order of a new one. */
export function decodeDeal(row: SnapshotDeal): Writable<Deal> {
  return {
    id: row.id,
    ad: row.ad,
    buyer: row.buyer,
    seller: row.seller,
    taker: row.taker,
    currency: row.currency,
    quantity: amountOf(row.quantity),
    priceTicks: row.priceTicks,
    fiat: amountOf(row.fiat),
    method: row.method,
    state: row.state,
    version: row.version,
    openedMs: row.openedMs,
    payDueMs: row.payDueMs,
    paidMs: row.paidMs,
    releaseDueMs: row.releaseDueMs,
    endedMs: row.endedMs,
    isCancelAsked: row.isCancelAsked,
    appeal: row.appeal,
    toBuyer: amountOf(row.toBuyer),
    ...(row.endedBy === undefined ? {} : { endedBy: row.endedBy }),
  };
}

export function encodeAppeal({ amount, ruling, held, ...appeal }: LiveAppeal): SnapshotAppeal {
  return {
    ...appeal,
    amount: amount.toString(),
    ...(ruling === undefined ? {} : { ruling: encodeRuling(ruling) }),
    held: held.map(({ wallet, amount: part }) => ({ wallet, amount: part.toString() })),
  };
}

/** A stored appeal as its events told of it, with its fields in the order of a new one. */
export function decodeAppeal(row: SnapshotAppeal): Appeal {
  return {
    id: row.id,
    deal: row.deal,
    by: row.by,
    reason: row.reason,
    openedMs: row.openedMs,
    answerDueMs: row.answerDueMs,
    answeredMs: row.answeredMs,
    amount: amountOf(row.amount),
    isAfterEnd: row.isAfterEnd,
    state: row.state,
    ...(row.ruling === undefined ? {} : { ruling: decodeRuling(row.ruling) }),
  };
}

/** A stored trader as the events told of them. */
export function decodeTrader(row: SnapshotTrader): TraderRecord {
  const { bond } = row;
  return recordOf(
    row,
    bond === null ? null : { currency: bond.currency, amount: amountOf(bond.amount) },
  );
}

/** The fields of a trader that events carry. */
export function recordOf(
  trader: Omit<SnapshotTrader, 'bond' | 'blocked'>,
  bond: TraderRecord['bond'],
): TraderRecord {
  const { user, completed, cancelled, appealsLostEver, cancelDay, cancels } = trader;
  const { days, marksUndone, isAway, restrictedUntilMs, isMerchant } = trader;
  return {
    user,
    completed,
    cancelled,
    days,
    appealsLost: appealsLostEver,
    marksUndone,
    cancelDay,
    cancels,
    isAway,
    restrictedUntilMs,
    isMerchant,
    bond,
  };
}

function encodeRuling(ruling: Ruling): NonNullable<SnapshotAppeal['ruling']> {
  const { toBuyer, fault, bondCut, operator } = ruling;
  return { toBuyer: toBuyer.toString(), fault, bondCut: bondCut.toString(), operator };
}

function decodeRuling(ruling: NonNullable<SnapshotAppeal['ruling']>): Ruling {
  const { toBuyer, fault, bondCut, operator } = ruling;
  return { toBuyer: amountOf(toBuyer), fault, bondCut: amountOf(bondCut), operator };
}

function amountOf(text: string): Amount {
  return BigInt(text) as Amount;
}
