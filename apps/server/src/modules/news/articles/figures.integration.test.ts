import { UNPAID_MINUTES, ANSWER_HOURS } from '@meridian/contract/acceptor/bounds';
import { ALERT_RULES } from '@meridian/contract/alert/rules';
import { DEFAULT_PASSWORD_POLICY } from '@meridian/contract/account/password-policy';
import { LANGUAGES } from '@meridian/contract/languages';
import { LEAST_OPEN_MS } from '@meridian/contract/office/least-open';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { RELEASE_MINUTES } from '@meridian/core/p2p/p2p-commands';
import { REBATE_LEVELS } from '@meridian/core/rebate/rebate-commands';
import { MOST_DAYS_WITHOUT_PRICE } from '@meridian/core/rebate/rebates';
import { LOOSENING_MS } from '@meridian/core/seconds/own-limit';
import { formatDecimal } from '@meridian/money/decimal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestExchange } from '../../../../test/test-exchange.ts';
import {
  DANGER_PERCENT,
  WARNING_PERCENT,
} from '../../../../../web/src/features/margin/model/risk.ts';
import { DEVIATION } from '../../../feed/index-median.ts';
import { GRANTS } from '../../demo/faucet.ts';
import { DEMO_PLAN } from '../../launch/seed.ts';
import { BEGINS_PERCENT } from '../../margin/margin-watch.ts';
import { STARTING_ARTICLES } from './starting-articles.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(() => exchange?.close());

interface Figures {
  /** Each must be in the article, in every language. */
  readonly settings: () => readonly (number | string)[];
  /** Figures that no setting changes: versions, lengths of time, counts in an example. */
  readonly others?: readonly number[];
}

/** Words of some languages are figures in others ("two sides", "one person", "a day"). */
const COUNTED_MOST = 10;
const percent = (bps: number): number => bps / 100;
const hours = (ms: number): number => ms / 3_600_000;
const BTC_USDT = 1;
/** This article has a test of its own. */
const FEES = 2102;

/** By number of the article. */
const FIGURES: Readonly<Record<number, Figures>> = {
  304: { settings: () => [...spotFees(), ...smallestOrders()], others: [24] },
  305: { settings: () => [], others: [14] },
  503: { settings: grants },
  901: { settings: () => [], others: [2] },
  1001: {
    settings: () => [DEFAULT_PASSWORD_POLICY.least, DEFAULT_PASSWORD_POLICY.most],
    others: [1234],
  },
  1002: { settings: grants },
  1003: { settings: () => [ALERT_RULES.most] },
  1004: { settings: () => [percent(spot().slippageBps)] },
  1006: { settings: () => [...smallestOrders(), percent(spot().bandBps)] },
  1008: { settings: exampleOfAnOrder },
  1009: { settings: () => [], others: [30] },
  1010: {
    settings: () => [
      Number(100n * DEVIATION.numerator) / Number(DEVIATION.denominator),
      percent(spot().bandBps),
    ],
  },
  1011: { settings: () => [], others: [127, 3000] },
  1012: {
    settings: () => {
      const terms = exchange.live.margin.allTerms();
      const leverages = terms.flatMap((each) => each.leverages);
      const ratios = terms.map(({ maintenancePercent }) => maintenancePercent);
      const warned = Object.values(BEGINS_PERCENT).map((each) => Number(each) / 100);
      // Twice the ratio is a word in most languages.
      const called = warned.filter((times) => times !== 2);
      // The terminal warns by percent of the way.
      const shown = [WARNING_PERCENT, DANGER_PERCENT].map(Number);
      return [Math.min(...leverages), Math.max(...leverages), ...ratios, ...called, ...shown];
    },
  },
  1013: {
    settings: () => {
      const seconds = exchange.live.seconds
        .terms()
        .flatMap(({ durations }) => durations.map((each) => each.seconds));
      return [Math.min(...seconds), Math.max(...seconds), hours(LOOSENING_MS)];
    },
  },
  1014: { settings: () => [WITHDRAWAL_HOLD_HOURS] },
  1016: { settings: () => [UNPAID_MINUTES, ANSWER_HOURS] },
  1018: { settings: () => [RELEASE_MINUTES], others: [30, 90, 0.1] },
  1020: { settings: () => [], others: [365] },
  1023: { settings: planOfTheDemoCoin },
  1024: { settings: () => [hours(LEAST_OPEN_MS)] },
  1025: { settings: () => [REBATE_LEVELS, MOST_DAYS_WITHOUT_PRICE] },
  1026: { settings: () => [hours(LEAST_OPEN_MS)] },
  2103: { settings: () => [], others: [2] },
};

