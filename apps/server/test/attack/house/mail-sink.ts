/** For tests: accepts all mails that a server sends, and keeps them. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  readonly to: string;
  /** Body without soft line breaks. */
  readonly text: string;
}

export class MailSink {
  readonly mails: Mail[] = [];
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const mail = Buffer.concat(chunks).toString();
          const text = mail
            .slice(mail.indexOf('\r\n\r\n'))
            .replaceAll(/=\r?\n/g, '')
            .replaceAll('=3D', '=');
          for (const { address } of session.envelope.rcptTo) this.mails.push({ to: address, text });
          done();
        });
      },
    });
  }

  static async start(): Promise<MailSink> {
    const sink = new MailSink();
    sink.#server.listen(0, '127.0.0.1');
    await once(sink.#server.server, 'listening');
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  to(receiver: string): readonly Mail[] {
    return this.mails.filter(({ to }) => to === receiver);
  }

  close(): void {
    this.#server.close();
  }
}
