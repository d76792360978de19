/** For tests: a customer and a house with margin, and the index that contracts follow. */
import { marginPositions, marginSubmit } from '@meridian/contract/margin/calls';
import type { CallInput } from '@meridian/contract/schema/call';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { ALICE, type As, type TestExchange, type WireRefusal } from './test-exchange.ts';

const COIN = 10n ** 8n;

export const PAIR = { legal_id: 3, currency_id: 1 } as const;
/** 100 lots of 0.001 BTC at the market. */
export const LONG = { ...PAIR, multiple: 10, share: '100', type: 1, status: 1 } as const;

/** A million USDT for the house, ten thousand for Alice. */
export async function fundMargin(exchange: TestExchange): Promise<void> {
  for (const [user, coins] of [
    [SYSTEM.house, 1_000_000n],
    [ALICE, 10_000n],
  ] as const)
    await exchange.engine.submit({
      kind: 'ledger.deposit',
      user,
      wallet: 'margin',
      currency: 3,
      amount: (coins * COIN) as Amount,
      reference: 'test',
    });
}

/** An index of three venues, five seconds later: the mark price is there too. */
export async function indexOf(exchange: TestExchange, price: number): Promise<void> {
  exchange.engine.advance(5_000);
  await exchange.engine.submit({
    kind: 'index.set',
    source: 'test',
    sources: 3,
    prices: [[1, (price * 100) as PriceTicks]],
  });
}

/** A position at the market, filled by the next index, which is the same. */
export async function enterOn(
  exchange: TestExchange,
  input: CallInput<typeof marginSubmit>,
  as: As,
  price = 60_000,
): Promise<{ id: number }> {
  const { id } = await exchange.call(marginSubmit, input, as);
  await indexOf(exchange, price);
  return { id };
}

/** The first page of own positions or orders of a status. */
export async function listedOn(exchange: TestExchange, status: 0 | 1 | 3 | 4, as: As) {
  return (await exchange.call(marginPositions, { status, page: 1 }, as)).message;
}

/** The code of a call that must be refused. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return (error as WireRefusal).answer['code'];
  }
  throw new Error('it was not refused');
}
