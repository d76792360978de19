import { NETWORK_NAMES } from '@meridian/contract/custody/networks';
import { LANGUAGES } from '@meridian/contract/languages';
import { formatDecimal } from '@meridian/money/decimal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startingNetwork } from '../../custody/chain-networks.ts';
import { DEMO_CONVERT_BPS } from '../../convert/seed.ts';
import { TestExchange } from '../../../../test/test-exchange.ts';
import { DEMO_LOAN_TERMS } from '../../loan/seed.ts';
import { STARTING_ARTICLES } from './starting-articles.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(() => exchange?.close());

const FEES = 2102;
const percent = (bps: number): string => `${bps / 100}%`;

/**
 * Every percentage and every amount of a coin in a text, without spaces, with a decimal point; each
 * once.
 */
function figuresIn(text: string): string[] {
  const found = [...text.matchAll(/(\d+(?:[.,]\d+)?)\s?(%|USDT|ETH|BTC)/g)].map(
    ([, number = '', unit]) => `${Number(number.replace(',', '.'))}${unit}`,
  );
  return [...new Set(found)].sort();
}

test.each(LANGUAGES)(
  'the article about fees in %s has the figures of the settings, and no others',
  (language) => {
    const { live } = exchange;
    const spot = live
      .markets()
      .flatMap(({ makerFeeBps, takerFeeBps }) => [makerFeeBps, takerFeeBps]);
    const contracts = live.margin
      .allTerms()
      .flatMap(({ feeBps, spreadBps, overnightBps }) => [feeBps, spreadBps, overnightBps]);
    const seconds = live.seconds
      .terms()
      .flatMap(({ feeBps, durations }) => [
        feeBps,
        Math.min(...durations.map(({ payoutBps }) => payoutBps)),
        Math.max(...durations.map(({ payoutBps }) => payoutBps)),
      ]);
    const insurance = live.seconds
      .offers()
      .flatMap(({ premiumBps, coverBps }) => [premiumBps, coverBps]);
    const { ratePpb, fundBps, feeBps } = DEMO_LOAN_TERMS;
    const yearBps = Math.round((ratePpb * 24 * 365) / 1e7) * 100;
    const loans = [yearBps, fundBps, feeBps];
    const withdrawals = NETWORK_NAMES.map((name) => {
      const { fee, currency } = startingNetwork(name);
      const { code, scale } = live.currency(currency) ?? { code: '', scale: 0 };
      return `${formatDecimal(fee, scale)}${code}`;
    });
    const article = STARTING_ARTICLES.find((one) => one.id === FEES && one.language === language);
    expect(figuresIn(article?.content ?? '')).toEqual(
      [
        ...new Set([
          ...[...spot, ...contracts, ...seconds, ...insurance, ...loans, ...DEMO_CONVERT_BPS].map(
            percent,
          ),
          ...withdrawals,
        ]),
      ].sort(),
    );
  },
);
