import { pdf, png } from './files.ts';
import { demoPassword, expect, people, signIn, test } from './fixtures.ts';
import { csvText, leadRows, windows1252 } from './lead-files.ts';
import { bulkUpload } from './screens/bulk-upload.ts';
import { leadForm } from './screens/lead-form.ts';
import { startUnreliableProxy } from './unreliable-proxy.ts';

// What the browser itself says of the failures that these tests provoke.
test.use({ expectedNoise: /status of (401|404)|ERR_(EMPTY_RESPONSE|CONNECTION|NETWORK)/ });

test.describe('axe finds nothing, light and dark', () => {
  test('on signing in', async ({ page, accessible }) => {
    await page.goto('/sign-in');
    await expect(page.getByText(people.support)).toBeVisible();
    await accessible();
    await page.getByLabel('Email').fill(people.broker);
    await page.getByLabel('Password').fill('not-the-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await accessible();
    await page.goto('/sign-in#set-password=worn-out');
    await expect(page.getByLabel(/password/i).first()).toBeVisible();
    await accessible();
  });

  test('on the list of leads: full, filtered, empty', async ({ signedIn, accessible }) => {
    const page = await signedIn('admin');
    await expect(page.getByRole('rowheader').nth(19)).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await accessible();
    await page.goto('/leads?q=no-such-lead-anywhere');
    await expect(page.getByText('No lead matches')).toBeVisible();
    await accessible();
  });

  test('on a list that loads, and on one that cannot be loaded', async ({
    page,
    product,
    accessible,
  }) => {
    const proxy = await startUnreliableProxy(product.url);
    try {
      await page.goto(`${proxy.url}/sign-in`);
      await page.getByLabel('Email').fill(people.broker);
      await page.getByLabel('Password').fill(demoPassword);
      proxy.holdAnswers('GET', '/api/v1/lead');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
      await accessible();
      proxy.dropAnswers('GET', '/api/v1/', 50);
      await expect(page.getByText('could not be loaded')).toBeVisible({ timeout: 30_000 });
      await accessible();
      proxy.dropAnswers('GET', '/api/v1/', 0);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('rowheader').first()).toBeVisible();
    } finally {
      await proxy.stop();
    }
  });

  test('on a lead: read, edited, with files waiting, not there', async ({
    signedIn,
    accessible,
  }) => {
    const page = await signedIn('broker');
    await page.getByRole('rowheader').nth(2).getByRole('link').click();
    await expect(page.getByRole('heading', { name: /Attachments/ })).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: 'Edit Client' }).click();
    await page.getByLabel('First name').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Enter the first name.').first()).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    const ask = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    if (await ask.isVisible()) {
      await accessible();
      await ask.getByRole('button').last().click();
    }
    await page.getByLabel('Files to attach').setInputFiles([png('shop.png')]);
    await expect(page.getByRole('button', { name: /^Upload/ })).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: 'Remove shop.png' }).click();
    await page.goto(`/leads/${'a'.repeat(24)}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await accessible();
  });

  test('on a new lead: untouched, with faults, submitted', async ({ signedIn, accessible }) => {
    const page = await signedIn('broker');
    await page.goto('/leads/new');
    await expect(page.getByRole('button', { name: 'Submit lead' })).toBeVisible();
    await accessible();
    const form = leadForm(page);
    await form.submit();
    await expect(page.getByText('There are 4 things to correct')).toBeVisible();
    await accessible();
    await form.fillRequired({ firstName: 'Avery', companyName: 'Plain Print' });
    await form.submit();
    await expect(page.getByRole('heading', { name: /submitted/i })).toBeVisible();
    await accessible();
  });

  test('on deals', async ({ signedIn, accessible }) => {
    const page = await signedIn('support');
    await expect(page.getByRole('rowheader').nth(19)).toBeVisible();
    await accessible();
    await page.getByRole('rowheader').nth(2).getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Record' })).toBeVisible();
    await accessible();
  });

  test('on the profile, its questions, and an address that is not there', async ({
    signedIn,
    accessible,
  }) => {
    const page = await signedIn('broker');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Show API key' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await accessible();
    await page.getByRole('dialog').getByLabel('Password').fill(demoPassword);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(/^ppk_[\w-]{30,}$/)).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: 'Replace API key' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await accessible();
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
    await accessible();
  });

  test('on signing in again over the page', async ({ signedIn, baseURL, accessible }) => {
    const page = await signedIn('broker');
    await page.request.delete('/portal/session', { headers: { origin: baseURL ?? '' } });
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByRole('dialog').getByLabel('Password')).toBeVisible();
    await accessible();
  });

  test('on bulk upload: before a file, a file told of, one that is none', async ({
    signedIn,
    accessible,
  }) => {
    const page = await signedIn('admin');
    const upload = bulkUpload(page);
    await upload.open();
    await expect(page.getByRole('heading', { name: 'Earlier uploads' })).toBeVisible();
    await accessible();
    const rows = leadRows(3, 5_001).map((row) => ({ ...row, firstName: 'Zoë' }));
    const buffer = Buffer.from(csvText(rows, ';').replace('firstName', 'First Name'), 'utf8');
    await upload.choose({ name: 'told.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByText('Its cells are separated by semicolons')).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await upload.choose(pdf('leads.csv'));
    await expect(page.getByText('not CSV')).toBeVisible();
    await accessible();
  });

  test('on bulk upload: read, asked about, checked, mended, edited', async ({
    page,
    product,
    accessible,
  }) => {
    const proxy = await startUnreliableProxy(product.url);
    const upload = bulkUpload(page);
    try {
      await signIn(page, 'admin', proxy.url);
      await upload.open(proxy.url);
      proxy.holdAnswers('GET', '/portal/contacts');
      await upload.choose(faultyFile('checked.csv', 6_001));
      await expect(page.getByText('Checking checked.csv')).toBeVisible();
      await accessible();
      proxy.dropAnswers('GET', '/portal/contacts', 0);
      proxy.holdAnswers('POST', '/portal/bulk-uploads');
      await expect(page.getByText('Asking whether this file was uploaded before')).toBeVisible();
      await accessible();
      proxy.dropAnswers('POST', '/portal/bulk-uploads', 0);
      await expect(page.getByRole('grid')).toBeVisible();
      await accessible();
      await page.getByRole('button', { name: /^Mend all/ }).click();
      await page.getByRole('button', { name: 'Search the leads' }).click();
      await expect(page.getByRole('button', { name: /^Undo: / })).toBeVisible();
      await accessible();
      await page.getByRole('gridcell').first().dblclick();
      await expect(page.getByRole('grid').getByRole('textbox')).toBeFocused();
      await accessible();
    } finally {
      await proxy.stop();
    }
  });

  test('on bulk upload: submitting, without an answer, paused, ended, and its rows', async ({
    page,
    product,
    accessible,
  }) => {
    const proxy = await startUnreliableProxy(product.url);
    const rows = ['POST', '/portal/bulk-uploads/'] as const;
    const upload = bulkUpload(page);
    try {
      await signIn(page, 'admin', proxy.url);
      await upload.open(proxy.url);
      await upload.choose(faultyFile('submitted.csv', 7_001));
      proxy.holdAnswers(...rows);
      await upload.submit.click();
      await expect(page.getByText('Submitting submitted.csv')).toBeVisible();
      await accessible();
      proxy.dropAnswers(...rows, 50);
      await expect(page.getByText('The service does not answer')).toBeVisible();
      await accessible();
      await page.getByRole('button', { name: 'Pause' }).click();
      await expect(page.getByText('Resume whenever you like.')).toBeVisible();
      await accessible();
      proxy.dropAnswers(...rows, 0);
      await page.getByRole('button', { name: 'Resume' }).click();
      await expect(page.getByText(/leads submitted/)).toBeVisible();
      await accessible();
      await page.getByRole('link', { name: 'See what became of each row' }).click();
      await expect(page.getByRole('rowheader').first()).toBeVisible();
      await accessible();
      await page.getByRole('button', { name: /^Blank/ }).click();
      await expect(page.getByText('No row of this upload is blank.')).toBeVisible();
      await accessible();
    } finally {
      await proxy.stop();
    }
  });

  test('on bulk upload: stopped, above the earlier uploads, and taken up again', async ({
    page,
    product,
    accessible,
  }) => {
    const proxy = await startUnreliableProxy(product.url);
    const upload = bulkUpload(page);
    const file = faultyFile('stopped.csv', 8_001);
    try {
      await signIn(page, 'admin', proxy.url);
      await upload.open(proxy.url);
      await upload.choose(file);
      proxy.holdAnswers('POST', '/portal/bulk-uploads/');
      await upload.submit.click();
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect(page.getByText('Stopped after 0 leads')).toBeVisible();
      await expect(page.getByRole('rowheader', { name: 'stopped.csv' })).toBeVisible();
      await accessible();
      await page.getByRole('button', { name: 'Upload another file' }).click();
      await upload.choose(file);
      await expect(page.getByText(/^Uploaded on/)).toBeVisible();
      await expect(page.getByRole('grid')).toBeVisible();
      await accessible();
    } finally {
      await proxy.stop();
    }
  });

  test('on bulk upload for a broker', async ({ signedIn, accessible }) => {
    const page = await signedIn('broker');
    await bulkUpload(page).open();
    await expect(page.getByText('Only partner admins upload files of leads')).toBeVisible();
    await accessible();
  });

  test('on the interface’s documentation', async ({ page, accessible }) => {
    await page.goto('/api/docs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await accessible();
  });
});

/** Rows that are fine, one that Excel has damaged, one that repeats another, and one that nothing mends. */
function faultyFile(name: string, from: number) {
  const rows = leadRows(30, from).map((row, index) => ({
    ...row,
    ...(index === 3 && { amountRequested: '$50,000.00' }),
    ...(index === 5 && { phone: 'see notes' }),
    ...(index === 7 && { phone: leadRows(1, from)[0]?.['phone'] ?? '' }),
  }));
  return windows1252(name, rows);
}
