import { demoFaucet } from '@meridian/contract/demo/calls';
import { transactionDel, transactionIn, transactionOut } from '@meridian/contract/spot/calls';
import { officeOrdersCancel } from '@meridian/contract/spot/office';
import { walletChange, walletDetail, walletLog } from '@meridian/contract/wallet/calls';
import { officeAdjustmentDecide, officeAdjustmentPropose } from '@meridian/contract/wallet/office';
import { PAIR } from './market-scene.ts';
import { asNewcomer, asOwner, asTrader, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

/** Inside the band around the index, at prices without other orders. */
const FAR_BELOW = '59000';
const FAR_ABOVE = '61000';
const ORDER = { ...PAIR, price: FAR_BELOW, num: '0.001', mode: '2' };

/** Good calls about orders and wallets. */
export const SPOT_RECIPES: Recipes = [
  [transactionIn, asTrader(() => ORDER)],
  [transactionOut, asTrader(() => ({ ...ORDER, price: FAR_ABOVE }))],
  [transactionDel, asTrader(async (customer) => ({ id: String(await restingOrder(customer)) }))],
  [
    walletChange,
    asTrader(() => ({
      number: '1',
      currency_id: '3',
      from_field: 'change',
      to_field: 'lever',
    })),
  ],
  [walletDetail, asTrader(() => ({ currency: '3' }))],
  [walletLog, asTrader(() => ({ type: '2', currency: '3' }))],
  [demoFaucet, asNewcomer(() => ({}))],
  [
    officeOrdersCancel,
    asOwner(async (scene) => ({
      scope: 'user',
      id: String((await scene.newcomer()).user),
      reason: 'The customer asked.',
    })),
  ],
  [
    officeAdjustmentPropose,
    asOwner(({ alice }) => ({
      user: String(alice.user),
      wallet: 'spot',
      currency: '3',
      amount: '1',
      reason: 'A refund',
    })),
  ],
  [
    officeAdjustmentDecide,
    asOwner(async (scene) => ({ id: String(await adjustment(scene)), approved: '1' })),
  ],
];

async function adjustment(scene: Scene): Promise<number> {
  const { id } = await scene.operator('second owner').ask(officeAdjustmentPropose, {
    user: scene.alice.user,
    wallet: 'spot',
    currency: 3,
    amount: '1',
    reason: 'A refund',
  });
  return id;
}

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
