import { TOPIC_OF, type MessageKind } from '@meridian/contract/inbox/calls';
import { URGENT_KINDS, type MessageTopic } from '@meridian/contract/inbox/message-topics';

/** Whether customers can cause events of a topic as often as they like. */
const IS_FREQUENT: Readonly<Record<MessageTopic, boolean>> = {
  security: false,
  deposits: false,
  withdrawals: false,
  contracts: true,
  seconds: true,
  earn: true,
  loans: true,
  sales: true,
  orders: true,
  alerts: true,
  deals: false,
  p2p: false,
  convert: true,
  payments: false,
  account: false,
};

/**
 * Whether messages of a kind are gathered, so that nobody can make the exchange send many. Urgent
 * ones are not.
 */
export function isGathered(kind: MessageKind): boolean {
  return IS_FREQUENT[TOPIC_OF[kind]] && !URGENT_KINDS.has(kind);
}
