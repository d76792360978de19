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
import { trader } from './p2p-scene.ts';
import {
  asNewcomer,
  asOwner,
  ofOwn,
  type Input,
  type OwnObjects,
  type Recipes,
} from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

export const COMPLAINT: Input = { subject: 'deposit', text: 'My deposit is missing.' };
export const REPORT: Input = { reason: 'scam', text: 'Asks to pay to another account.' };

/** A complaint of the customer. */
async function complaintOf(customer: Customer): Promise<string> {
  const { id } = await customer.ask(complaintFile, { subject: 'deposit', text: 'It is missing.' });
  return String(id);
}

/** Calls about an own complaint, and the fields besides its id. */
export const COMPLAINT_OBJECTS: OwnObjects = [
  [complaintInfo, complaintOf, {}],
  [complaintWrite, complaintOf, { text: 'It is still missing.' }],
  [complaintClose, complaintOf, {}],
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

/** Good calls about complaints. */
export const COMPLAINT_RECIPES: Recipes = [
  [complaintFile, asNewcomer(() => Promise.resolve(COMPLAINT))],
  [
    complaintReport,
    asNewcomer(async (customer) => ({ ...REPORT, trader_id: await trader(customer) })),
  ],
  ...ofOwn(COMPLAINT_OBJECTS),
  [officeComplaint, asOwner(async (scene) => ({ id: (await waiting(scene)).id }))],
  [
    officeComplaintAnswer,
    asOwner(async (scene) => ({ ...(await waiting(scene)), text: 'It is there.' })),
  ],
  [officeComplaintClose, asOwner(waiting)],
];
