import type { Call } from '@meridian/contract/schema/call';
import { ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import { plausibleInput } from '../../../src/gateway/hostile-input.ts';
import { ACCEPTOR_RECIPES } from './acceptor-scene.ts';
import { ACCOUNT_RECIPES } from './account-scene.ts';
import { ALERT_RECIPES } from './alert-scene.ts';
import { COMPLAINT_RECIPES } from './complaint-scene.ts';
import { CONVERT_RECIPES } from './convert-scene.ts';
import { EARN_RECIPES } from './earn-scene.ts';
import { FEE_RECIPES } from './fee-scene.ts';
import { LAUNCH_RECIPES } from './launch-scene.ts';
import { LOAN_RECIPES } from './loan-scene.ts';
import { P2P_RECIPES } from './p2p-scene.ts';
import { INBOX_RECIPES } from './inbox-scene.ts';
import { REBATE_RECIPES } from './rebate-scene.ts';
import { SALE_RECIPES } from './sale-scene.ts';
import { VOTE_RECIPES } from './vote-scene.ts';
import { CONTEST_RECIPES } from './contest-scene.ts';
import { CUSTODY_RECIPES } from './custody-scene.ts';
import { IDENTITY_RECIPES } from './identity-scene.ts';
import { MARGIN_RECIPES } from './margin-scene.ts';
import { MARKET_RECIPES } from './market-scene.ts';
import { NEWS_RECIPES } from './news-scene.ts';
import { OFFICE_RECIPES } from './office-scene.ts';
import { PAYMENT_RECIPES } from './payment-scene.ts';
import type { GoodCall } from './recipes.ts';
import type { Scene } from './scene.ts';
import { SECONDS_RECIPES } from './seconds-scene.ts';
import { SPOT_RECIPES } from './spot-scene.ts';
import { WALLET_RECIPES } from './wallet-scene.ts';

/** Fields that a call made from its schema alone leaves out. */
const ASIDE = 'page limit from to q status user_id';

const keyOf = ({ method, path }: Call): string => `${method} ${path}`;
const RECIPES = new Map(
  [
    ...ACCOUNT_RECIPES,
    ...IDENTITY_RECIPES,
    ...MARKET_RECIPES,
    ...SPOT_RECIPES,
    ...WALLET_RECIPES,
    ...MARGIN_RECIPES,
    ...SECONDS_RECIPES,
    ...CUSTODY_RECIPES,
    ...ACCEPTOR_RECIPES,
    ...PAYMENT_RECIPES,
    ...CONTEST_RECIPES,
    ...NEWS_RECIPES,
    ...OFFICE_RECIPES,
    ...ALERT_RECIPES,
    ...COMPLAINT_RECIPES,
    ...CONVERT_RECIPES,
    ...EARN_RECIPES,
    ...FEE_RECIPES,
    ...LAUNCH_RECIPES,
    ...LOAN_RECIPES,
    ...P2P_RECIPES,
    ...INBOX_RECIPES,
    ...REBATE_RECIPES,
    ...SALE_RECIPES,
    ...VOTE_RECIPES,
  ].map(([call, recipe]) => [keyOf(call), recipe]),
);

/**
 * A valid call of each kind. Calls that are not listed succeed with plausible values of their
 * schema.
 */
export async function goodCall(scene: Scene, call: Call): Promise<GoodCall> {
  const recipe = RECIPES.get(keyOf(call));
  const made = await recipe?.(scene);
  // The owner makes the calls of operators if permitted; else the first operator with the
  // permission.
  if (made?.authorization === scene.operator('owner').token)
    return { ...made, authorization: authorizationFor(scene, call) };
  if (made !== undefined) return made;
  const aside = new Set(ASIDE.split(' '));
  const input = Object.fromEntries(
    Object.entries(plausibleInput(call)).filter(([name]) => !aside.has(name)),
  );
  return { authorization: authorizationFor(scene, call), input };
}

/**
 * Alice for customers' calls, the first permitted operator for operators' calls (mostly the owner),
 * no session for public calls.
 */
export function authorizationFor(scene: Scene, { access, permission = 'any' }: Call): string {
  if (access === 'operator')
    return scene.operator(
      ROLE_NAMES.find(
        (role) => permission === 'any' || ROLES[role].some((one) => one === permission),
      ) ?? 'owner',
    ).token;
  return access === 'private' ? scene.alice.token : '';
}
