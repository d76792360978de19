import type { TicketClosed, TicketOpened } from '@meridian/core/seconds/seconds-events';
import type { Amount } from '@meridian/money/amount';
import { expect, it } from 'vitest';
import { OwnLimitsAuditor } from './own-limits-auditor.ts';

const DAY_MS = 86_400_000;
/** Noon of a day. */
const NOW = 20_000 * DAY_MS + DAY_MS / 2;
const USER = 100_001;

function audited(): { auditor: OwnLimitsAuditor; found: string[] } {
  const found: string[] = [];
  const auditor = new OwnLimitsAuditor((id, holds, detail) => {
    if (!holds) found.push(`${id} ${detail}`);
  });
  return { auditor, found };
}

function limit(value: bigint | null, next: bigint | null = null, nextAtMs = 0) {
  return {
    type: 'lossLimitSet',
    user: USER,
    currency: 3,
    limit: value as Amount | null,
    next: next as Amount | null,
    nextAtMs,
  } as const;
}

const opened = { ticket: 1, user: USER, currency: 3 } as TicketOpened;
const lost = (amount: bigint): TicketClosed =>
  ({ user: USER, currency: 3, fee: 0n, profit: -amount }) as TicketClosed;

it('finds a ticket that could lose more than the limit, with what is open and what is lost', () => {
  const { auditor, found } = audited();
  auditor.follow(limit(100n), NOW);
  auditor.opened(opened, 100n, NOW);
  auditor.closed(lost(60n), NOW);
  auditor.opened(opened, 40n, NOW);
  expect(found).toEqual([]);
  auditor.opened(opened, 41n, NOW);
  expect(found).toEqual(["S7 ticket 1 may lose more than its owner's limit"]);
});

it('finds a day that lost more than the limit, whatever was thought of its tickets', () => {
  const { auditor, found } = audited();
  auditor.follow(limit(100n), NOW);
  auditor.opened(opened, 100n, NOW);
  auditor.closed(lost(100n), NOW);
  auditor.closed(lost(100n), NOW + DAY_MS);
  expect(found).toEqual([]);
  auditor.closed(lost(1n), NOW + DAY_MS);
  expect(found).toEqual([`S7 user ${USER} lost 101 of currency 3 in a day`]);
});

it('finds a limit that is loosened at once, or before 24 hours', () => {
  const { auditor, found } = audited();
  auditor.follow(limit(100n), NOW);
  auditor.follow(limit(100n, 200n, NOW + DAY_MS), NOW);
  auditor.follow(limit(50n), NOW + 1);
  expect(found).toEqual([]);
  auditor.follow(limit(51n), NOW + 2);
  auditor.follow(limit(51n, null, NOW + DAY_MS), NOW + 3);
  expect(found).toHaveLength(2);
});

it('finds a ticket of a break, one after the time of the day, and a break that is cut short', () => {
  const { auditor, found } = audited();
  const time = { type: 'timeLimitSet', user: USER, limit: 1, next: null, nextAtMs: 0 } as const;
  auditor.follow(time, NOW);
  auditor.opened(opened, 1n, NOW);
  auditor.opened(opened, 1n, NOW + 59_999);
  expect(found).toEqual([]);
  auditor.opened(opened, 1n, NOW + 60_000);
  expect(found).toEqual(['S7 ticket 1 is opened after the time of the day']);
  const begun = { type: 'breakBegun', user: USER, days: 7, endsMs: NOW + 7 * DAY_MS } as const;
  auditor.follow(begun, NOW);
  auditor.opened(opened, 1n, NOW + 6 * DAY_MS);
  auditor.follow({ ...begun, days: 1, endsMs: NOW + DAY_MS }, NOW);
  expect(found.slice(1)).toEqual([
    'S7 ticket 1 is opened during a break',
    `S7 the break of user ${USER} ends early`,
  ]);
});
