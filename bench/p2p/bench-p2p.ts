import type { CurrencyId } from '@meridian/core/ids';
import type { P2pCommand } from '@meridian/core/p2p/p2p-commands';
import type { Amount } from '@meridian/money/amount';
import { ALICE, TestExchange } from '../../apps/server/test/test-exchange.ts';
import { grouped, print, printFigures, type Figure } from '../report.ts';

const ADS = 100_000;
const ADS_OF_OWNER = 20;
const USDT = 3 as CurrencyId;
const COIN = 10n ** 8n;
const YUAN = 100n;
const SEVEN = 7_0000_0000;
const WARM_UP = 50;
const ROUNDS = 200;
const TARGET_MS = 50;

/** Queries by the kind of search. A query without a fitting ad is the longest search. */
const QUERIES = {
  'the first page': 'type=sell&currency_id=3',
  'the thousandth page': 'type=sell&currency_id=3&page=1000',
  'an amount': 'type=sell&currency_id=3&money=2000',
  'a way and an amount that I can take': 'type=sell&currency_id=3&way=bank&money=2000&can_take=1',
  'an amount that no ad takes': 'type=sell&currency_id=3&money=0.01&can_take=1',
} as const;

/** The market's list with 100,000 ads on one side of one coin, over HTTP, as a verified user. */
export async function benchP2p(): Promise<Figure[]> {
  const exchange = await TestExchange.open(1);
  try {
    await exchange.reset();
    await exchange.queries.updateTable('users').set({ review_status: 'approved' }).execute();
    await publishAds(exchange);
    const figures: Figure[] = [];
    for (const [name, query] of Object.entries(QUERIES)) {
      const times = await timesOf(exchange, `/api/c2c_deal_platform?${query}`);
      const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
      figures.push({
        name: `${name}, p99 (p50)`,
        measured: `${p99.toFixed(1)} ms (${(times[times.length >> 1] ?? 0).toFixed(1)})`,
        target: `at most ${TARGET_MS} ms`,
        isMet: p99 <= TARGET_MS,
      });
    }
    print(`p2p: ${grouped(ADS)} ads on one side of one coin; the client shares the thread`);
    printFigures(figures);
    return figures;
  } finally {
    await exchange.close();
  }
}

/** Milliseconds, ascending. */
async function timesOf(exchange: TestExchange, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const begin = performance.now();
    const answer = await fetch(`${exchange.address}${path}`, {
      headers: exchange.headers({ user: ALICE }),
    });
    await answer.arrayBuffer();
    if (round >= 0) times.push(performance.now() - begin);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  }
  return times.sort((a, b) => a - b);
}

/** Ads of 5,000 owners with coins: fixed and floating prices, three ways, all conditions. */
async function publishAds({ engine }: TestExchange): Promise<void> {
  await engine.submit({
    kind: 'p2p.terms',
    terms: {
      currency: USDT,
      market: 0,
      minFiat: (10n * YUAN) as Amount,
      maxFiat: (50_000n * YUAN) as Amount,
      bandBps: 2_000,
      twoOperatorsFrom: (10_000n * YUAN) as Amount,
      merchantBond: 0n as Amount,
      isOpen: true,
    },
  });
  await engine.submit({ kind: 'p2p.rate', currency: USDT, priceTicks: SEVEN });
  for (let owner = 0; owner < ADS / ADS_OF_OWNER; owner++) {
    const user = 1_000_000 + owner;
    await engine.submit({
      kind: 'ledger.deposit',
      user,
      wallet: 'p2p',
      currency: USDT,
      amount: (10_000n * COIN) as Amount,
      reference: 'bench',
    });
    for (let place = 0; place < ADS_OF_OWNER; place++) {
      const { outcome } = await engine.submit(ad(user, owner * ADS_OF_OWNER + place));
      if (!outcome.ok) throw new Error(`an ad was refused: ${outcome.rejection}`);
    }
  }
}

function ad(user: number, number: number): P2pCommand {
  const isFloating = number % 2 === 0;
  return {
    kind: 'p2p.publish',
    user,
    side: 'sell',
    currency: USDT,
    total: (1_000n * COIN) as Amount,
    level: 2,
    terms: {
      priceTicks: isFloating ? 0 : SEVEN + (number % 10_007) * 1_000,
      offsetBps: isFloating ? number % 997 : 0,
      minTicks: isFloating ? SEVEN / 2 : 0,
      maxTicks: isFloating ? SEVEN * 2 : 0,
      minQuantity: (BigInt(2 + (number % 50)) * COIN) as Amount,
      maxQuantity: (BigInt(100 + (number % 900)) * COIN) as Amount,
      methods: [{ id: 1, way: (['aliPay', 'weChat', 'bank'] as const)[number % 3] ?? 'bank' }],
      payMinutes: 15,
      takers: {
        level: number % 3,
        registeredDays: number % 7 === 0 ? 30 : 0,
        completedDeals: number % 5 === 0 ? 10 : 0,
        completionBps: number % 11 === 0 ? 9_000 : 0,
      },
      hours: number % 13 === 0 ? [[0, 5_000]] : [],
      code: '',
      texts: 0,
    },
  };
}
