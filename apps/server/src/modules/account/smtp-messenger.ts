import { createTransport } from 'nodemailer';
import { Refusal } from '../../gateway/refusal.ts';
import { isOfThisMachine } from '../../this-machine.ts';
import type { Messenger } from './messenger.ts';

const TIMEOUT_MS = 15_000;

/**
 * Mails by SMTP.
 *
 * @param url `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte
 * @param from the sender, for example `Meridian <no-reply@example.com>`
 */
export function smtpMessenger({
  url,
  from,
  warn,
}: {
  url: string;
  from: string;
  warn: (text: string) => void;
}): Messenger {
  // Mails carry codes: without STARTTLS, or if an attacker on the line hides it, no mail is sent.
  const transport = createTransport({
    url,
    requireTLS: !isOfThisMachine(url),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  // Mail servers drop a second mail with the same Message-ID.
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ receiver, subject, body, key }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: receiver },
          subject,
          text: body,
          ...(key === undefined ? {} : { messageId: `<${key}@${domain}>` }),
        });
      } catch (error) {
        warn(`a mail could not be sent: ${String(error)}`);
        throw new Refusal('message_not_sent');
      }
    },
  };
}
