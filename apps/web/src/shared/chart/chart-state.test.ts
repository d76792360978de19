import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DRAWINGS_KEPT,
  EMPTY_MARKET,
  FIRST_TERMINAL,
  firstTerminal,
  indicatorsOf,
  MARKETS_KEPT,
  readMarkets,
  readTerminals,
  withMarket,
  writtenMarkets,
  type MarketCharts,
} from './chart-state.ts';
import type { Drawing } from './drawings.ts';
import {
  FIRST_INDICATORS,
  fitsKind,
  INDICATOR_NAMES,
  INDICATORS,
  MOST_INDICATORS,
  withIndicator,
} from './indicators.ts';

function drawing(id: string): Drawing {
  return {
    id,
    tool: 'segment',
    points: [
      { timestamp: 1, value: 100 },
      { timestamp: 2, value: 90 },
    ],
    colour: 'warn',
  };
}

describe('what is stored of terminals', () => {
  test('comes back as it was', () => {
    const terminal = {
      ...FIRST_TERMINAL,
      interval: '4hour',
      kind: 'hollow',
      scale: 'log',
      hasGrid: false,
      isMagnetic: true,
      indicators: withIndicator(FIRST_INDICATORS, 'RSI'),
    } as const;
    expect(readTerminals(JSON.stringify({ spot: terminal }))).toEqual({ spot: terminal });
  });

  test('is ignored where it is broken, and only there', () => {
    const { spot } = readTerminals(
      JSON.stringify({
        spot: {
          interval: '7min',
          favourites: ['1min', 'soon', 5],
          kind: 'candles',
          scale: 'percent',
          hasGrid: 'no',
          indicators: [
            { id: 'a', name: 'MA', params: [5, 0.5], isOnCandles: true },
            { id: 'b', name: 'constructor', params: [] },
            { id: 'c', name: 'BOLL', params: [20], isOnCandles: true },
            { id: 'd', name: 'RSI', params: [14], isOnCandles: 'no' },
            { id: 'd', name: 'RSI', params: [7], isOnCandles: false },
            'MA',
          ],
        },
        elsewhere: {},
      }),
    );
    expect(spot).toEqual({
      ...FIRST_TERMINAL,
      favourites: ['1min'],
      scale: 'percent',
      indicators: [{ id: 'd', name: 'RSI', params: [7], isOnCandles: false }],
    });
  });

  test('is a line of one second where seconds contracts are not told otherwise, and only there', () => {
    const line = { interval: '1sec', kind: 'area' };
    expect(firstTerminal('seconds')).toMatchObject(line);
    expect(firstTerminal('seconds').favourites).toContain('1sec');
    for (const name of ['spot', 'margin', 'match'] as const)
      expect(firstTerminal(name)).toBe(FIRST_TERMINAL);
    const broken = { interval: '7min', kind: 7 };
    expect(readTerminals(JSON.stringify({ seconds: broken, spot: broken }))).toEqual({
      seconds: firstTerminal('seconds'),
      spot: FIRST_TERMINAL,
    });
    const chosen = { ...firstTerminal('seconds'), interval: '5min', kind: 'solid' };
    expect(readTerminals(JSON.stringify({ seconds: chosen }))).toEqual({ seconds: chosen });
  });

  test.each([undefined, '', 'null', '[]', '{', '{"spot":[]}', '7'])('as %s is nothing', (text) => {
    expect(readTerminals(text)).toEqual({});
  });
});

describe('what is stored of markets', () => {
  test('comes back as it was', () => {
    const markets = withMarket([], '3/1', () => ({
      drawings: [drawing('one'), { ...drawing('two'), tool: 'simpleTag', text: 'here' }],
      indicators: { spot: withIndicator([], 'MACD'), margin: [] },
    }));
    expect(readMarkets(writtenMarkets(markets))).toEqual(markets);
  });

  test('is never an error, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        for (const [, market] of readMarkets(text)) expect(market).toHaveProperty('drawings');
        readTerminals(text);
      }),
    );
  });

  test('loses broken drawings, and keeps the others', () => {
    const stored = [
      ['3/1', { drawings: [{ id: 'x' }, { ...drawing('y'), tool: 'gun' }, drawing('z'), null] }],
      ['no market'],
      [7, {}],
    ];
    expect(readMarkets(JSON.stringify(stored))).toEqual([
      ['3/1', { drawings: [drawing('z')], indicators: {} }],
    ]);
  });

  test('is bounded: the newest drawings, and the markets that were changed last', () => {
    let markets: MarketCharts = [];
    const many = Array.from({ length: DRAWINGS_KEPT + 5 }, (_, number) => drawing(`d${number}`));
    for (let number = 0; number < MARKETS_KEPT + 3; number++)
      markets = withMarket(markets, `m${number}`, (market) => ({ ...market, drawings: many }));
    expect(markets).toHaveLength(MARKETS_KEPT);
    expect(markets[0]?.[0]).toBe('m3');
    markets = withMarket(markets, 'm3', (market) => market);
    expect(markets.at(-1)?.[0]).toBe('m3');
    expect(markets.at(-1)?.[1].drawings).toHaveLength(DRAWINGS_KEPT);
    expect(markets.at(-1)?.[1].drawings[0]?.id).toBe('d5');
    const heavy = markets.map(
      ([key, market]) =>
        [
          key,
          {
            ...market,
            drawings: market.drawings.map((one) => ({
              ...one,
              points: Array.from({ length: 400 }, () => ({ timestamp: 1, value: 1 })),
            })),
          },
        ] as const,
    );
    expect(readMarkets(writtenMarkets(heavy)).length).toBeLessThan(MARKETS_KEPT);
  });
});

test('a market without own indicators has those of the terminal', () => {
  expect(indicatorsOf('spot', FIRST_TERMINAL, EMPTY_MARKET)).toBe(FIRST_INDICATORS);
  const own = { ...EMPTY_MARKET, indicators: { spot: [] } };
  expect(indicatorsOf('spot', FIRST_TERMINAL, own)).toEqual([]);
  expect(indicatorsOf('margin', FIRST_TERMINAL, own)).toBe(FIRST_INDICATORS);
});

test('the defaults of the specification are MA 15 and the crossing of 10 and 20', () => {
  expect(FIRST_INDICATORS.map(({ name, params }) => [name, params])).toEqual([
    ['MA', [15]],
    ['MA_CROSS', [10, 20]],
    ['VOL', []],
  ]);
});

test('every indicator fits its kind, has its own id, and there is a limit', () => {
  for (const name of INDICATOR_NAMES) expect(fitsKind(name, INDICATORS[name].params)).toBe(true);
  let list = withIndicator(withIndicator([], 'RSI'), 'RSI');
  expect(list.map(({ id }) => id)).toEqual(['RSI-1', 'RSI-2']);
  list = withIndicator(list.slice(1), 'RSI');
  expect(list.map(({ id }) => id)).toEqual(['RSI-2', 'RSI-1']);
  for (let times = 0; times < 2 * MOST_INDICATORS; times++) list = withIndicator(list, 'MACD');
  expect(list).toHaveLength(MOST_INDICATORS);
});
