import { LOAN_BOUNDS } from '@meridian/contract/loan/bounds';
import {
  officeLoanCover,
  officeLoanOffers,
  officeLoanOfferSave,
  officeLoans,
  officeLoanSums,
} from '@meridian/contract/loan/office';
import { loanBorrow, loanMy, loanOffers } from '@meridian/contract/loan/calls';
import { officeProposals } from '@meridian/contract/office/proposals';
import { officeAudit } from '@meridian/contract/office/calls';
import { ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import type { LoanOffer, LoanTerms } from '@meridian/core/loan/loan-commands';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lostLoan } from '../../../test/people/lost-loan.ts';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';
import { seedEarn } from '../earn/seed.ts';
import { fundDemoHouse } from '../wallet/demo-funding.ts';
import { seedLoans } from './seed.ts';

const OFFER = {
  market: 1,
  product: 31,
  min_number: '50',
  max_number: '9000',
  rate_ppb: 20_000,
  fund_bps: 1_000,
  initial_bps: 6_000,
  warn_1_bps: 7_000,
  warn_2_bps: 7_500,
  warn_3_bps: 8_000,
  liquidation_bps: 8_500,
  fee_bps: 200,
  bound_bps: 400,
  open: '1',
} as const;

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange.close());
beforeEach(() => exchange.reset());

/** A demo's savings and offers. */
async function furnish(): Promise<void> {
  await fundDemoHouse(exchange.engine, exchange.live);
  await seedLoans(exchange.engine, exchange.live);
}

const borrow = (id = 1) =>
  exchange.call(loanBorrow, { id, collateral_number: '1', number: '1000' }, { user: ALICE });

/** Terms of the core with room above the initial level, and one value of them. */
function termsWith(term: keyof typeof LOAN_BOUNDS, value: number): LoanTerms {
  const terms: LoanTerms = {
    ...{ ratePpb: 20_000, fundBps: 1_000, initialBps: 6_000, warnBps: [9_000, 9_100, 9_200] },
    ...{ liquidationBps: 9_400, feeBps: 0, boundBps: 10 },
  };
  // A sale at the widest bound has to pay the debt of the last level.
  if (term === 'boundBps')
    return { ...terms, warnBps: [7_000, 7_100, 7_200], liquidationBps: 7_500, boundBps: value };
  if (term !== 'levelBps') return { ...terms, [term]: value };
  const [lowestInitialBps] = LOAN_BOUNDS.initialBps;
  return value <= lowestInitialBps + 1
    ? { ...terms, initialBps: lowestInitialBps, warnBps: [value, 9_100, 9_200] }
    : { ...terms, liquidationBps: value };
}

