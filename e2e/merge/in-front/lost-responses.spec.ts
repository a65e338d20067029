import type { Page } from '@playwright/test';

import { keys } from '#e2e/existing-service.ts';
import { pdf } from '#e2e/files.ts';
import { expect, people, test } from '#e2e/fixtures.ts';
import { interfaceClient } from '#e2e/interface-client.ts';
import { leadCells, leadRows, windows1252 } from '#e2e/lead-files.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';
import { leadForm } from '#e2e/screens/lead-form.ts';
import type { Control } from '#server/testing/upstream-stand-in/control.ts';

test.use({ expectedNoise: /status of (409|502)/ });

const creation = { method: 'POST', path: '/api/v1/lead' } as const;

/** Returns the leads of a company at the service, oldest first. */
async function leadsOf(existing: Control, companyName: string) {
  const leads = await existing.leads();
  return leads.filter(({ fields }) => fields['companyName'] === companyName);
}

async function fillLead(page: Page, companyName: string) {
  const form = leadForm(page);
  await form.fillRequired({ firstName: 'Sasha', companyName });
  const reference = page.getByLabel('Your reference');
  await expect(reference).toHaveValue(/^P-\w{6}-\w{6}$/);
  return { form, reference: await reference.inputValue() };
}

test('an unknown lead is shown with its reference, can be checked again, and is resubmitted only on request', async ({
  signedIn,
  existing,
  accessible,
}) => {
  const page = await signedIn('broker', '/leads/new');
  const { form, reference } = await fillLead(page, 'Curlew Glass');
  await existing.addFailure({ kind: 'hang-up', ...creation, times: 1 });
  await form.submit();
  const notice = page.getByText('We don’t know whether your lead was submitted.');
  await expect(notice).toBeVisible();
  await expect(page.getByText(`with the reference ${reference}`)).toBeVisible();
  await expect(page.getByText(/Check again in two minutes/)).toBeVisible();
  await accessible();

  await existing.clearRequests();
  // While it is checked, the notice is gone for an instant.
  const checked = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith(creation.path),
  );
  await page.getByRole('button', { name: 'Check again' }).click();
  await checked;
  await expect(notice).toBeVisible();
  const requests = await existing.requests();
  expect(requests.map(({ method }) => method)).not.toContain('POST');

  // By keyboard alone: cancelled, then confirmed.
  const { press, tabTo } = keyboard(page);
  const again = page.getByRole('button', { name: 'Submit as a new lead' });
  await tabTo(again);
  await press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(reference);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await accessible();
  await press('Escape');
  await expect(again).toBeFocused();
  await press('Enter');
  await tabTo(page.getByRole('button', { name: 'Submit anyway' }));
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Lead submitted' })).toBeFocused();
  const leads = await leadsOf(existing, 'Curlew Glass');
  expect(leads).toHaveLength(1);
  // Two leads with one reference couldn't be told apart if the first one still arrived.
  expect(leads[0]?.fields['partnerLeadReferenceId']).not.toBe(reference);
});

test('a file whose response is lost may have arrived, says the page, and is not sent again automatically', async ({
  signedIn,
  existing,
  accessible,
}) => {
  const page = await signedIn('broker');
  await page.getByRole('rowheader').nth(4).getByRole('link').click();
  await page.getByLabel('Files to attach').setInputFiles(pdf('lost-answer.pdf'));
  await existing.addFailure({ kind: 'drop', method: 'POST', path: '/api/v1/attachment', times: 1 });
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(page.getByText(/^It may have arrived/)).toBeVisible();
  await expect(page.getByText('1 may have arrived')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again lost-answer.pdf' })).toBeVisible();
  await accessible();
  const arrived = (await existing.attachments()).filter(
    ({ fields }) => fields.fileName === 'lost-answer.pdf',
  );
  expect(arrived).toHaveLength(1);
  await page.getByRole('button', { name: 'Remove lost-answer.pdf' }).click();
  await expect(page.getByRole('main').getByText('lost-answer.pdf')).toHaveCount(0);
});

test('bulk upload lists unknown rows, and finds them once they appear', async ({
  signedIn,
  existing,
  product,
  accessible,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  await upload.choose(windows1252('unknown.csv', leadRows(5, 11_001)));
  await existing.addFailure({ kind: 'hang-up', ...creation, times: 1 });
  await upload.submitAll();
  await expect(page.getByText('4 leads submitted, 1 unknown')).toBeVisible({ timeout: 240_000 });
  const outcomes = { read: 5, rejected: 0, 'left out': 0, blank: 0 };
  await upload.expectTotals({ ...outcomes, submitted: 4, 'unknown please check': 1 });
  await expect(page.getByText('1 row is unknown: please check')).toBeVisible();
  await accessible();
  const reconcile = page.getByRole('button', { name: 'Check again' });
  await reconcile.click();
  await expect(page.getByText('None of them was found')).toBeVisible();

  await page.getByRole('link', { name: 'References and submission times' }).click();
  const row = page.getByRole('row').filter({ hasText: 'but not confirmed' });
  await accessible();
  const reference = await row.getByText(/^P-\w{6}-\w{6}$/).innerText();
  const number = 11_000 + Number(await row.getByRole('rowheader').innerText()) - 1;
  // The lead arrives after all, as from a queue of the service.
  if (!('existing' in product)) throw new Error('There is no existing service.');
  const service = interfaceClient(product.existing.url, keys[people.admin]);
  const late = await service.createLead({
    ...leadCells(number),
    partnerLeadReferenceId: reference,
  });
  expect(late.status).toBe(200);

  await reconcile.click();
  await expect(page.getByText('1 of 1 found')).toBeVisible();
  await upload.expectTotals({ ...outcomes, submitted: 5 });
  await accessible();
});
