/** For tests: a small market of conversions between USDT, BTC and ETH, with a funded desk. */
import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { TestExchange } from './test-exchange.ts';

const COIN = 100_000_000n;
const [BTC, ETH, USDT] = [1, 2, 3];

/** Must not be refused. */
export async function submitAll(
  exchange: TestExchange,
  commands: readonly Command[],
): Promise<void> {
  for (const command of commands) {
    const { outcome } = await exchange.engine.submit(command);
    if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.rejection}`);
  }
}

/** An index of 60,000 USDT for BTC and of 3,000 USDT for ETH, as fresh as it can be. */
export async function freshIndex(exchange: TestExchange): Promise<void> {
  await submitAll(exchange, [
    {
      kind: 'index.set',
      source: 'test',
      prices: [
        [1, 6_000_000 as PriceTicks],
        [2, 300_000 as PriceTicks],
      ],
    },
  ]);
}

/** Opens the currencies: margins of 10 bps, caps of 100 bps, dust of 5 USDT. */
export async function openConvert(exchange: TestExchange): Promise<void> {
  await freshIndex(exchange);
  const rows = [
    [USDT, 0, COIN, 50_000n * COIN, 200_000n * COIN],
    [BTC, 1, COIN / 100_000n, COIN, 10n * COIN],
    [ETH, 2, COIN / 10_000n, 20n * COIN, 100n * COIN],
  ] as const;
  for (const [currency, market, min, max, funded] of rows) {
    const isHub = market === 0;
    await submitAll(exchange, [
      {
        kind: 'convert.terms',
        terms: {
          currency,
          market,
          marginBps: isHub ? 0 : 10,
          capBps: isHub ? 0 : 100,
          min: min as Amount,
          max: max as Amount,
          step: 100n as Amount,
          hourLimit: (max * 4n) as Amount,
          dust: (5n * COIN) as Amount,
          isOpen: true,
        },
      },
      {
        kind: 'ledger.deposit',
        user: SYSTEM.house,
        wallet: 'spot',
        currency,
        amount: (funded * 2n) as Amount,
        reference: 'test',
      },
      { kind: 'convert.fund', currency, direction: 'in', amount: funded as Amount },
    ]);
  }
}

/** A resting order. */
export function resting(
  user: number,
  side: 'buy' | 'sell',
  { market = 1, ticks, lots }: { readonly market?: number; ticks: number; lots: number },
): Command {
  return {
    kind: 'spot.place',
    user,
    market,
    side,
    type: 'limit',
    timeInForce: 'gtc',
    postOnly: true,
    priceTicks: ticks as PriceTicks,
    quantityLots: lots as QuantityLots,
    selfTrade: 'expireTaker',
  };
}