describe('offers of loans', () => {
  beforeEach(furnish);

  it.each(Object.keys(LOAN_BOUNDS) as (keyof typeof LOAN_BOUNDS)[])(
    'have the bounds of the core: %s',
    async (term) => {
      const [listed] = exchange.live.loan.offers();
      const [least, most] = LOAN_BOUNDS[term];
      const outcomes = [least, most, least - 1, most + 1].map(async (value) => {
        const offer = { ...listed, terms: termsWith(term, value) } as LoanOffer;
        return (await exchange.engine.submit({ kind: 'loan.offer', offer })).outcome;
      });
      expect(await Promise.all(outcomes)).toEqual([
        ...[{ ok: true }, { ok: true }],
        ...Array<unknown>(2).fill({ ok: false, rejection: 'malformed' }),
      ]);
    },
  );

  it('are listed and changed by a journaled command, and loans that run keep their terms', async () => {
    await borrow();
    const { id } = await office.as('owner', officeLoanOfferSave, OFFER);
    expect(id).toBe(3);
    await office.as('owner', officeLoanOfferSave, { ...OFFER, id: 1 });
    expect((await office.as('finance', officeLoanOffers, {}))[0]).toMatchObject({
      id: 1,
      symbol: 'BTC/USDT',
      rate_ppb: 20_000,
      year_rate: '17.52',
      initial_bps: 6_000,
      warn_2_bps: 7_500,
      is_open: true,
    });
    const [entry] = (await office.as('owner', officeAudit, {})).list;
    expect(entry).toMatchObject({ action: 'loan.change', subject: 'loan offer 1' });
    expect((await exchange.call(loanMy, {}, { user: ALICE })).data[0]?.terms).toMatchObject({
      initial_rate: '65',
      liquidation_rate: '83.3',
    });
  });

  it('of a demo bring savers what its products promise, and lend as much as it wants to', async () => {
    await exchange.reset();
    await fundDemoHouse(exchange.engine, exchange.live);
    await seedEarn(exchange.engine, exchange.live);
    await seedLoans(exchange.engine, exchange.live);
    const offers = await office.as('finance', officeLoanOffers, {});
    expect(offers.map(({ warning }) => warning)).toEqual(['', '']);
    for (const { lendable } of offers) expect(Number(lendable)).toBeGreaterThanOrEqual(1_000_000);
  });

  it('below what a product promises are possible, and both operators read so', async () => {
    await seedEarn(exchange.engine, exchange.live);
    const cheap = { ...OFFER, rate_ppb: 5_000 };
    await office.proposed('owner', officeLoanOfferSave, cheap);
    // 3.94 % of the lent coins. The locks promise 7 %, but borrowers do not pay these.
    const warning =
      'Brings savers 2.76% a year at most, with 70% lent; savings of USDT promise 4.00%.';
    const [proposal] = (await office.as('approver', officeProposals, { state: 'waiting' })).list;
    expect(JSON.parse(proposal?.after ?? '')).toMatchObject({ warning });
    const { id } = await office.as('owner', officeLoanOfferSave, cheap);
    const offers = await office.as('finance', officeLoanOffers, {});
    expect(offers.find((offer) => offer.id === id)).toMatchObject({ warning });
  });

  it('are closed by one person, and opened again by two', async () => {
    const same = { ...OFFER, id: 2, market: 2 };
    await office.as('owner', officeLoanOfferSave, same);
    const closed = await office.send('owner', officeLoanOfferSave, { ...same, open: '0' });
    expect(closed).toMatchObject({ type: 'ok', message: { id: 2 } });
    expect((await exchange.call(loanOffers, {})).map(({ id }) => id)).toEqual([1]);
    expect(
      await office.proposed('owner', officeLoanOfferSave, { ...same, open: '1' }),
    ).toBeGreaterThan(0);
    expect((await exchange.call(loanOffers, {})).map(({ id }) => id)).toEqual([1]);
  });

  it.each([
    ['warn_1_bps', 6_000, 'number_not_between'],
    ['warn_3_bps', 7_500, 'number_not_between'],
    ['liquidation_bps', 9_501, 'number_not_between'],
    ['fee_bps', 501, 'number_not_between'],
    ['bound_bps', 2_000, 'input_invalid'],
    ['max_number', '49', 'input_invalid'],
    ['market', 99, 'market_unknown'],
    ['product', 99, 'earn_closed'],
    ['market', 11, 'earn_closed'],
    ['id', 9, 'loan_closed'],
  ])('with %s of %s are refused', async (field, value, code) => {
    expect(await office.refused('owner', officeLoanOfferSave, { ...OFFER, [field]: value })).toBe(
      code,
    );
  });

  it('keep their coins', async () => {
    expect(await office.refused('owner', officeLoanOfferSave, { ...OFFER, id: 2 })).toBe(
      'loan_offer_fixed',
    );
  });

  it('are changed by those alone who may', async () => {
    for (const role of ROLE_NAMES) {
      const permissions: readonly string[] = ROLES[role];
      if (permissions.includes('loans.write')) continue;
      expect(await office.refused(role, officeLoanOfferSave, OFFER), role).toBe(
        'permission_denied',
      );
    }
  });
});

describe('loans of customers', () => {
  it('are listed with what they owe, their ratio and their warnings', async () => {
    await furnish();
    await borrow();
    const { list, total } = await office.as('finance', officeLoans, { state: 'active' });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      user: ALICE,
      symbol: 'BTC/USDT',
      pledged: '1',
      principal: '1000',
      ltv: '1.67',
      state: 'active',
      warnings: [],
    });
    expect(await office.as('finance', officeLoanSums, {})).toMatchObject([
      { product: 31, currency_name: 'USDT', lent: '1000', lost: '0', idle: '1599000', loans: 1 },
    ]);
  });

  it('that are lost are named, and paid by the house after two people have agreed', async () => {
    const id = await lostLoan(exchange, BOB);
    const { list } = await office.as('finance', officeLoans, { state: 'lost' });
    expect(list).toMatchObject([{ id, user: BOB, debt: '', pledged: '0', level: 3 }]);
    expect(list[0]?.warnings).toHaveLength(3);
    const [sums] = await office.as('finance', officeLoanSums, {});
    expect(sums?.lost).toBe(list[0]?.principal);
    expect(Number(sums?.lost)).toBeGreaterThan(10);
    expect(await office.proposed('owner', officeLoanCover, { id })).toBeGreaterThan(0);
    expect((await office.as('finance', officeLoanSums, {}))[0]?.lost).toBe(sums?.lost);
    await office.as('owner', officeLoanCover, { id });
    expect((await office.as('finance', officeLoanSums, {}))[0]).toMatchObject({
      lost: '0',
      lent: '0',
    });
    expect((await office.as('finance', officeLoans, {})).list[0]?.state).toBe('liquidated');
    expect(await office.refused('owner', officeLoanCover, { id })).toBe('loan_not_found');
    const { data } = await exchange.call(loanMy, { status: 'ended' }, { user: BOB });
    expect(data).toMatchObject([{ id, state: 'liquidated' }]);
  });
});
