import { setting } from './setting.ts';

/** The mail server and the sender of emails. */
export type MailConfig = Readonly<NonNullable<ReturnType<typeof mailConfig>>>;

/** The settings by which emails are sent. */
export const mailSettings = {
  SMTP_URL: setting(
    (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol),
    'must be an address such as smtps://user:password@mail.example.com.',
  ),
  SMTP_FROM: setting(
    (text) => /^[^\s@<>]+@[^\s@<>]+$/.test(text),
    'must be an email address such as portal@example.com.',
  ),
};

/** Returns the mail settings; null: the portal sends no emails, and shows links instead. */
export function mailConfig(values: {
  readonly [Name in keyof typeof mailSettings]?: string | undefined;
}) {
  if (values.SMTP_URL === undefined || values.SMTP_FROM === undefined) return null;
  return { url: values.SMTP_URL, from: values.SMTP_FROM };
}
