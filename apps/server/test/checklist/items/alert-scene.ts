/** Price alerts for the checklist. */
import { alertAdd, alertDelete, alertList, alertSwitch } from '@meridian/contract/alert/calls';
import type { Call } from '@meridian/contract/schema/call';
import type { Customer } from './scene.ts';

type Input = Readonly<Record<string, string>>;

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
export const ALERT_OBJECTS: readonly (readonly [
  call: Call,
  make: (owner: Customer) => Promise<string>,
  rest: Input,
])[] = [
  [alertSwitch, alertOf, { on: '0' }],
  [alertDelete, alertOf, {}],
];

/** A good input of each call about alerts that asks for something. */
export const ALERT_CALLS: readonly (readonly [
  call: Call,
  input: (customer: Customer) => Promise<Input>,
])[] = [
  [alertAdd, () => Promise.resolve(ALERT)],
  ...ALERT_OBJECTS.map(
    ([call, make, rest]) =>
      [call, async (customer: Customer) => ({ id: await make(customer), ...rest })] as const,
  ),
];
