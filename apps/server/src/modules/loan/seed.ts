import type { Command } from '@meridian/core/commands';
import type { EarnProduct, ProductId } from '@meridian/core/earn/earn-commands';
import type { CurrencyId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { LoanTerms } from '@meridian/core/loan/loan-commands';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { startingCurrency, startingUsdtMarket } from '../market/starting-catalog.ts';

const COIN = 10n ** 8n;
const USDT = startingCurrency('USDT');
/** The savings of USDT, where nobody has listed any. */
const USDT_SAVINGS: ProductId = 31;
/** Least amount that the demo can lend, and the saving of its maker for it, in smallest units. */
const LENDABLE = 1_000_000n * COIN;
const DEMO_SAVING = 2_000_000n * COIN;
const LEAST_SAVING = 1_000n * COIN;
/** Interest that the demo's savings can pay beside the interest from borrowers. */
const DEMO_INTEREST = 1_000_000n * COIN;

/** Collateral of the demo. */
const DEMO_COLLATERAL = ['BTC', 'ETH'] as const;

/** About 9 % a year, 15 % of it for the insurance. */
export const DEMO_LOAN_TERMS: LoanTerms = {
  ratePpb: 10_274,
  fundBps: 1_500,
  initialBps: 6_500,
  warnBps: [7_140, 7_410, 7_690],
  liquidationBps: 8_330,
  feeBps: 100,
  boundBps: 300,
};

type Submitter = Pick<Engine, 'submit'>;

/**
 * Demo mode only: savings that can lend, and loans of USDT against bitcoins and ether. Listed
 * savings and offers stay as they are: an operator may have changed them since.
 */
export async function seedLoans(engine: Submitter, live: LiveView): Promise<void> {
  if (live.currency(USDT) === undefined) return;
  const product = savingsOf(live, USDT) ?? (await listSavings(engine));
  await saveEnough(engine, live, product);
  for (const [index, code] of DEMO_COLLATERAL.entries()) {
    const market = startingUsdtMarket(code);
    const isListed = live.loan.offers().some((offer) => offer.market === market);
    if (isListed || live.market(market) === undefined) continue;
    await submit(engine, {
      kind: 'loan.offer',
      offer: {
        id: index + 1,
        market,
        product,
        min: (100n * COIN) as Amount,
        max: (500_000n * COIN) as Amount,
        terms: DEMO_LOAN_TERMS,
        isOpen: true,
      },
    });
  }
}

/** Open savings of a coin that lend. */
function savingsOf(live: LiveView, currency: CurrencyId): ProductId | undefined {
  return live.loan
    .products()
    .find((product) => product.currency === currency && product.isOpen && product.lendBps > 0)?.id;
}

/** Savings of USDT: about 4 % a year, of which four fifths can be lent. */
async function listSavings(engine: Submitter): Promise<ProductId> {
  const product: EarnProduct = {
    id: USDT_SAVINGS,
    kind: 'savings',
    currency: USDT,
    ratePpb: 109_589,
    days: 0,
    min: COIN as Amount,
    max: (10_000_000n * COIN) as Amount,
    capacity: (1_000_000_000n * COIN) as Amount,
    dayQuota: (100_000_000n * COIN) as Amount,
    lendBps: 8_000,
    isOpen: true,
  };
  await submit(engine, { kind: 'earn.product', product });
  const amount = DEMO_INTEREST as Amount;
  await submit(engine, { kind: 'earn.fund', product: product.id, direction: 'in', amount });
  return product.id;
}

/** The demo's maker, a marked account of the house, saves where customers save too little. */
async function saveEnough(engine: Submitter, live: LiveView, product: ProductId): Promise<void> {
  if (live.loan.lendable(product) >= LENDABLE) return;
  const { available } = live.balance(SYSTEM.demoMaker, 'spot', USDT);
  // Savings that somebody else has listed may take less at once.
  for (let amount = DEMO_SAVING; amount >= LEAST_SAVING; amount /= 2n) {
    if (amount > available) continue;
    const { outcome } = await engine.submit({
      kind: 'earn.save',
      user: SYSTEM.demoMaker,
      product,
      amount: amount as Amount,
    });
    if (outcome.ok) return;
  }
}

async function submit(engine: Submitter, command: Command): Promise<void> {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok)
    throw new Error(`the loans of the demo were refused (${command.kind}): ${outcome.rejection}`);
}
