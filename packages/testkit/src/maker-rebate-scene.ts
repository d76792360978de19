import type { Command } from '@meridian/core/commands';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';

const DAY_MS = 86_400_000;
/** Ids that no stream uses. */
const [BASE, QUOTE, MARKET] = [901, 902, 901];
const PRICE = 7 as PriceTicks;
const [MAKER, TAKER] = [FIRST_CUSTOMER + 901, FIRST_CUSTOMER + 902];

/**
 * Two days in a market of its own: trades that reach a tier, then a trade each way whose maker gets
 * a rebate. Random streams seldom have one.
 * @param endMs the time of its last command
 */
export function* makerRebates(endMs: number): Generator<{ command: Command; timeMs: number }> {
  const yesterday = endMs - DAY_MS;
  for (const command of opening()) yield { command, timeMs: yesterday };
  for (const timeMs of [yesterday, endMs]) {
    // Only at a fresh index does a trade count for a tier.
    yield { command: { kind: 'index.set', source: 'test', prices: [[MARKET, PRICE]] }, timeMs };
    for (const side of ['buy', 'sell'] as const) {
      yield { command: order(MAKER, side), timeMs };
      yield { command: order(TAKER, side === 'buy' ? 'sell' : 'buy'), timeMs };
    }
  }
}

function* opening(): Generator<Command> {
  for (const [id, code] of [
    [BASE, 'BASE'],
    [QUOTE, 'QUOTE'],
  ] as const) {
    yield { kind: 'currency.list', currency: { id, code, scale: 0 } };
    const amount = (10n ** 12n) as Amount;
    const funding = { kind: 'ledger.deposit', wallet: 'spot', reference: 'rebates' } as const;
    for (const user of [MAKER, TAKER]) yield { ...funding, user, currency: id, amount };
  }
  yield {
    kind: 'market.list',
    market: {
      ...{ id: MARKET, base: BASE, quote: QUOTE, tickSize: 1n, lotSize: 1n, minNotional: 1n },
      ...{ maxQuantityLots: 1_000_000, maxOpenOrders: 10, makerFeeBps: 10, takerFeeBps: 25 },
      ...{ bandBps: 0, slippageBps: 0, indexMaxAgeMs: 1_000, status: 'open', isDisplayed: true },
    },
  };
  const tier = { volume: 1n as Amount, makerFeeBps: -7, takerFeeBps: 20 };
  yield { kind: 'fee.tiers', currency: QUOTE, tiers: [tier] };
}

/** 9,999 coins: fees and rebates have fractions. */
function order(user: number, side: 'buy' | 'sell'): Command {
  return {
    ...{ kind: 'spot.place', user, market: MARKET, side, type: 'limit', timeInForce: 'gtc' },
    priceTicks: PRICE,
    quantityLots: 9_999 as QuantityLots,
    postOnly: false,
    selfTrade: 'expireTaker',
  };
}
