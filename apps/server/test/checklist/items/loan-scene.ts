/** Loans for the checklist. */
import { loanBorrow, loanCollateral, loanEvents, loanRepay } from '@meridian/contract/loan/calls';
import { officeLoanCover, officeLoanOfferSave } from '@meridian/contract/loan/office';
import type { Call } from '@meridian/contract/schema/call';
import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { lostLoan } from '../../people/lost-loan.ts';
import { seedLoans } from '../../../src/modules/loan/seed.ts';
import type { Customer, Scene } from './scene.ts';

type Input = Readonly<Record<string, string>>;

const COIN = 100_000_000n;
const USDT = 3;
const BTC = 1;
const SAVINGS = 31;

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
  const { engine } = customer.scene.exchange;
  await customer.fund();
  await customer.scene.tick();
  const must = async (command: Command): Promise<number> => {
    const { outcome } = await engine.submit(command);
    if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.rejection}`);
    return outcome.id ?? 0;
  };
  const most = (1_000_000n * COIN) as Amount;
  for (const [currency, market] of [
    [USDT, 0],
    [BTC, 1],
  ] as const) {
    const [marginBps, capBps] = market === 0 ? [0, 0] : [10, 500];
    const bounds = { min: 1_000n as Amount, max: most, step: 1n as Amount };
    const limits = { hourLimit: most, dust: COIN as Amount, isOpen: true };
    const terms = { currency, market, marginBps, capBps, ...bounds, ...limits };
    await must({ kind: 'convert.terms', terms });
  }
  const fund = { kind: 'convert.fund', currency: USDT, direction: 'in' } as const;
  await must({ ...fund, amount: (1_000n * COIN) as Amount });
  const user = customer.user;
  const amount = (COIN / 1_000n) as Amount;
  return String(
    await must({ kind: 'convert.quote', user, from: BTC, to: USDT, side: 'from', amount }),
  );
}

/** Calls about an own loan, and the fields besides its id. */
export const LOAN_OBJECTS: readonly (readonly [
  call: Call,
  make: (owner: Customer) => Promise<string>,
  rest: Input,
])[] = [
  [loanEvents, borrowed, {}],
  [loanRepay, borrowed, { number: '100' }],
  [loanCollateral, borrowed, { direction: 'add', number: '0.01' }],
];

/** A good input of each call about loans that asks for something. */
export const LOAN_CALLS: readonly (readonly [
  call: Call,
  input: (customer: Customer) => Promise<Input>,
])[] = [
  [
    loanBorrow,
    async (customer) => {
      await ready(customer);
      return BORROWING;
    },
  ],
  ...LOAN_OBJECTS.map(
    ([call, make, rest]) =>
      [call, async (customer: Customer) => ({ id: await make(customer), ...rest })] as const,
  ),
];

/** A good input of each call of operators about loans. */
export const LOAN_OFFICE_CALLS: readonly (readonly [
  call: Call,
  input: (scene: Scene) => Promise<Input>,
])[] = [
  [
    officeLoanOfferSave,
    async (scene) => {
      await lending(scene);
      return { ...OFFER, product: String(SAVINGS) };
    },
  ],
  [
    officeLoanCover,
    async (scene) => {
      const { user } = await scene.newcomer();
      return { id: String(await lostLoan(scene.exchange, user)) };
    },
  ],
];
