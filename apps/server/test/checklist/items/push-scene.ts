/** Notifications on devices for the checklist. */
import { messageSettingSave } from '@meridian/contract/inbox/calls';
import { pushSubscribe, pushUnsubscribe } from '@meridian/contract/inbox/push-calls';
import type { Call } from '@meridian/contract/schema/call';
import { TestBrowser } from '../../push/test-browser.ts';
import type { Customer } from './scene.ts';

type Input = Readonly<Record<string, string>>;

/** Nothing is sent there: the scene has no rounds. */
const SERVICE = 'https://fcm.googleapis.com';

async function deviceOf(customer: Customer): Promise<string> {
  const browser = new TestBrowser(SERVICE);
  await customer.ask(pushSubscribe, browser.subscription);
  return browser.id;
}

/** Calls about an own device, and the fields besides its id. */
export const PUSH_OBJECTS: readonly (readonly [
  call: Call,
  make: (owner: Customer) => Promise<string>,
  rest: Input,
])[] = [[pushUnsubscribe, deviceOf, {}]];

/** A good input of each call about notifications that asks for something. */
export const PUSH_CALLS: readonly (readonly [
  call: Call,
  input: (customer: Customer) => Promise<Input>,
])[] = [
  [messageSettingSave, () => Promise.resolve({ topic: 'alerts', push: '1' })],
  [pushSubscribe, () => Promise.resolve(new TestBrowser(SERVICE).subscription)],
  [pushUnsubscribe, async (customer) => ({ id: await deviceOf(customer) })],
];
