/** Loans for the checklist. */
import { convertQuote } from '@meridian/contract/convert/calls';
import { loanBorrow, loanCollateral, loanEvents, loanRepay } from '@meridian/contract/loan/calls';
import { officeLoanCover, officeLoanOfferSave } from '@meridian/contract/loan/office';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { lostLoan } from '../../people/lost-loan.ts';
import { seedLoans } from '../../../src/modules/loan/seed.ts';
import { asConverter } from './convert-scene.ts';
import {
  asNewcomer,
  asOwner,
  ofOwn,
  type Input,
  type OwnObjects,
  type Recipes,
} from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

const COIN = 100_000_000n;
const USDT = 3;
const BTC = 1;

/** Savings that lend, and loans of them, once. */
async function lending({ exchange: { engine, live } }: Scene): Promise<void> {
  if (live.loan.offers().length > 0) return;
  for (const user of [SYSTEM.house, SYSTEM.demoMaker])
    await engine.submit({
      kind: 'ledger.deposit',
      user,
      wallet: 'spot',
      currency: USDT,
      amount: (20_000_000n * COIN) as Amount,
      reference: 'test',
    });
  await seedLoans(engine, live);
}

/** A customer with money, where loans are made. */
async function ready(customer: Customer): Promise<void> {
  await lending(customer.scene);
  await customer.fund();
  await customer.scene.tick();
}

const OFFER: Input = {
  market: '1',
  min_number: '100',
  max_number: '100000',
  rate_ppb: '10274',
  fund_bps: '1500',
  initial_bps: '6500',
  warn_1_bps: '7140',
  warn_2_bps: '7410',
  warn_3_bps: '7690',
  liquidation_bps: '8330',
  fee_bps: '100',
  bound_bps: '300',
  open: '1',
};
const BORROWING: Input = { id: '1', collateral_number: '0.1', number: '1000' };

/** A loan of the customer. */
export async function borrowed(customer: Customer): Promise<string> {
  await ready(customer);
  const { id } = await customer.ask(loanBorrow, {
    id: 1,
    collateral_number: '0.1',
    number: '1000',
  });
  return String(id);
}

/** An open quote of the customer for a part of the collateral of such a loan. */
export async function quoteOf(customer: Customer): Promise<string> {
  await asConverter(customer);
  const sale = { from_id: BTC, to_id: USDT, number: '0.001', side: 'from' } as const;
  return String((await customer.ask(convertQuote, sale)).id);
}

/** Calls about an own loan, and the fields besides its id. */
export const LOAN_OBJECTS: OwnObjects = [
  [loanEvents, borrowed, {}],
  [loanRepay, borrowed, { number: '100' }],
  [loanCollateral, borrowed, { direction: 'add', number: '0.01' }],
];

/** Good calls about loans. */
export const LOAN_RECIPES: Recipes = [
  [
    loanBorrow,
    asNewcomer(async (customer) => {
      await ready(customer);
      return BORROWING;
    }),
  ],
  ...ofOwn(LOAN_OBJECTS),
  [
    officeLoanOfferSave,
    asOwner(async (scene) => {
      await lending(scene);
      const [offer] = scene.exchange.live.loan.offers();
      return { ...OFFER, product: String(offer?.product) };
    }),
  ],
  [
    officeLoanCover,
    asOwner(async (scene) => {
      const { user } = await scene.newcomer();
      return { id: String(await lostLoan(scene.exchange, user)) };
    }),
  ],
];
