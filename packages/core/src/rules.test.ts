import { describe, expect, it } from 'vitest';
import type { Command } from './commands.ts';
import { canonicalSnapshot, Exchange } from './exchange.ts';
import { FIRST_RULES, NEWEST_RULES, Rules } from './rules.ts';

const NOW_MS = 1_700_000_000_000;
const HASH = 'ab'.repeat(32);

function upgrade(version: unknown): Command {
  return { kind: 'core.upgrade', version: version as number };
}

/** The version since which each rule holds. A line never changes: journals were decided by it. */
const SINCE = {
  bandExpiresMakers: 2,
  capsFromIndex: 2,
  guardsImmediateOrders: 2,
  keepsKeysForEachUser: 2,
  keepsClaims: 2,
  collectsDebts: 2,
  looksAtWorthAgain: 2,
  rollsOutflowLimits: 2,
  cancelsInClosedMarkets: 2,
  ticketsWaitForQuotes: 2,
  contractsFillLater: 2,
  contractsChangeLater: 2,
  holdDecidesFill: 2,
  badDebtFollowsAccount: 2,
  looksAtFlatAccounts: 2,
  hasMarkPrice: 2,
  houseBacksContracts: 2,
  countsOutflows: 3,
  refusesLargeSales: 3,
  leavesTimeToFill: 3,
  boundsAllKeys: 3,
  countsOnlyChanges: 3,
  quotaCountsNet: 4,
  sharesDeskHour: 4,
  skipsMissedTimes: 4,
  renewsWithExit: 4,
  collectsSavings: 4,
  losesSmallRests: 4,
  offersToBids: 4,
  repaysWhileWarned: 4,
  bindsCoinsOfDay: 5,
  savesWhatIsFunded: 5,
  collectsLocks: 5,
  undoesLocks: 5,
  countsUnusedQuotes: 5,
  repaysBeyondHour: 5,
  bindsQuotesToLoans: 5,
  convertsNoBetterThanBook: 5,
  boundsPayDebts: 5,
  pricesFeesFreshly: 5,
  keepsDayOfFees: 5,
  passesOverPayers: 5,
  bindsOwedRebates: 5,
  linksSiblings: 5,
  sharesHalfAtMost: 5,
  countsPaidVolume: 5,
} as const satisfies Partial<Record<keyof Rules, number>>;

describe('the version of the rules', () => {
  it('begins where the journal says and is raised by a command', () => {
    const exchange = new Exchange(FIRST_RULES);
    expect(exchange.rules).toBe(1);
    expect(exchange.apply(upgrade(NEWEST_RULES), NOW_MS).outcome).toEqual({ ok: true });
    expect(exchange.rules).toBe(NEWEST_RULES);
  });

  it.each([FIRST_RULES, 0, -1, 1.5, NaN, NEWEST_RULES + 1, '2', null])(
    'is never raised to %s',
    (version) => {
      const exchange = new Exchange(FIRST_RULES);
      const before = canonicalSnapshot(exchange.snapshot());
      expect(exchange.apply(upgrade(version), NOW_MS).outcome).toEqual({
        ok: false,
        rejection: 'malformed',
      });
      expect(canonicalSnapshot(exchange.snapshot())).toBe(before);
    },
  );

  it('is part of the state', () => {
    const exchange = new Exchange(FIRST_RULES);
    const older = Exchange.restore(exchange.snapshot());
    exchange.apply(upgrade(NEWEST_RULES), NOW_MS);
    expect(older.rules).toBe(FIRST_RULES);
    expect(Exchange.restore(exchange.snapshot()).rules).toBe(NEWEST_RULES);
    expect(canonicalSnapshot(exchange.snapshot())).not.toBe(canonicalSnapshot(older.snapshot()));
  });

  it.each(Object.entries(SINCE))('%s holds since %i', (name, since) => {
    const isInForce = (version: number) => new Rules(version)[name as keyof typeof SINCE];
    expect([isInForce(since - 1), isInForce(since)]).toEqual([false, true]);
  });

  it('asks for no version that no journal reaches', () => {
    const names = Object.entries(Object.getOwnPropertyDescriptors(Rules.prototype)).flatMap(
      ([name, { get }]) => (get === undefined || name === 'version' ? [] : [name as keyof Rules]),
    );
    const inForce = (version: number): unknown[] =>
      names.map((name) => [name, new Rules(version)[name]]);
    expect(names.toSorted()).toEqual(Object.keys(SINCE).toSorted());
    expect(inForce(NEWEST_RULES)).toEqual(inForce(NEWEST_RULES + 1));
    expect(inForce(NEWEST_RULES)).not.toEqual(inForce(NEWEST_RULES - 1));
  });

  it('of a newer build is refused by a snapshot that names it', () => {
    const snapshot = new Exchange().snapshot();
    expect(() => Exchange.restore({ ...snapshot, rules: NEWEST_RULES + 1 })).toThrow(
      `rules ${NEWEST_RULES + 1}, and this build knows ${NEWEST_RULES}`,
    );
  });
});

describe('a checkpoint', () => {
  it('changes nothing but the number of commands', () => {
    const exchange = new Exchange();
    exchange.apply({ kind: 'clock.tick' }, NOW_MS);
    const before = canonicalSnapshot(exchange.snapshot());
    expect(
      exchange.apply({ kind: 'core.checkpoint', at: 1, format: 4, stateHash: HASH }, NOW_MS)
        .outcome,
    ).toEqual({ ok: true });
    expect(canonicalSnapshot(exchange.snapshot())).toBe(before);
  });

  it.each([
    { at: 2, format: 4, stateHash: HASH },
    { at: -1, format: 4, stateHash: HASH },
    { at: 0, format: 1.5, stateHash: HASH },
    { at: 0, format: 4, stateHash: 'ab' },
    { at: 0, format: 4, stateHash: null as unknown as string },
  ])('that tells of no earlier state is refused: %o', (content) => {
    const exchange = new Exchange();
    exchange.apply({ kind: 'clock.tick' }, NOW_MS);
    expect(exchange.apply({ kind: 'core.checkpoint', ...content }, NOW_MS).outcome).toEqual({
      ok: false,
      rejection: 'malformed',
    });
  });
});
