import { transactionDel, transactionIn, transactionOut } from '@meridian/contract/spot/calls';
import { officeOrdersCancel } from '@meridian/contract/spot/office';
import { PAIR } from './market-scene.ts';
import { asOwner, asTrader, type Recipes } from './recipes.ts';
import type { Customer } from './scene.ts';

/** Inside the band around the index, at prices without other orders. */
const FAR_BELOW = '59000';
const FAR_ABOVE = '61000';
const ORDER = { ...PAIR, price: FAR_BELOW, num: '0.001', mode: '2' };

/** Good calls about orders. */
export const SPOT_RECIPES: Recipes = [
  [transactionIn, asTrader(() => ORDER)],
  [transactionOut, asTrader(() => ({ ...ORDER, price: FAR_ABOVE }))],
  [transactionDel, asTrader(async (customer) => ({ id: String(await restingOrder(customer)) }))],
  [
    officeOrdersCancel,
    asOwner(async (scene) => ({
      scope: 'user',
      id: String((await scene.newcomer()).user),
      reason: 'The customer asked.',
    })),
  ],
];

async function restingOrder(customer: Customer): Promise<number> {
  const { id } = await customer.ask(transactionIn, {
    legal_id: 3,
    currency_id: 1,
    price: FAR_BELOW,
    num: '0.001',
    mode: '2',
  });
  return id;
}
