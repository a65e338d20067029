import { expect, onTestFinished, test } from 'vitest';

import { brandConfig } from '#server/config/brand-config.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';

import { openMailer } from './mailer.ts';

test('an email is from the lender by name, and says below whom to ask', async () => {
  const mailbox = await openMailbox();
  onTestFinished(async () => mailbox.close());
  const { SMTP_URL: url, SMTP_FROM: from } = mailbox.env;
  const mail = { to: 'bea@people.test', subject: 'Hello', text: 'Hello, Bea.' };
  for (const settings of [
    {},
    { BRAND_NAME: 'Northbank', BRAND_SUPPORT: 'Desk, 02 5550 1234, help@northbank.test' },
  ]) {
    const mailer = openMailer({ mail: { url, from }, brand: brandConfig(settings) }, () => {});
    expect(await mailer.send(mail)).toBe(true);
    mailer.close();
  }
  const [own = '', branded = ''] = mailbox.mails;
  expect(own).toMatch(/^From: Partner portal <portal@harbour.test>/m);
  expect(own.trimEnd()).toMatch(/Hello, Bea\.$/);
  expect(branded).toMatch(/^From: Northbank <portal@harbour.test>/m);
  expect(branded.trimEnd()).toMatch(
    /Hello, Bea\.\r\n\r\nQuestions\? Desk, 02 5550 1234, help@northbank.test$/,
  );
});
