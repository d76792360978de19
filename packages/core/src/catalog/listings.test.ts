import type { PriceTicks } from '@meridian/money/amount';
import { describe, expect, it } from 'vitest';
import { decodeCommand, encodeCommand } from '../command-codec.ts';
import type { SetIndexPrices } from './catalog-commands.ts';
import { Exchange } from '../exchange.ts';
import type { StoredState } from '../snapshot-migrations.ts';
import { eventsOf, rejectionOf, Scenario } from '../testing/scenario.ts';

const NOW_MS = 1_700_000_000_000;

function scene(): Scenario {
  const scenario = new Scenario();
  scenario.timeMs = NOW_MS;
  return scenario;
}

function index(quotedAtMs?: unknown, more: object = {}): SetIndexPrices {
  const price = quotedAtMs === undefined ? [1, 10_000] : [1, 10_000, quotedAtMs];
  return {
    kind: 'index.set',
    source: 'test',
    prices: [price as unknown as [number, PriceTicks]],
    ...more,
  };
}

describe('the time of the quotes of an index', () => {
  it.each([
    ['of venues', NOW_MS - 2_500, NOW_MS - 2_500],
    ['that nobody tells is that of the command', undefined, NOW_MS],
    ['in the future is that of the command', NOW_MS + 5_000, NOW_MS],
  ])('%s', (_case, quotedAtMs, kept) => {
    const scenario = scene();
    const applied = scenario.apply(index(quotedAtMs, { sources: 3 }));
    expect(eventsOf(applied, 'indexPriceSet')).toMatchObject([
      { market: 1, quotedAtMs: kept, sources: 3 },
    ]);
    expect(scenario.exchange.snapshot().markets).toMatchObject([
      { indexTimeMs: NOW_MS, indexQuotedAtMs: kept, indexSources: 3 },
    ]);
    const restored = Exchange.restore(scenario.exchange.snapshot());
    expect(restored.snapshot()).toEqual(scenario.exchange.snapshot());
  });

  it.each([-1, 1.5, '5', null, Number.NaN])(
    'is refused where it is %s, live and at replay',
    (quotedAtMs) => {
      const scenario = scene();
      expect(rejectionOf(scenario.apply(index(quotedAtMs)))).toBe('malformed');
      expect(rejectionOf(scenario.apply(decodeCommand(encodeCommand(index(quotedAtMs)))))).toBe(
        'malformed',
      );
    },
  );

  it.each([0, 1_001, 2.5, null, '3'])('with %s sources is refused', (sources) => {
    expect(rejectionOf(scene().apply(index(NOW_MS, { sources })))).toBe('malformed');
  });

  it('of a snapshot of format 3 is that of the index command', () => {
    const scenario = scene();
    scenario.apply(index());
    const { format: _format, rules: _rules, ...state } = scenario.exchange.snapshot();
    const markets = state.markets.map(
      ({ indexQuotedAtMs: _quotedAtMs, indexSources: _sources, ...market }) => market,
    );
    const restored = Exchange.restore({ format: 3, ...state, markets } as StoredState);
    expect(restored.snapshot().markets).toEqual(scenario.exchange.snapshot().markets);
  });
});
