import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageTo, providerMessenger } from './messenger.ts';
import { smtpMessenger } from './smtp-messenger.ts';
import { twilioMessenger } from './twilio-messenger.ts';

const warnings: string[] = [];
const warn = (warning: string): void => void warnings.push(warning);
const message = {
  receiver: 'x@example.com',
  kind: 'mail',
  subject: 'Código',
  body: 'El código es 123456.',
  code: '123456',
} as const;

describe('mail by SMTP', () => {
  const mails: { to: string; source: string; user: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, session, done) {
      void text(stream).then((source) => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          source,
          user: String(session.user),
        });
        done();
      });
    },
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  it('reaches the server with sender, receiver, subject and text', async () => {
    await smtpMessenger({
      url: `smtp://me:right@127.0.0.1:${port}`,
      from: 'Meridian <no-reply@example.com>',
      warn,
    }).send(message);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'x@example.com', user: 'me' });
    expect(mails[0]?.source).toContain('From: Meridian <no-reply@example.com>');
    expect(mails[0]?.source).toContain('123456');
  });

  it('cannot be given a second receiver or a header by its receiver', async () => {
    const before = mails.length;
    await smtpMessenger({ url: `smtp://me:right@127.0.0.1:${port}`, from: 'a@example.com', warn })
      .send({ ...message, receiver: 'x@example.com,y@example.com\r\nBcc: z@example.com' })
      .catch(() => undefined);
    expect(mails.slice(before).every(({ to }) => !to.includes('z@') && !to.includes(','))).toBe(
      true,
    );
  });

  it('is refused, and said to the operator, where the server refuses', async () => {
    const wrong = smtpMessenger({
      url: `smtp://me:wrong@127.0.0.1:${port}`,
      from: 'a@example.com',
      warn,
    });
    await expect(wrong.send(message)).rejects.toMatchObject({ code: 'message_not_sent' });
    expect(warnings.join()).toContain('a mail could not be sent');
  });
});

describe('text messages by Twilio', () => {
  const requests: { path: string; authorization: string; form: Record<string, string> }[] = [];
  let status = 201;
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      requests.push({
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        form: Object.fromEntries(new URLSearchParams(body)),
      });
      response.writeHead(status).end('{}');
    });
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://AC1:se%2Fcret@127.0.0.1:${(server.address() as AddressInfo).port}/?from=%2B15005550006`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('go to the account, with area code', async () => {
    await twilioMessenger({ url, warn }).send({ ...message, kind: 'sms', receiver: '13912345678' });
    await twilioMessenger({ url, warn }).send({
      ...message,
      kind: 'sms',
      receiver: '+447911123456',
    });
    expect(requests[0]).toEqual({
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:se/cret').toString('base64')}`,
      form: { To: '+8613912345678', From: '+15005550006', Body: message.body },
    });
    expect(requests[1]?.form['To']).toBe('+447911123456');
  });

  it('are refused where the provider refuses or is not there', async () => {
    status = 400;
    await expect(
      twilioMessenger({ url, warn }).send({ ...message, kind: 'sms' }),
    ).rejects.toMatchObject({ code: 'message_not_sent' });
    await expect(
      twilioMessenger({ url: 'http://a:b@127.0.0.1:1/', warn }).send(message),
    ).rejects.toMatchObject({ code: 'message_not_sent' });
  });
});

describe('a message to the owner of an account', () => {
  const user = {
    account: 'a@example.com',
    email: 'a@example.com',
    mobile: '13912345678',
    language: 'en',
    anti_phishing_code: 'tulip9',
  };

  it('goes by mail with the words that prove it is ours, to the phone where there is no address', () => {
    expect(messageTo(user, message)).toMatchObject({
      kind: 'mail',
      receiver: 'a@example.com',
      body: expect.stringContaining('tulip9') as string,
    });
    expect(messageTo({ ...user, email: null }, message)).toMatchObject({
      kind: 'sms',
      receiver: '13912345678',
      body: message.body,
    });
  });

  it('is refused where there is no provider of its kind', async () => {
    await expect(
      providerMessenger({ mail: undefined, sms: undefined }).send(message),
    ).rejects.toMatchObject({ code: 'message_not_sent' });
  });
});
