/** Good inputs of calls, and objects that calls take, of areas with a scene of their own. */
import { evidenceUpload } from '@meridian/contract/p2p/appeal-calls';
import { ALERT_CALLS, ALERT_OBJECTS } from './alert-scene.ts';
import { COMPLAINT_CALLS, COMPLAINT_OBJECTS, COMPLAINT_OFFICE_CALLS } from './complaint-scene.ts';
import { CONVERT_CALLS, CONVERT_OBJECTS, CONVERT_OFFICE_CALLS } from './convert-scene.ts';
import { EARN_CALLS, EARN_OBJECTS, EARN_OFFICE_CALLS } from './earn-scene.ts';
import { FEE_OFFICE_CALLS } from './fee-scene.ts';
import { LAUNCH_OFFICE_CALLS } from './launch-scene.ts';
import { LOAN_CALLS, LOAN_OBJECTS, LOAN_OFFICE_CALLS } from './loan-scene.ts';
import { PUSH_CALLS, PUSH_OBJECTS } from './push-scene.ts';
import { REBATE_OFFICE_CALLS } from './rebate-scene.ts';
import { SALE_CALLS, SALE_OFFICE_CALLS } from './sale-scene.ts';
import { VOTE_CALLS, VOTE_OFFICE_CALLS } from './vote-scene.ts';
import { asP2pTrader, P2P_CALLS, P2P_OBJECTS, P2P_OFFICE_CALLS } from './p2p-scene.ts';
import { asNewcomer, asOwner, type Recipes } from './recipes.ts';

const AREA_CALLS = [
  ...P2P_CALLS,
  ...ALERT_CALLS,
  ...PUSH_CALLS,
  ...COMPLAINT_CALLS,
  ...EARN_CALLS,
  ...CONVERT_CALLS,
  ...LOAN_CALLS,
  ...SALE_CALLS,
  ...VOTE_CALLS,
];
export const AREA_OBJECTS = [
  ...P2P_OBJECTS,
  ...ALERT_OBJECTS,
  ...PUSH_OBJECTS,
  ...COMPLAINT_OBJECTS,
  ...EARN_OBJECTS,
  ...CONVERT_OBJECTS,
  ...LOAN_OBJECTS,
];
const AREA_OFFICE_CALLS = [
  ...P2P_OFFICE_CALLS,
  ...COMPLAINT_OFFICE_CALLS,
  ...EARN_OFFICE_CALLS,
  ...CONVERT_OFFICE_CALLS,
  ...FEE_OFFICE_CALLS,
  ...REBATE_OFFICE_CALLS,
  ...LAUNCH_OFFICE_CALLS,
  ...LOAN_OFFICE_CALLS,
  ...SALE_OFFICE_CALLS,
  ...VOTE_OFFICE_CALLS,
];

export const AREA_RECIPES: Recipes = [
  ...AREA_CALLS.map(([call, input]) => [call, asNewcomer(input)] as const),
  ...AREA_OFFICE_CALLS.map(([call, input]) => [call, asOwner(input)] as const),
  [
    evidenceUpload,
    async (scene) => ({
      authorization: (await asP2pTrader(await scene.newcomer())).token,
      input: {},
      file: await scene.picture(),
    }),
  ],
];
