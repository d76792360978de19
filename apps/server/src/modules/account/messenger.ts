import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';

/** A mail or text message to a person. */
export interface Message {
  readonly receiver: string;
  readonly kind: 'mail' | 'sms';
  readonly subject: string;
  readonly body: string;
  /** The verification code in it, '' where it has none. */
  readonly code: string;
}

/** The way out for messages. */
export interface Messenger {
  send(message: Message): Promise<void>;
}

/** Demo mode: messages land in the outbox, where everybody can read them, and nowhere else. */
export function outboxMessenger(queries: Queries): Messenger {
  return {
    async send(message) {
      await queries.insertInto('outbox').values({ ...message, created_at: new Date() }).execute();
    },
  };
}

/** Production, until a provider of mails and text messages is connected: says so instead of losing messages. */
export const noMessenger: Messenger = {
  send: () => Promise.reject(new Refusal('message_not_sent')),
};
