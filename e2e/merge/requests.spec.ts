import { type Browser, expect, type Page } from '@playwright/test';

import { pdf } from '#e2e/files.ts';
import { demoOperatorKey, signIn, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { startKillableService } from '#e2e/killable-service.ts';
import { operatorProgram } from '#e2e/operator-program.ts';

const client = {
  firstName: 'Piri',
  lastName: 'Kereru',
  companyName: 'Kereru Saws',
  phone: '+61491570158',
};
/** Far more than the second that it takes, on a busy machine. */
const soon = { timeout: 30_000 };

// The pages try again until the killed service is back.
test.use({ expectedNoise: /Failed to load resource|ERR_/ });

test('the lender asks, and a document is attached on a phone, returned, corrected and accepted, though the service is killed between', async ({
  browser,
  page,
  accessible,
}) => {
  // Four starts of the service, on a busy machine.
  test.slow();
  const service = await startKillableService({});
  const restart = async () => {
    await service.kill();
    await service.start();
  };
  try {
    const crm = operatorProgram(service.url, demoOperatorKey);
    await signIn(page, 'broker', service.url, '/home');
    const program = await interfaceClientOf(page, service.url);
    const { id } = (await program.createLead(client)).body as { id: string };
    await page.reload();
    const phone = await openPhone(browser, service.url, `/leads/${id}`);
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Piri Kereru');
    await expect(page.getByText(/waiting$/)).toBeAttached();

    // Home, the number beside it, the tab's title and the record follow by themselves.
    const recordId = id;
    const requested = { recordType: 'lead', recordId, text: 'January to March, please.' };
    const document = { ...requested, kind: 'document', documentType: 'Bank Statements' };
    const onHome = timeShown(page, 'January to March');
    const onRecord = timeShown(phone, 'January to March');
    const requestedAt = Date.now();
    const requestId = await crm.ask({ ...document, dueDate: '2020-01-31' });
    for (const [where, shown] of Object.entries({ home: onHome, record: onRecord }))
      test.info().annotations.push({
        type: `From asking to pixels of ${where}`,
        description: `${(await shown) - requestedAt} ms`,
      });
    const waiting = page.getByRole('region', { name: 'Waiting on you' }).getByRole('listitem');
    const row = waiting.filter({ hasText: 'Piri Kereru' });
    await expect(row).toContainText('Send bank statements: “January to March, please.”', soon);
    const section = phone.getByRole('region', { name: 'What the lender asks for' });
    await expect(section).toContainText('was due 31 Jan 2020', soon);
    await accessible();
    await page.goto(`${service.url}/leads/${id}`);
    await expect(page.getByText('1 open')).toBeVisible();
    await accessible();

    await restart();
    const attach = async (name: string) => {
      const chooser = phone.waitForEvent('filechooser');
      await section.getByRole('button', { name: /^(Attach|Add a file)/ }).click();
      await (await chooser).setFiles(pdf(name));
      await expect(section).toContainText(name, soon);
      await expect(section).toContainText('sent to the lender');
    };
    await attach('january.pdf');
    await expect(phone.locator('h1')).toBeFocused();

    await restart();
    await crm.review(requestId, { state: 'returned', reason: 'Page 2 is missing.' });
    await expect(section).toContainText('Returned: “Page 2 is missing.”', soon);
    await attach('all-pages.pdf');
    await restart();
    await crm.review(requestId, { state: 'done' });
    await expect(section).toContainText('1 done', soon);

    // A correction, by the form of the named field alone.
    await crm.ask({ ...requested, kind: 'correction', fieldNames: ['phone'] });
    await expect(page.getByText('Correct: Phone')).toBeVisible(soon);
    await page.getByRole('button', { name: 'Correct: Phone', exact: true }).click();
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('+61 491 570 157');
    await accessible();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('1 sent, 1 done')).toBeVisible(soon);

    // Home: two presses from a request to its answer, typing aside.
    await page.goto(`${service.url}/home`);
    // The list shows the first ten, by the day they are due.
    const question = { ...requested, kind: 'question', text: longQuestion };
    await page.setViewportSize({ width: 390, height: 844 });
    await crm.ask({ ...question, dueDate: '2020-01-31' });
    const words = row.getByText(`“${longQuestion}”`);
    const isCut = async () =>
      words.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    await expect.poll(isCut, soon).toBe(true);
    await row.getByRole('button', { name: /^Answer: / }).click();
    expect(await isCut()).toBe(false);
    await page.getByLabel('Your answer').fill('No.');
    await accessible();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(row).toHaveCount(0);
    await expect(page.locator('main [data-next]:focus')).toHaveCount(1);
    await expect(section).toContainText('2 sent, 1 done', soon);
    await phone.context().close();
  } finally {
    await service.stop();
  }
});

/** 400 letters. */
const longQuestion = 'Is there a guarantor, and since when is she a director of the company? '
  .repeat(6)
  .slice(0, 399)
  .concat('?');

/** Returns when a text is painted, in milliseconds since the epoch. */
async function timeShown(page: Page, text: string): Promise<number> {
  const shown = await page.waitForFunction(
    (expected) => document.body.textContent.includes(expected) && Date.now(),
    text,
    { ...soon, polling: 'raf' },
  );
  return Number(await shown.jsonValue());
}

async function openPhone(browser: Browser, url: string, path: string): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const phone = await (
    await browser.newContext({ baseURL: url, viewport, isMobile: true, hasTouch: true })
  ).newPage();
  phone.on('filechooser', () => {});
  await signIn(phone, 'broker', url, path);
  return phone;
}
