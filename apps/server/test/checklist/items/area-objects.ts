/** Objects that calls take by id, of all areas that list theirs. */
import { P2P_OBJECTS } from './p2p-scene.ts';
import { ALERT_OBJECTS } from './alert-scene.ts';
import { INBOX_OBJECTS } from './inbox-scene.ts';
import { COMPLAINT_OBJECTS } from './complaint-scene.ts';
import { EARN_OBJECTS } from './earn-scene.ts';
import { CONVERT_OBJECTS } from './convert-scene.ts';
import { LOAN_OBJECTS } from './loan-scene.ts';
import type { OwnObjects } from './recipes.ts';

export const AREA_OBJECTS: OwnObjects = [
  ...P2P_OBJECTS,
  ...ALERT_OBJECTS,
  ...INBOX_OBJECTS,
  ...COMPLAINT_OBJECTS,
  ...EARN_OBJECTS,
  ...CONVERT_OBJECTS,
  ...LOAN_OBJECTS,
];
