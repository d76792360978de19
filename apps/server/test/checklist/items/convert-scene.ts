/** Conversions for the checklist: quotes, dust and recurring purchases of new people with money. */
import {
  convertAccept,
  convertDust,
  convertEndPlan,
  convertPlan,
  convertQuote,
  convertSweep,
} from '@meridian/contract/convert/calls';
import { officeConvertFund, officeConvertTermsSave } from '@meridian/contract/convert/office';
import type { Amount } from '@meridian/money/amount';
import { freshIndex, openConvert } from '../../convert-scene.ts';
import {
  asNewcomer,
  asOwner,
  ofOwn,
  type Input,
  type OwnObjects,
  type Recipes,
} from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

const QUOTE = { from_id: '3', to_id: '1', number: '100', side: 'from' };
const PLAN = {
  ...{ from_id: '3', to_id: '1', number: '50' },
  ...{ every_days: '7', minute: '480', max_spread_bps: '200' },
};
const TERMS = {
  ...{ currency: '1', market: '1', margin_bps: '20', cap_bps: '200', min: '0.0001' },
  ...{ max: '10', step: '0.000001', hour_limit: '100', dust: '5', open: '1' },
};
const DUST = 1_0000n as Amount;

/** Conversions are open, with a fresh index and a desk that has coins. */
async function openIn({ exchange }: Scene): Promise<void> {
  if (exchange.live.convert.hub() === undefined) await openConvert(exchange);
  else await freshIndex(exchange);
}

/** A customer with money, while conversions are open. */
export async function asConverter(customer: Customer): Promise<Customer> {
  await openIn(customer.scene);
  await customer.fund();
  return customer;
}

/** An open quote of the customer. */
async function quoteOf(customer: Customer): Promise<string> {
  await asConverter(customer);
  const { id } = await customer.ask(convertQuote, {
    ...QUOTE,
    from_id: 3,
    to_id: 1,
    side: 'from',
  });
  return String(id);
}

/** A recurring purchase of the customer. */
async function planOf(customer: Customer): Promise<string> {
  await asConverter(customer);
  const { id } = await customer.ask(convertPlan, {
    ...{ from_id: 3, to_id: 1, number: '50' },
    ...{ every_days: 7, minute: 480, max_spread_bps: 200 },
  });
  return String(id);
}

/** A newcomer with a little ETH. */
async function withDust(customer: Customer): Promise<Input> {
  await openIn(customer.scene);
  await customer.scene.exchange.engine.submit({
    kind: 'ledger.deposit',
    user: customer.user,
    wallet: 'spot',
    currency: 2,
    amount: DUST,
    reference: 'test',
  });
  return { to_id: '3', ids: '2', least: '0' };
}

/** Calls with an object of the customer's, and how that is made. */
export const CONVERT_OBJECTS: OwnObjects = [
  [convertAccept, quoteOf, {}],
  [convertEndPlan, planOf, {}],
];

/** Good calls about conversions. */
export const CONVERT_RECIPES: Recipes = [
  [convertQuote, asNewcomer(async (customer) => (await asConverter(customer), QUOTE))],
  [convertDust, asNewcomer(async (customer) => (await asConverter(customer), { to_id: '3' }))],
  [convertSweep, asNewcomer(withDust)],
  [convertPlan, asNewcomer(async (customer) => (await asConverter(customer), PLAN))],
  ...ofOwn(CONVERT_OBJECTS),
  [officeConvertTermsSave, asOwner(async (scene) => (await openIn(scene), TERMS))],
  [
    officeConvertFund,
    asOwner(
      async (scene) => (await openIn(scene), { currency: '3', direction: 'in', amount: '10' }),
    ),
  ],
];
