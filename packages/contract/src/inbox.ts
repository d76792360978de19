import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Page } from './scalars.ts';
import { SECURITY_EVENTS, type SecurityEvent } from './security.ts';

export const MESSAGES_PER_PAGE = 20;

/** What happens all day and is no message: the security history has it. */
const ROUTINE = ['login', 'login_failed', 'logout', 'session_ended'] as const satisfies readonly SecurityEvent[];
type ToldEvent = Exclude<SecurityEvent, (typeof ROUTINE)[number]>;
/** Events of the account that its owner is told of. */
export const TOLD_EVENTS = SECURITY_EVENTS.filter((event): event is ToldEvent => !ROUTINE.some((one) => one === event));
/** Ends of reviews. */
export const TOLD_REVIEWS = ['identity_approved', 'identity_rejected', 'assets_approved', 'assets_rejected'] as const;
export type ToldReview = (typeof TOLD_REVIEWS)[number];
/** Ends of disputes over deals with acceptors, told to both sides: the coins went to the acceptor, or back. */
export const TOLD_RULINGS = ['deal_paid', 'deal_returned'] as const;
export type ToldRuling = (typeof TOLD_RULINGS)[number];

export const OwnMessage = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...TOLD_EVENTS, ...TOLD_REVIEWS, ...TOLD_RULINGS]),
  reason: Type.String({ description: "of a rejection or a ruling, '' otherwise" }),
  device: Type.String({ description: "browser and system that a change came from, '' where it came from none" }),
  address: Type.String({ description: "network address that it came from, '' where it came from none" }),
  created_time: Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' }),
});
export type OwnMessage = Static<typeof OwnMessage>;

export const userMessages = defineCall({
  method: 'GET',
  path: '/api/user/messages',
  access: 'private',
  area: 'inbox',
  summary: 'What the exchange has to tell the owner of the account: changes of security, ends of reviews and of disputes; newest first, 20 a page',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: Type.Object({ list: Type.Array(OwnMessage), page: Type.Integer() }),
});
