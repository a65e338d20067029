import { once } from 'node:events';

import { SMTPServer } from 'smtp-server';

/** A mail server that stores the emails it accepts; rejects addresses that begin with `full`. */
export interface Mailbox {
  /** The settings of a service that sends emails to it. */
  readonly env: { readonly SMTP_URL: string; readonly SMTP_FROM: string };
  /** The emails, as text. */
  readonly mails: string[];
  close(): Promise<void>;
}

/** Returns the tokens of the links to set a password that an email has. */
export const linkTokens = (mail: string) =>
  [...mail.matchAll(/#set-password=([\w-]{43})/g)].map(([, token]) => token);

/** Starts a mail server on this machine. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('full') ? new Error(`550 ${address} is full`) : null),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        // Quoted-printable: a long line is broken, and = is written as =3D.
        const text = Buffer.concat(parts).toString();
        mails.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
        done();
      });
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: 'portal@harbour.test' },
    mails,
    close: async () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}
