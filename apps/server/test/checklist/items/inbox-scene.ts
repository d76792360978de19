/** Messages and notifications on devices for the checklist. */
import { messageSettingSave } from '@meridian/contract/inbox/calls';
import { pushSubscribe, pushUnsubscribe } from '@meridian/contract/inbox/push-calls';
import { TestBrowser } from '../../push/test-browser.ts';
import { asNewcomer, type OwnObjects, type Recipes } from './recipes.ts';
import type { Customer } from './scene.ts';

/** Nothing is sent there: the scene has no rounds. */
const SERVICE = 'https://fcm.googleapis.com';

async function deviceOf(customer: Customer): Promise<string> {
  const browser = new TestBrowser(SERVICE);
  await customer.ask(pushSubscribe, browser.subscription);
  return browser.id;
}

/** Calls about an own device, and the fields besides its id. */
export const INBOX_OBJECTS: OwnObjects = [[pushUnsubscribe, deviceOf, {}]];

/** Good calls about messages and notifications on devices. */
export const INBOX_RECIPES: Recipes = [
  [messageSettingSave, asNewcomer(() => Promise.resolve({ topic: 'alerts', push: '1' }))],
  [pushSubscribe, asNewcomer(() => Promise.resolve(new TestBrowser(SERVICE).subscription))],
  [pushUnsubscribe, asNewcomer(async (customer) => ({ id: await deviceOf(customer) }))],
];
