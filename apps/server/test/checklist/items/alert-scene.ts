/** Price alerts for the checklist. */
import { alertAdd, alertDelete, alertList, alertSwitch } from '@meridian/contract/alert/calls';
import { asNewcomer, ofOwn, type Input, type OwnObjects, type Recipes } from './recipes.ts';
import type { Customer } from './scene.ts';

/** Of a price that no market of the scene reaches. */
const ALERT: Input = { legal_id: '3', currency_id: '1', direction: 'rises', price: '9000000' };

async function alertOf(customer: Customer): Promise<string> {
  const { list } = await customer.ask(alertList, {});
  const { id } =
    list[0] ??
    (await customer.ask(alertAdd, {
      legal_id: 3,
      currency_id: 1,
      direction: 'rises',
      price: '9000000',
    }));
  return String(id);
}

/** Calls about an own alert, and the fields besides its id. */
export const ALERT_OBJECTS: OwnObjects = [
  [alertSwitch, alertOf, { on: '0' }],
  [alertDelete, alertOf, {}],
];

/** Good calls about price alerts. */
export const ALERT_RECIPES: Recipes = [
  [alertAdd, asNewcomer(() => Promise.resolve(ALERT))],
  ...ofOwn(ALERT_OBJECTS),
];
