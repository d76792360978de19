import { resolveLanguage } from '@meridian/contract/languages';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import type { UserRow } from './accounts.ts';

/** A mail or text message to a person. */
export interface Message {
  /** A mail address, or a phone number in the form of accounts. */
  readonly receiver: string;
  readonly kind: 'mail' | 'sms';
  readonly subject: string;
  readonly body: string;
  /** The verification code in it, '' without one. */
  readonly code: string;
  /** Deduplication key: a message sent again after a crash has the same key. */
  readonly key?: string;
}

/** Sends messages. Refuses with `message_not_sent`. */
export interface Messenger {
  send(message: Message): Promise<void>;
}

type Owner = Pick<UserRow, 'email' | 'mobile' | 'account' | 'language' | 'anti_phishing_code'>;
export type MessageText = Pick<Message, 'subject' | 'body' | 'code' | 'key'>;

/**
 * A message to the owner of an account: by mail, with the anti-phishing line, or to the phone of an
 * account without a mail address.
 */
export function messageTo(user: Owner, text: MessageText): Message {
  if (user.email === null) return { ...text, receiver: user.mobile ?? user.account, kind: 'sms' };
  return { ...text, body: withAntiPhishing(user, text.body), receiver: user.email, kind: 'mail' };
}

/** The body with the line that proves to its owner that a mail is ours. */
function withAntiPhishing({ language, anti_phishing_code: code }: Owner, body: string): string {
  if (code === '') return body;
  return `${body}\n\n${textOf(resolveLanguage(language), 'mail.antiPhishing', { code })}`;
}

/**
 * A message to every address of an account: by mail and to the phone.
 * @param text makes the text for one of them
 */
export async function messagesTo(
  user: Owner,
  text: () => Promise<MessageText>,
): Promise<Message[]> {
  const bound = [
    ...(user.email === null ? [] : [user]),
    ...(user.mobile === null ? [] : [{ ...user, email: null }]),
  ];
  return Promise.all(bound.map(async (one) => messageTo(one, await text())));
}

/** Demo mode: messages go into the outbox, which everybody can read, and nowhere else. */
export function outboxMessenger(queries: Queries): Messenger {
  return {
    async send({ key, ...message }) {
      const row = { ...message, created_at: new Date(), message_key: key ?? null };
      await queries
        .insertInto('outbox')
        .values(row)
        .onConflict((conflict) => conflict.column('message_key').doNothing())
        .execute();
    },
  };
}

/**
 * Production: mails and text messages by their own providers. Without a provider, its messages are
 * refused, not lost.
 */
export function providerMessenger({
  mail,
  sms,
}: {
  mail: Messenger | undefined;
  sms: Messenger | undefined;
}): Messenger {
  return {
    async send(message) {
      const provider = message.kind === 'mail' ? mail : sms;
      if (provider === undefined) throw new Refusal('message_not_sent');
      await provider.send(message);
    },
  };
}
