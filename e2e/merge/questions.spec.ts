import { demoOperatorKey, expect, test } from '#e2e/fixtures.ts';
import { operatorProgram } from '#e2e/operator-program.ts';

const question = 'Can the second director sign after the offer is out, or does it need both?';
const reply = 'Both sign before the offer. We have sent her a link.';
/** Far more than the second that it takes, on a busy machine. */
const soon = { timeout: 30_000 };

test('a broker asks about a deal on a phone, the lender answers, and home and the deal have the answer', async ({
  signedIn,
  product: { url },
  accessible,
}) => {
  const page = await signedIn('broker', '/deals');
  await page.setViewportSize({ width: 390, height: 844 });
  const crm = operatorProgram(url, demoOperatorKey);
  const session = await page.request.get('/portal/session');
  const { contact } = (await session.json()) as { contact: { id: string } };
  // Other tests of the worker, and this one when it is repeated, read the same service.
  const name = `Quayside Robotics ${Date.now()}`;
  const dealId = await crm.createDeal({ name, brokerRepId: contact.id, amount: 80_000 });
  await page.goto(`/deals/${dealId}`);
  const heading = page.getByRole('heading', { level: 1, name });
  await expect(heading).toBeVisible();
  const ask = page.getByRole('button', { name: 'Ask the lender' });
  await ask.click();
  await expect(page.getByLabel('Your question')).toBeFocused();
  await accessible();
  await page.getByLabel('Your question').fill(question);
  await page.getByRole('button', { name: 'Send' }).click();
  const section = page.getByRole('region', { name: 'Questions' });
  await expect(section.getByRole('listitem')).toContainText(/^Open.*Can the second director/);
  await expect(ask).toBeFocused();
  await accessible();

  await page.goto('/home');
  const asked = (await crm.listOpenQuestions()).filter(({ fields }) => fields.recordId === dealId);
  expect(asked.map(({ fields }) => fields.text)).toEqual([question]);
  const feed = await crm.listChanges();
  expect(feed.filter(({ recordId }) => recordId === dealId)).toMatchObject([
    { kind: 'question', values: { question: { state: 'open', text: question } } },
  ]);
  await crm.answer(asked[0]?.id ?? '', reply);
  const changed = page.getByRole('region', { name: /^Changed/ });
  const row = changed.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(`Answered: “${reply}”`, soon);
  await expect(row).toContainText('Unread:');
  await accessible();
  await row.getByRole('link').first().click();
  await expect(section.getByRole('listitem')).toContainText(reply);
  await expect(section).toContainText('1 answered');
  await accessible();
  await page.goto('/home');
  await expect(row).not.toContainText('Unread:', soon);
});
