import { TOPIC_OF, type MessageKind } from '@meridian/contract/inbox/calls';
import { URGENT_KINDS, type MessageTopic } from '@meridian/contract/inbox/message-topics';

/** Topics of events that customers can cause as often as they like. */
const FREQUENT: ReadonlySet<MessageTopic> = new Set<MessageTopic>([
  'orders',
  'contracts',
  'seconds',
  'earn',
  'loans',
  'convert',
  'sales',
  'alerts',
]);

/**
 * Whether messages of a kind are gathered, so that nobody can make the exchange send many. Urgent
 * ones are not.
 */
export function isGathered(kind: MessageKind): boolean {
  return FREQUENT.has(TOPIC_OF[kind]) && !URGENT_KINDS.has(kind);
}
