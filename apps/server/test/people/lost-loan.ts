/** For tests: loans whose collateral did not pay them. */
import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import { STARTING_MARKETS } from '../../src/modules/market/starting-catalog.ts';
import { DEMO_LOAN_TERMS } from '../../src/modules/loan/seed.ts';
import type { TestExchange } from '../test-exchange.ts';

const COIN = 100_000_000n;
const BTC = 1;
/** A coin of which neither the insurance nor the house has any. */
const XRP = 4;
/** Numbers that nothing else has. */
const MARKET = 60;
const PRODUCT = 60;
const OFFER = 60;
/** Other savings. Their source keeps coins that the house must not have. */
const ASIDE = 61;

/**
 * A loan of 60 XRP against a bitcoin that fell from 100 XRP to 50 and was sold: about 11 XRP are
 * missing. The house gets 100 XRP afterwards, with which it can pay them. @returns its number
 */
export async function lostLoan(exchange: TestExchange, user: number): Promise<number> {
  const { engine, live } = exchange;
  const must = async (command: Command): Promise<number> => {
    const { outcome } = await engine.submit(command);
    if (!outcome.ok) throw new Error(`${command.kind} was refused: ${outcome.rejection}`);
    return outcome.id ?? 0;
  };
  const give = (owner: number, currency: number, coins: bigint) =>
    must({
      kind: 'ledger.deposit',
      user: owner,
      wallet: 'spot',
      currency,
      amount: (coins * COIN) as Amount,
      reference: 'test',
    });
  const price = (xrp: number): Promise<number> => {
    engine.advance(6_000);
    const prices = [
      [1, 6_000_000 as PriceTicks],
      [MARKET, (xrp * 100) as PriceTicks],
    ] as const;
    return must({ kind: 'index.set', source: 'test', sources: 3, prices });
  };
  if (live.market(MARKET) === undefined) await list(must);
  await give(SYSTEM.demoMaker, XRP, 1_000n);
  if (live.loan.lendable(PRODUCT) < 60n * COIN) {
    // Savings need a source that can pay their interest; its coins must not pay for the loss.
    const budget = { kind: 'earn.fund', product: PRODUCT, amount: COIN as Amount } as const;
    await give(SYSTEM.house, XRP, 1n);
    await must({ ...budget, direction: 'in' });
    await must({
      kind: 'earn.save',
      user: SYSTEM.demoMaker,
      product: PRODUCT,
      amount: (500n * COIN) as Amount,
    });
    await must({ ...budget, direction: 'out' });
  }
  const { available } = live.balance(SYSTEM.house, 'spot', XRP);
  // The house would pay at once with the coins that the last lost loan has left it.
  if (available > 0n)
    await must({
      kind: 'earn.fund',
      product: ASIDE,
      direction: 'in',
      amount: available as Amount,
    });
  await price(100);
  await give(user, BTC, 1n);
  const amount = (60n * COIN) as Amount;
  const loan = await must({
    kind: 'loan.borrow',
    user,
    offer: OFFER,
    collateral: COIN as Amount,
    amount,
  });
  await price(50);
  await must({
    kind: 'spot.place',
    user: SYSTEM.demoMaker,
    market: MARKET,
    side: 'buy',
    type: 'limit',
    priceTicks: 5_000 as PriceTicks,
    quantityLots: 100_000 as QuantityLots,
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireTaker',
  });
  await price(50);
  await give(SYSTEM.house, XRP, 100n);
  return loan;
}

async function list(must: (command: Command) => Promise<number>): Promise<void> {
  const [pattern] = STARTING_MARKETS;
  if (pattern === undefined) throw new Error('there is no market to copy');
  await must({ kind: 'market.list', market: { ...pattern, id: MARKET, base: BTC, quote: XRP } });
  for (const id of [PRODUCT, ASIDE])
    await must({
      kind: 'earn.product',
      product: {
        id,
        kind: 'savings',
        currency: XRP,
        ratePpb: 1_000,
        days: 0,
        min: 1n as Amount,
        max: (1_000n * COIN) as Amount,
        capacity: (10_000n * COIN) as Amount,
        dayQuota: (10_000n * COIN) as Amount,
        lendBps: 9_000,
        isOpen: true,
      },
    });
  await must({
    kind: 'loan.offer',
    offer: {
      id: OFFER,
      market: MARKET,
      product: PRODUCT,
      min: COIN as Amount,
      max: (1_000n * COIN) as Amount,
      terms: DEMO_LOAN_TERMS,
      isOpen: true,
    },
  });
}
