import type { MessageKind } from '@meridian/contract/inbox/calls';
import type { MessageTopic } from '@meridian/contract/inbox/message-topics';

/** A message of the exchange to the owner of the account, in the person's language. */
export interface Message {
  readonly id: number;
  readonly kind: MessageKind;
  readonly topic: MessageTopic;
  /** Number of the subject of the message, 0 without one. */
  readonly subject: number;
  /** Kind of the sale that it is about, '' where it is about none. */
  readonly sale: '' | 'sale' | 'crowd';
  readonly title: string;
  /** '' where the title says all. */
  readonly text: string;
  readonly isRead: boolean;
  /** On the clock of the exchange. */
  readonly createdAt: string;
}

/** Whether messages of a topic also go out by mail and to devices. */
export interface TopicSetting {
  readonly topic: MessageTopic;
  readonly isMailed: boolean;
  /** Mails cannot be changed. */
  readonly isFixed: boolean;
  readonly isPushed: boolean;
}
