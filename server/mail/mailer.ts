import type { BrandConfig } from '#server/config/brand-config.ts';
import type { MailConfig } from '#server/config/mail-config.ts';
import { isLoopback } from '#server/config/upstream-config.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** An email of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends emails if the settings say how. */
export interface Mailer {
  /** Whether emails are sent at all. */
  readonly isOn: boolean;
  /** Sends an email. Returns whether the mail server has taken it. */
  send(mail: Mail): Promise<boolean>;
  close(): void;
}

const timeoutMs = 10_000;

/** Returns the transport to the mail server. */
export async function openTransport({ url }: MailConfig) {
  // Loaded only where emails are sent: it would be an eighth of the time of a start.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    requireTLS: !isLoopback(new URL(url).hostname),
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

/**
 * Returns a mailer that sends nothing unencrypted to another machine, in the name of the brand, and
 * says below each email whom to ask; `warn` gets the code of an email that is not sent, not its
 * recipient.
 */
export function openMailer(
  { mail: config, brand }: { readonly mail: MailConfig | null; readonly brand: BrandConfig },
  warn: (failure: { code: string | undefined }, what: string) => void,
): Mailer {
  if (config === null) return { isOn: false, send: async () => false, close: () => {} };
  const opening = openTransport(config);
  const { name, support } = brand;
  const ending = support ? `\n\nQuestions? ${Object.values(support).join(', ')}` : '';
  return {
    isOn: true,
    send: async (mail) => {
      try {
        const transport = await opening;
        await transport.sendMail({
          ...mail,
          text: `${mail.text}${ending}`,
          from: { name, address: config.from },
        });
        return true;
      } catch (error) {
        warn({ code: systemErrorCode(error) }, 'email not sent');
        return false;
      }
    },
    close: () => void opening.then((transport) => transport.close()),
  };
}
