import { describe, expect, it } from 'vitest';
import { Exchange } from './exchange.ts';
import { FIRST_RULES } from './rules.ts';
import { SNAPSHOT_FORMAT } from './snapshot-migrations.ts';

/** The areas that a format added. */
const ADDED: Readonly<Record<number, readonly string[]>> = {
  5: ['p2p'],
  6: ['earn', 'convert', 'loan'],
  7: ['fee'],
  8: ['vote'],
  9: ['rebate'],
  10: ['sale'],
};
/** Format 3 has a test of its own: it lacks fields too. */
const OLDER_FORMATS = Array.from({ length: SNAPSHOT_FORMAT - 4 }, (_, index) => index + 4);

describe('a snapshot of an older format', () => {
  it('of format 3 is read as one of the first rules', () => {
    const { format: _format, rules: _rules, ...state } = new Exchange(FIRST_RULES).snapshot();
    const exchange = Exchange.restore({ format: 3, ...state });
    expect(exchange.rules).toBe(FIRST_RULES);
    expect(exchange.snapshot()).toEqual(new Exchange(FIRST_RULES).snapshot());
  });

  it.each(OLDER_FORMATS)('of format %d has no areas of later ones', (format) => {
    const later = Object.entries(ADDED).flatMap(([added, areas]) =>
      Number(added) > format ? areas : [],
    );
    const present = new Exchange().snapshot();
    const state = Object.entries(present).filter(([name]) => !later.includes(name));
    const exchange = Exchange.restore({ ...Object.fromEntries(state), format });
    expect(exchange.snapshot()).toEqual(present);
    expect(Object.keys(exchange.snapshot())).toEqual(Object.keys(present));
  });

  it('of format 9 has no quotes that nobody accepted', () => {
    const present = new Exchange().snapshot();
    const { unused: _unused, ...convert } = present.convert;
    const { sale: _sale, ...older } = present;
    const exchange = Exchange.restore({ ...older, convert, format: 9 });
    expect(JSON.stringify(exchange.snapshot())).toBe(JSON.stringify(present));
  });

  it.each([2, SNAPSHOT_FORMAT + 1, undefined, String(SNAPSHOT_FORMAT)])(
    'of format %s is not known',
    (format) => {
      expect(() =>
        Exchange.restore({ ...new Exchange().snapshot(), format: format as number }),
      ).toThrow(/is not known/);
    },
  );
});
