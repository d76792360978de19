/** Good inputs of calls, and objects that calls take, of areas with a scene of their own. */
import { COMPLAINT_CALLS, COMPLAINT_OBJECTS, COMPLAINT_OFFICE_CALLS } from './complaint-scene.ts';
import { CONVERT_CALLS, CONVERT_OBJECTS, CONVERT_OFFICE_CALLS } from './convert-scene.ts';
import { P2P_CALLS, P2P_OBJECTS, P2P_OFFICE_CALLS } from './p2p-scene.ts';

export const AREA_CALLS = [...P2P_CALLS, ...COMPLAINT_CALLS, ...CONVERT_CALLS];
export const AREA_OBJECTS = [...P2P_OBJECTS, ...COMPLAINT_OBJECTS, ...CONVERT_OBJECTS];
export const AREA_OFFICE_CALLS = [
  ...P2P_OFFICE_CALLS,
  ...COMPLAINT_OFFICE_CALLS,
  ...CONVERT_OFFICE_CALLS,
];