function spot() {
  const market = exchange.live.market(BTC_USDT);
  if (market === undefined) throw new Error('BTC/USDT is not listed');
  return market;
}

function spotFees(): number[] {
  return exchange.live
    .markets()
    .flatMap(({ makerFeeBps, takerFeeBps }) => [percent(makerFeeBps), percent(takerFeeBps)]);
}

function smallestOrders(): string[] {
  return exchange.live.markets().map(({ minNotional, quote }) => decimal(minNotional, quote));
}

function grants(): number[] {
  return GRANTS.map(({ coins }) => Number(coins));
}

/** The example is a tenth of a coin at 60,000. */
function exampleOfAnOrder(): (number | string)[] {
  const { makerFeeBps, takerFeeBps, base, quote } = spot();
  const [coin, price] = [10_000_000n, 60_000n];
  // Both coins have eight decimals.
  const paid = coin * price;
  const coinFee = (coin * BigInt(takerFeeBps)) / 10_000n;
  const paidFee = (paid * BigInt(makerFeeBps)) / 10_000n;
  return [
    ...[percent(takerFeeBps), percent(makerFeeBps), Number(price)],
    ...[coin, coinFee, coin - coinFee].map((units) => decimal(units, base)),
    ...[paid, paidFee, paid - paidFee].map((units) => decimal(units, quote)),
  ];
}

function planOfTheDemoCoin(): (number | string)[] {
  const { planned, start_price, issued } = DEMO_PLAN;
  return [planned, start_price, Number(issued)];
}

function decimal(units: bigint, currency: number): string {
  return formatDecimal(units, exchange.live.currency(currency)?.scale ?? 0);
}

/**
 * Numbers of a text, each once, without hours of a clock: 08:00 would stand for a setting of 8. In
 * Spanish thousands have a point and decimals a comma.
 */
function numbersIn(content: string, language: string): Set<number> {
  const text = content.replaceAll(/<[^>]*>|&[#\w]+;|\b\d\d:\d\d\b/g, ' ');
  const found = [...text.matchAll(/\d+(?:[.,]\d+)*/g)].map(([number]) =>
    language === 'es'
      ? number.replaceAll(/\.(?=\d{3}(?!\d))/g, '').replace(',', '.')
      : number.replaceAll(',', ''),
  );
  return new Set(found.map((number) => Number.parseFloat(number)));
}

describe.each(LANGUAGES)('in %s', (language) => {
  test('every figure of an article is one of the settings, and each of these is there', () => {
    const wrong: string[] = [];
    for (const { id, content } of STARTING_ARTICLES.filter((one) => one.language === language)) {
      if (id === FEES) continue;
      const { settings, others = [] } = FIGURES[id] ?? { settings: () => [] };
      const wanted = new Set(settings().map(Number));
      const numbers = numbersIn(content, language);
      for (const number of wanted)
        if (!numbers.has(number)) wrong.push(`${id} does not say ${number}`);
      for (const number of numbers) {
        const isCounted = Number.isInteger(number) && number <= COUNTED_MOST;
        if (!wanted.has(number) && !others.includes(number) && !isCounted)
          wrong.push(`${id} says ${number}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
