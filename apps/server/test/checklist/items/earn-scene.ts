/** Products that pay interest, for the checklist. */
import {
  pledgeBuy,
  pledgeExit,
  savingsAuto,
  savingsBuy,
  savingsRates,
  savingsRedeem,
  wealthBuy,
  wealthExit,
  wealthExitTable,
  wealthRenew,
} from '@meridian/contract/earn/calls';
import { officeEarnFund, officeEarnProductSave } from '@meridian/contract/earn/office';
import { seedEarn } from '../../../src/modules/earn/seed.ts';
import {
  asNewcomer,
  asOwner,
  ofOwn,
  type Input,
  type OwnObjects,
  type Recipes,
} from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

/** Products of the demo: locks of USDT and BTC that can end early, savings in USDT. */
const WEALTH = { id: '2', number: '100' };
const PLEDGE = { id: '4', number: '0.1' };
const SAVINGS = { id: '6', number: '100' };

async function furnish({ exchange: { engine, live } }: Scene): Promise<void> {
  await seedEarn(engine, live);
}

/** Products, and money to buy them with. */
async function ready(customer: Customer): Promise<void> {
  await furnish(customer.scene);
  await customer.fund();
}

async function wealthLock(customer: Customer): Promise<string> {
  await ready(customer);
  return String((await customer.ask(wealthBuy, { id: 2, number: '100' })).id);
}

async function pledgeLock(customer: Customer): Promise<string> {
  await ready(customer);
  return String((await customer.ask(pledgeBuy, { id: 4, number: '0.1' })).id);
}

/** Calls about an own lock, and the fields besides its id. */
export const EARN_OBJECTS: OwnObjects = [
  [wealthExit, wealthLock, {}],
  [wealthRenew, wealthLock, { renews: '1' }],
  [pledgeExit, pledgeLock, {}],
];

const ofProduct = (input: Input) => async (customer: Customer) => {
  await ready(customer);
  return input;
};

/** Good calls about earning. */
export const EARN_RECIPES: Recipes = [
  [wealthBuy, asNewcomer(ofProduct(WEALTH))],
  [wealthExitTable, asNewcomer(ofProduct(WEALTH))],
  [pledgeBuy, asNewcomer(ofProduct(PLEDGE))],
  [savingsBuy, asNewcomer(ofProduct(SAVINGS))],
  [savingsAuto, asNewcomer(ofProduct({ id: '6', is_on: '1', keep: '50' }))],
  [savingsRates, asNewcomer(ofProduct({ id: '6' }))],
  [
    savingsRedeem,
    asNewcomer(async (customer) => {
      await ready(customer);
      await customer.ask(savingsBuy, { id: 6, number: '100' });
      return { id: '6', number: '40' };
    }),
  ],
  ...ofOwn(EARN_OBJECTS),
  [
    officeEarnProductSave,
    asOwner(async (scene) => {
      await furnish(scene);
      return {
        reason: 'A shorter term.',
        kind: 'wealth',
        currency: '3',
        rate_ppb: '200000',
        days: '3',
        min: '10',
        max: '1000',
        capacity: '100000',
        day_quota: '10000',
        open: '1',
      };
    }),
  ],
  [
    officeEarnFund,
    asOwner(async (scene) => {
      await furnish(scene);
      return { reason: 'Interest of next month.', product: '1', direction: 'in', amount: '10' };
    }),
  ],
];
