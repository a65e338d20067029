import path from 'node:path';

import { expect, openSession, people, test } from '#e2e/fixtures.ts';
import { copyPreparedData } from '#e2e/prepared-data.ts';
import { startProduct } from '#e2e/product.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';
import { openTestApp } from '#server/testing/test-app.ts';

test('a person chooses a morning digest, which leads to what waits', async ({
  page,
  accessible,
}, info) => {
  const mailbox = await openMailbox();
  const settings = { DEMO: '1', DATA_DIR: info.outputPath('data'), ...mailbox.env };
  await copyPreparedData(settings.DATA_DIR, settings);
  const product = await startProduct(settings);
  await openSession(page, 'broker', product.url);
  await page.goto(`${product.url}/profile`);
  const emails = page.getByRole('region', { name: 'Emails' });
  await emails.getByLabel('Email me what waits on me').selectOption('Each morning at 8:00');
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect(emails.getByLabel('Time zone')).toHaveValue(zone);
  await emails.getByLabel('Time zone').selectOption('Pacific/Auckland');
  await accessible();
  await page.reload();
  await expect(emails.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');
  // An open page would connect again.
  await page.goto('about:blank');
  await product.stop();

  // The same portal, in which it is tomorrow.
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1_000);
  const deps = { now: () => tomorrow, portalFolder: path.resolve('dist') };
  const service = await openTestApp(settings, deps);
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  await expect.poll(() => mailbox.mails.length).toBe(1);
  const [mail = ''] = mailbox.mails;
  expect(mail).toContain(`To: ${people.broker}`);
  expect(mail).toMatch(/Subject: \d+ waiting for you/);
  const [, link = ''] = /(?:Lead|Deal) (?:\S\. ?)+, .*: (http\S+)/.exec(mail) ?? [];
  await openSession(page, 'broker', url);
  await page.goto(url + new URL(link).pathname);
  await expect(page.getByText('Waiting on you').first()).toBeVisible();
  await page.goto('about:blank');
  const closed = service.close();
  // The browser opens connections ahead that it may never use.
  service.app.server.closeAllConnections();
  await closed;
  await mailbox.close();
});
