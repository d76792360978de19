import type { Command } from '@meridian/core/commands';
import type { EarnProduct } from '@meridian/core/earn/earn-commands';
import type { CurrencyId } from '@meridian/core/ids';
import { earnSource, SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';

const COIN = 10n ** 8n;
const BTC = 1;
const ETH = 2;
const USDT = 3;

/**
 * The products of the demo. Amounts in hundredths of a coin. No rate is above the rate that
 * borrowers of the coin pay to savers.
 */
interface DemoProduct {
  readonly id: number;
  readonly kind: EarnProduct['kind'];
  readonly currency: CurrencyId;
  /** Percent a year, of 365 days. */
  readonly yearPercent: number;
  readonly days: number;
  readonly min: bigint;
  readonly max: bigint;
  readonly capacity: bigint;
  /** A tenth of the capacity by default. */
  readonly dayQuota?: bigint;
  readonly budget: bigint;
  readonly earlyKeepBps?: number;
  readonly lendBps?: number;
}

const usdtBounds = { min: 1_000n, max: 5_000_000n, capacity: 500_000_000n } as const;
const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    id: 1,
    kind: 'wealth',
    currency: USDT,
    yearPercent: 5,
    days: 7,
    ...usdtBounds,
    budget: 1_000_000n,
  },
  {
    ...{ id: 2, kind: 'wealth', currency: USDT, yearPercent: 6, days: 30, ...usdtBounds },
    budget: 5_000_000n,
    earlyKeepBps: 5_000,
  },
  {
    id: 3,
    kind: 'wealth',
    currency: USDT,
    yearPercent: 7,
    days: 90,
    ...usdtBounds,
    budget: 15_000_000n,
  },
  {
    ...{ id: 4, kind: 'pledge', currency: BTC, yearPercent: 3, days: 30 },
    ...{ min: 1n, max: 1_000n, capacity: 100_000n, budget: 300n },
    earlyKeepBps: 2_000,
  },
  {
    ...{ id: 5, kind: 'pledge', currency: ETH, yearPercent: 4, days: 60 },
    ...{ min: 10n, max: 20_000n, capacity: 2_000_000n, budget: 15_000n },
  },
  {
    ...{ id: 6, kind: 'savings', currency: USDT, yearPercent: 4, days: 0 },
    // Wide enough for the demo's maker, whose savings are lent.
    ...{ min: 1_000n, max: 200_000_000n, capacity: 1_000_000_000n, dayQuota: 1_000_000_000n },
    budget: 5_000_000n,
    lendBps: 7_000,
  },
  {
    ...{ id: 7, kind: 'savings', currency: BTC, yearPercent: 1.5, days: 0 },
    ...{ min: 1n, max: 1_000n, capacity: 100_000n, budget: 200n },
    lendBps: 5_000,
  },
];

/**
 * Demo mode only: lists products that pay interest, and funds their sources from the house. Listed
 * products stay as they are: an operator may have changed them since.
 */
export async function seedEarn(engine: Pick<Engine, 'submit'>, live: LiveView): Promise<void> {
  for (const demo of DEMO_PRODUCTS) {
    const { id, currency, budget } = demo;
    if (live.currency(currency) === undefined) continue;
    if (live.earn.product(id) === undefined)
      await make(engine, { kind: 'earn.product', product: demoEarnProduct(demo) });
    if (live.balances(earnSource(id)).length > 0) continue;
    const amount = hundredths(budget);
    const fund = { currency, amount, wallet: 'spot', reference: 'demo-funding' } as const;
    // From outside to the house first: its other money is for other purposes.
    await make(engine, { kind: 'ledger.deposit', user: SYSTEM.house, ...fund });
    await make(engine, { kind: 'earn.fund', product: id, direction: 'in', amount });
  }
}

async function make(engine: Pick<Engine, 'submit'>, command: Command): Promise<void> {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok)
    throw new Error(`the products with interest of the demo were refused: ${outcome.rejection}`);
}

function demoEarnProduct(demo: DemoProduct): EarnProduct {
  const { id, kind, currency, yearPercent, days, min, max, capacity, earlyKeepBps, lendBps } = demo;
  return {
    id,
    kind,
    currency,
    ratePpb: Math.round((yearPercent * 10_000_000) / 365),
    days,
    min: hundredths(min),
    max: hundredths(max),
    capacity: hundredths(capacity),
    dayQuota: hundredths(demo.dayQuota ?? capacity / 10n),
    ...(earlyKeepBps === undefined ? {} : { earlyKeepBps }),
    lendBps: lendBps ?? 0,
    isOpen: true,
  };
}

function hundredths(amount: bigint): Amount {
  return ((amount * COIN) / 100n) as Amount;
}
