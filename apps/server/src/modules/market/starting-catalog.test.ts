import { formatDecimal } from '@meridian/money/decimal';
import { AMOUNT_LIMIT } from '@meridian/money/amount';
import { notionalUnit } from '@meridian/money/market-scale';
import { InProcessEngine } from '@meridian/testkit/in-process-engine';
import { describe, expect, test } from 'vitest';
import { REFERENCE_PRICES } from '../../feed/reference-prices.ts';
import { openLiveView } from '../live-view.ts';
import { seedCatalog } from './seed.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from './starting-catalog.ts';

const codeOf = (id: number): string =>
  STARTING_CURRENCIES.find((currency) => currency.id === id)?.code ?? '?';

/** The real core, and a live view of its durable commands. */
function openExchange() {
  const engine = new InProcessEngine();
  const view = openLiveView();
  view.load(engine.exchange.snapshot());
  engine.onDurable((batch) => view.apply(batch));
  return { engine, view };
}

describe('starting catalog', () => {
  test('has eleven currencies and fourteen markets with unique ids and pairs', () => {
    expect(STARTING_CURRENCIES.map(({ code }) => code).join()).toBe(
      'BTC,ETH,USDT,XRP,LTC,BCH,ADA,DOGE,DOT,LINK,EOS',
    );
    expect(STARTING_MARKETS.map(({ id }) => id)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
    expect(new Set(STARTING_MARKETS.map(({ base, quote }) => `${base}/${quote}`)).size).toBe(14);
  });

  test.each(STARTING_MARKETS)(
    'market $id: a tick times a lot is a whole number of quote units',
    ({ tickSize, lotSize }) => {
      expect(notionalUnit({ baseScale: 8, quoteScale: 8, tickSize, lotSize })).toBeGreaterThan(0n);
    },
  );

  test.each(STARTING_MARKETS)(
    'market $id: the grid is fine and the largest order cannot overflow',
    (market) => {
      const reference = BigInt(Math.round((REFERENCE_PRICES[codeOf(market.base)] ?? 0) * 1e8));
      const quote = BigInt(Math.round((REFERENCE_PRICES[codeOf(market.quote)] ?? 0) * 1e8));
      const price = (reference * 10n ** 8n) / quote;
      expect(price / market.tickSize, 'a tick is at most 10 basis points').toBeGreaterThanOrEqual(
        1_000n,
      );
      const largest = (price * BigInt(market.maxQuantityLots) * market.lotSize) / 10n ** 8n;
      expect(largest * 100n, formatDecimal(largest, 8)).toBeLessThan(AMOUNT_LIMIT);
      const lotWorth = (price * market.lotSize) / 10n ** 8n;
      expect(lotWorth, 'a lot is worth no more than twice the smallest order').toBeLessThanOrEqual(
        market.minNotional * 2n,
      );
    },
  );

  test('the core takes all of it, once', async () => {
    const { view, engine } = openExchange();
    await seedCatalog(engine, view);
    expect(engine.exchange.seq).toBe(25);
    expect(view.markets()).toHaveLength(14);
    await seedCatalog(engine, view);
    expect(engine.exchange.seq).toBe(25);
    expect(engine.exchange.snapshot().markets.map(({ id }) => id)).toEqual(
      STARTING_MARKETS.map(({ id }) => id),
    );
  });

  test('what an operator changed stays', async () => {
    const { view, engine } = openExchange();
    await seedCatalog(engine, view);
    await engine.submit({
      kind: 'market.list',
      market: { ...STARTING_MARKETS[0]!, takerFeeBps: 3 },
    });
    await seedCatalog(engine, view);
    expect(view.market(1)?.takerFeeBps).toBe(3);
  });
});
