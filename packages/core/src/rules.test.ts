import { describe, expect, it } from 'vitest';
import type { Command } from './commands.ts';
import { canonicalSnapshot, Exchange } from './exchange.ts';
import { FIRST_RULES, NEWEST_RULES } from './rules.ts';

const NOW_MS = 1_700_000_000_000;
const HASH = 'ab'.repeat(32);

function upgrade(version: unknown): Command {
  return { kind: 'core.upgrade', version: version as number };
}

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

  it('of a newer build is refused by a snapshot that names it', () => {
    const snapshot = new Exchange().snapshot();
    expect(() => Exchange.restore({ ...snapshot, rules: NEWEST_RULES + 1 })).toThrow(
      /rules 4.*knows 3/,
    );
  });
});

describe('a snapshot of an older format', () => {
  it('of format 3 is read as one of the first rules', () => {
    const { format: _format, rules: _rules, ...state } = new Exchange(FIRST_RULES).snapshot();
    const exchange = Exchange.restore({ format: 3, ...state });
    expect(exchange.rules).toBe(FIRST_RULES);
    expect(exchange.snapshot()).toEqual(new Exchange(FIRST_RULES).snapshot());
  });

  it('of format 4 has no marketplace yet', () => {
    const { format: _format, p2p: _p2p, ...rest } = new Exchange().snapshot();
    const { earn: _earn, convert: _convert, loan: _loan, fee: _fee, ...state } = rest;
    const exchange = Exchange.restore({ format: 4, ...state });
    expect(exchange.snapshot()).toEqual(new Exchange().snapshot());
    expect(Object.keys(exchange.snapshot())).toEqual(Object.keys(new Exchange().snapshot()));
  });

  it('of format 5 has no earning, conversions and loans', () => {
    const {
      format: _format,
      earn: _e,
      convert: _c,
      loan: _l,
      fee: _f,
      ...state
    } = new Exchange().snapshot();
    const exchange = Exchange.restore({ format: 5, ...state });
    expect(exchange.snapshot()).toEqual(new Exchange().snapshot());
    expect(Object.keys(exchange.snapshot())).toEqual(Object.keys(new Exchange().snapshot()));
  });

  it('of format 6 has no tiers of fees', () => {
    const { format: _format, fee: _fee, ...state } = new Exchange().snapshot();
    const exchange = Exchange.restore({ format: 6, ...state });
    expect(exchange.snapshot()).toEqual(new Exchange().snapshot());
  });

  it.each([2, 8, undefined, '7'])('of format %s is not known', (format) => {
    expect(() =>
      Exchange.restore({ ...new Exchange().snapshot(), format: format as number }),
    ).toThrow(/is not known/);
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
