/** Complaints for the checklist. */
import {
  complaintClose,
  complaintFile,
  complaintInfo,
  complaintReport,
  complaintWrite,
} from '@meridian/contract/complaint/calls';
import {
  officeComplaint,
  officeComplaintAnswer,
  officeComplaintClose,
} from '@meridian/contract/complaint/office';
import type { Call } from '@meridian/contract/schema/call';
import { trader } from './p2p-scene.ts';
import type { Customer, Scene } from './scene.ts';

type Input = Readonly<Record<string, string>>;

export const COMPLAINT: Input = { subject: 'deposit', text: 'My deposit is missing.' };
export const REPORT: Input = { reason: 'scam', text: 'Asks to pay to another account.' };

/** A complaint of the customer. */
async function complaintOf(customer: Customer): Promise<string> {
  const { id } = await customer.ask(complaintFile, { subject: 'deposit', text: 'It is missing.' });
  return String(id);
}

/** Calls about an own complaint, and the fields besides its id. */
export const COMPLAINT_OBJECTS: readonly (readonly [
  call: Call,
  make: (owner: Customer) => Promise<string>,
  rest: Input,
])[] = [
  [complaintInfo, complaintOf, {}],
  [complaintWrite, complaintOf, { text: 'It is still missing.' }],
  [complaintClose, complaintOf, {}],
];

/** A good input of each call about complaints that asks for something. */
export const COMPLAINT_CALLS: readonly (readonly [
  call: Call,
  input: (customer: Customer) => Promise<Input>,
])[] = [
  [complaintFile, () => Promise.resolve(COMPLAINT)],
  [complaintReport, async (customer) => ({ ...REPORT, trader_id: await trader(customer) })],
  ...COMPLAINT_OBJECTS.map(
    ([call, make, rest]) =>
      [call, async (customer: Customer) => ({ id: await make(customer), ...rest })] as const,
  ),
];

/** A complaint of somebody, and its last message. */
async function waiting(scene: Scene): Promise<{ id: string; seen: string }> {
  const id = await complaintOf(await scene.newcomer());
  const { last } = await scene.exchange.queries
    .selectFrom('complaint_messages')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('complaint', '=', BigInt(id))
    .executeTakeFirstOrThrow();
  return { id, seen: String(last) };
}

/** A good input of each call of operators about complaints. */
export const COMPLAINT_OFFICE_CALLS: readonly (readonly [
  call: Call,
  input: (scene: Scene) => Promise<Input>,
])[] = [
  [officeComplaint, async (scene) => ({ id: (await waiting(scene)).id })],
  [officeComplaintAnswer, async (scene) => ({ ...(await waiting(scene)), text: 'It is there.' })],
  [officeComplaintClose, waiting],
];
