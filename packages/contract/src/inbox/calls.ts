import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { MESSAGE_TOPICS, type MessageTopic } from './message-topics.ts';
import { Id, Page } from '../schema/scalars.ts';
import { SECURITY_EVENTS, type SecurityEvent } from '../security/calls.ts';

/**
 * Events of the security history without a message: frequent ones, and those that another kind of
 * message reports.
 */
const UNTOLD = [
  'login',
  'login_failed',
  'logout',
  'session_ended',
  'withdrawal_requested',
  'seconds_limit_loosened',
  'seconds_break_begun',
  'push_removed',
  'account_closed',
] as const satisfies readonly SecurityEvent[];
export type ToldEvent = Exclude<SecurityEvent, (typeof UNTOLD)[number]>;
/** Security events that are reported to the account's owner. */
export const TOLD_EVENTS = SECURITY_EVENTS.filter(
  (event): event is ToldEvent => !UNTOLD.some((one) => one === event),
);

/**
 * Kinds of messages to the owner of an account, by topic. People filter by topic and choose mails
 * for topics. Docs and texts follow this list: docs/operating/notifications.md says when each kind
 * is sent.
 */
export const MESSAGE_KINDS = {
  security: [...TOLD_EVENTS, 'login_new_device', 'seconds_limit_waits', 'seconds_break'],
  deposits: [
    'deposit_seen',
    'deposit_credited',
    'deposit_reversed',
    'in_site_received',
    'claim_matched',
    'claim_rejected',
  ],
  withdrawals: [
    'withdrawal_accepted',
    'withdrawal_review',
    'withdrawal_waiting',
    'withdrawal_sent',
    'withdrawal_in_site',
    'withdrawal_cancelled',
    'withdrawal_rejected',
    'withdrawal_failed',
  ],
  contracts: [
    'margin_warning',
    'margin_call',
    'position_liquidated',
    'position_covered',
    'stop_loss_done',
    'take_profit_done',
    'limit_close_done',
    'position_opened',
    'margin_order_ended',
  ],
  seconds: [
    'ticket_won',
    'ticket_lost',
    'ticket_drawn',
    'ticket_void',
    'insurance_paid',
    'insurance_ended',
  ],
  earn: [
    'lock_opened',
    'lock_matured',
    'lock_renewed',
    'lock_not_renewed',
    'lock_exited',
    'lock_collected',
    'savings_collected',
  ],
  loans: ['loan_borrowed', 'loan_warned', 'loan_liquidated', 'loan_repaid', 'loan_lost'],
  sales: ['sale_committed', 'sale_bought', 'sale_refunded', 'sale_taken', 'sale_vested'],
  orders: ['order_filled', 'order_ended'],
  alerts: ['alert_rose', 'alert_fell'],
  deals: [
    'deal_opened',
    'deal_marked',
    'deal_confirmed',
    'deal_rejected',
    'deal_expired',
    'deal_disputed',
    'deal_paid',
    'deal_returned',
  ],
  p2p: [
    'p2p_opened',
    'p2p_paid',
    'p2p_extended',
    'p2p_cancel_asked',
    'p2p_cancel_refused',
    'p2p_cancelled',
    'p2p_expired',
    'p2p_released',
    'p2p_release_made',
    'p2p_appealed',
    'p2p_appeal_withdrawn',
    'p2p_ruled',
    'p2p_support',
    'p2p_webhook_given_up',
  ],
  convert: ['convert_plan_ran', 'convert_plan_skipped'],
  payments: ['payment_credited', 'payment_late', 'payment_refunded', 'payment_refused'],
  account: [
    'identity_approved',
    'identity_rejected',
    'assets_approved',
    'assets_rejected',
    'adjustment_credited',
    'prize_paid',
    'complaint_answered',
    'complaint_closed',
  ],
} as const satisfies Record<MessageTopic, readonly string[]>;
export type MessageKind = (typeof MESSAGE_KINDS)[MessageTopic][number];
/** The topic of a kind. */
export const TOPIC_OF = Object.fromEntries(
  MESSAGE_TOPICS.flatMap((topic) => MESSAGE_KINDS[topic].map((kind) => [kind, topic])),
) as Readonly<Record<MessageKind, MessageTopic>>;

const Kind = Type.Enum(Object.keys(TOPIC_OF) as MessageKind[]);
const Topic = Type.Enum([...MESSAGE_TOPICS]);
const Unread = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: 'messages that were not read; 100 stands for a hundred and more',
});

export const OwnMessage = Type.Object({
  id: Type.Integer(),
  kind: Kind,
  topic: Topic,
  title: Type.String({ description: 'in the language of the call' }),
  text: Type.String({ description: "in the language of the call, '' where the title says all" }),
  subject: Type.Integer({
    description:
      'number of the order, position, ticket, withdrawal, deal ... that it is about, 0 where it is about none',
  }),
  market: Type.String({
    description: "coin/legal currency of the market that it is about, '' where it is about none",
  }),
  transaction: Type.String({ description: "of the chain, '' where there is none" }),
  sale: Type.Enum(['', 'sale', 'crowd'], {
    description: "kind of the sale that it is about, '' where it is about none",
  }),
  is_read: Type.Boolean(),
  created_time: Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' }),
});
export type OwnMessage = Static<typeof OwnMessage>;

const inInbox = { access: 'private', area: 'inbox' } as const;

export const userMessages = defineCall({
  ...inInbox,
  method: 'GET',
  path: '/api/user/messages',
  summary: 'What the exchange has to tell the owner of the account, newest first, 20 a page',
  input: Type.Object({
    page: Type.Optional(Page),
    topic: Type.Optional(Topic),
    unread: Type.Optional(Type.Enum(['1'], { description: 'only what was not read' })),
  }),
  output: Type.Object({ list: Type.Array(OwnMessage), page: Type.Integer(), unread: Unread }),
});

export const messagesUnread = defineCall({
  ...inInbox,
  method: 'GET',
  path: '/api/user/messages_unread',
  summary: 'How many messages were not read',
  input: Type.Object({}),
  output: Type.Object({ unread: Unread }),
});

export const messagesRead = defineCall({
  ...inInbox,
  method: 'POST',
  path: '/api/user/messages_read',
  summary: 'Notes that messages were read: one, or all up to one. Twice is once',
  input: Type.Object({ id: Type.Optional(Id), up_to: Type.Optional(Id) }),
  output: Type.Object({ unread: Unread }),
});

const TopicSetting = Type.Object({
  topic: Topic,
  mail: Type.Boolean({
    description:
      'whether messages of this topic also go out by mail (to the phone where the account has no mail address)',
  }),
  is_fixed: Type.Boolean({ description: 'whether mails cannot be changed' }),
  push: Type.Boolean({
    description:
      'whether messages of this topic also go to the devices of /api/user/push, while no page is open',
  }),
});
export const messageSettings = defineCall({
  ...inInbox,
  method: 'GET',
  path: '/api/user/message_settings',
  summary: 'Which messages also go out by mail and to devices. The inbox has all of them always',
  input: Type.Object({}),
  output: Type.Array(TopicSetting),
});
const Choice = Type.Optional(Type.Enum(['0', '1']));
export const messageSettingSave = defineCall({
  ...inInbox,
  method: 'POST',
  path: '/api/user/message_setting',
  summary:
    'Chooses mails, notifications on devices, or neither for a topic. What is left out stays',
  input: Type.Object({ topic: Topic, mail: Choice, push: Choice }),
  output: Type.Array(TopicSetting),
});
