import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';

/** Whole coins of each currency, by id. The unit of account is 10^-8 for all of them. */
type Purse = readonly (readonly [currency: CurrencyId, wholeCoins: bigint])[];

const COIN = 10n ** 8n;

/**
 * About a billion dollars of each currency: enough for years of the bot's trading, and the sums
 * stay far below 2^63 units.
 */
const MARKET_MAKING: Purse = [
  [1, 10_000n],
  [2, 300_000n],
  [3, 2_000_000_000n],
  [4, 500_000_000n],
  [5, 10_000_000n],
  [6, 2_000_000n],
  [7, 1_000_000_000n],
  [8, 3_000_000_000n],
  [9, 150_000_000n],
  [10, 50_000_000n],
  [11, 1_000_000_000n],
];

/**
 * All that the faucet and the promotions may give away (invariant L9: the house gives only coins
 * that it has).
 */
const HOUSE: Purse = MARKET_MAKING;

/** A demo user's spot wallet at the first visit. */
const DEMO_USER: Purse = [
  [1, 2n],
  [2, 20n],
  [3, 100_000n],
  [4, 10_000n],
  [5, 100n],
  [8, 20_000n],
  [10, 500n],
];

/**
 * Demo mode only: deposits play money from outside for the house and the two accounts of the
 * liquidity bot. Once: an account that ever moved is skipped, because idempotency keys are
 * forgotten after a day.
 */
export async function fundDemoHouse(
  engine: Pick<Engine, 'submit'>,
  live: Pick<LiveView, 'balances'>,
): Promise<void> {
  const commands = [
    ...deposits(SYSTEM.house, HOUSE, live),
    ...deposits(SYSTEM.demoMaker, MARKET_MAKING, live),
    ...deposits(SYSTEM.demoTaker, MARKET_MAKING, live),
  ];
  await submitAll(engine, commands);
}

/**
 * Demo mode only: fills a demo user's spot wallet from the house, once. The house must be funded
 * before.
 */
export async function fundDemoUser(
  engine: Pick<Engine, 'submit'>,
  live: Pick<LiveView, 'balances'>,
  user: UserId,
): Promise<void> {
  const commands = missing(user, DEMO_USER, live).map(([currency, coins]): Command => ({
    kind: 'ledger.credit',
    ...entry(user, currency, coins),
    reference: 'demo-welcome',
  }));
  await submitAll(engine, commands);
}

function deposits(user: UserId, purse: Purse, live: Pick<LiveView, 'balances'>): Command[] {
  return missing(user, purse, live).map(([currency, coins]) => ({
    kind: 'ledger.deposit',
    ...entry(user, currency, coins),
    reference: 'demo-funding',
  }));
}

function missing(user: UserId, purse: Purse, live: Pick<LiveView, 'balances'>): Purse {
  const moved = new Set(
    live
      .balances(user)
      .filter(({ wallet }) => wallet === 'spot')
      .map(({ currency }) => currency),
  );
  return purse.filter(([currency]) => !moved.has(currency));
}

function entry(user: UserId, currency: CurrencyId, coins: bigint) {
  const key = `demo-funding-${user}-${currency}`;
  return { user, wallet: 'spot', currency, amount: (coins * COIN) as Amount, key } as const;
}

async function submitAll(
  engine: Pick<Engine, 'submit'>,
  commands: readonly Command[],
): Promise<void> {
  const answers = await Promise.all(commands.map((command) => engine.submit(command)));
  for (const { outcome } of answers) {
    if (!outcome.ok) throw new Error(`the demo funding was refused: ${outcome.rejection}`);
  }
}
