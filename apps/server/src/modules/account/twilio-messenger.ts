import { Refusal } from '../../gateway/refusal.ts';
import type { Messenger } from './messenger.ts';

const TIMEOUT_MS = 15_000;
const MAINLAND_PREFIX = '+86';

/**
 * Text messages by Twilio's HTTP interface (or a compatible one).
 *
 * @param url `https://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com/?from=%2B15005550006`
 */
export function twilioMessenger({
  url,
  warn,
}: {
  url: string;
  warn: (text: string) => void;
}): Messenger {
  const { username, password, origin, searchParams } = new URL(url);
  const account = decodeURIComponent(username);
  const authorization = `Basic ${Buffer.from(`${account}:${decodeURIComponent(password)}`).toString('base64')}`;
  const endpoint = `${origin}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const from = searchParams.get('from') ?? '';
  return {
    async send({ receiver, body }) {
      const to = receiver.startsWith('+') ? receiver : MAINLAND_PREFIX + receiver;
      const failure = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, From: from, Body: body }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).then((response) => (response.ok ? undefined : `status ${response.status}`), String);
      if (failure === undefined) return;
      warn(`a text message could not be sent: ${failure}`);
      throw new Refusal('message_not_sent');
    },
  };
}
