import type { Page } from '@playwright/test';

import { expect, signIn, test } from '#e2e/fixtures.ts';
import { leadRows, spreadsheet } from '#e2e/lead-files.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';
import { waitForShortcuts, word } from '#e2e/type-early.ts';
import { button, firstName, inDialog, selectLead } from '#e2e/typed-openings.ts';

// The browser’s messages about missing files, and about a lost connection.
test.use({ expectedNoise: /status of 404|ERR_INTERNET_DISCONNECTED/ });

const workbook = spreadsheet('spring.xlsx', leadRows(3, 71_001));
const totals = { read: 3, ready: 3, 'to fix': 0, 'left out': 0, blank: 0 };

/** Waits for the late parts of a page. */
const loaded = async (page: Page) => expect(page.locator('[data-parts-notice]')).toBeAttached();

test('in a tab from before a release, what needs a new file offers a reload, and what is typed stays', async ({
  page,
  network,
}) => {
  const newVersion = page.getByText('A new version is available', { exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  const reload = page.getByRole('button', { name: 'Reload' });
  await signIn(page, 'admin', network.url, '/leads');
  await loaded(page);

  await test.step('a menu: the page stays as it is', async () => {
    await page.getByRole('checkbox').nth(1).check();
    network.replaceFiles(true);
    await page.getByRole('button', { name: 'More' }).click();
    await expect(newVersion).toBeVisible();
    await expect(page.getByText('1 selected')).toBeVisible();
  });

  await test.step('a page', async () => {
    await page.getByRole('link', { name: 'Deals', exact: true }).click();
    await expect(heading).toHaveText('New version');
    network.replaceFiles(false);
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).last().click();
    await expect(page.getByRole('table', { name: 'Deals' })).toBeVisible();
  });

  await test.step('a page by a key: the message has the focus, and what was typed is for no other page', async () => {
    await waitForShortcuts(page);
    network.replaceFiles(true);
    await page.keyboard.press('n');
    await page.keyboard.type(word);
    await expect(heading).toHaveText('New version');
    await expect(heading).toBeFocused();
    network.replaceFiles(false);
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('link', { name: 'New lead' }).first().click();
    await expect(firstName(page)).toBeFocused();
    await expect(firstName(page)).toHaveValue('');
  });

  await test.step('a file for bulk upload, which is not the cause', async () => {
    await page.getByRole('link', { name: 'Bulk upload' }).click();
    const upload = bulkUpload(page);
    await expect(page.getByText('Or drop it anywhere on this page.')).toBeVisible();
    network.replaceFiles(true);
    await upload.choose(workbook);
    await expect(newVersion).toBeVisible();
    await expect(page.getByText(/choose spring\.xlsx again/)).toBeVisible();
    await expect(page.getByText(/couldn’t be read|assets/)).toHaveCount(0);
    network.replaceFiles(false);
    await reload.click();
    await upload.choose(workbook);
    await upload.expectTotals(totals);
  });
});

test('what is needed while the browser is offline is there once it is online, with what was chosen and typed', async ({
  page,
  signedIn,
}) => {
  const context = page.context();
  const notLoaded = page.getByText('Part of this page couldn’t be loaded');
  await signedIn('admin', '/leads');
  await waitForShortcuts(page);

  await test.step('a dialog: the message has the focus, and then its field', async () => {
    await selectLead(page);
    await expect(button(page, 'Add note…')).toBeVisible();
    await context.setOffline(true);
    await button(page, 'Add note…').click();
    await page.keyboard.type(word);
    await expect(notLoaded).toBeVisible();
    await expect(page.locator('[data-parts-notice]')).toBeFocused();
    await context.setOffline(false);
    const note = inDialog('Note')(page);
    await expect(note).toHaveValue(word);
    await expect(note).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Add note…')).toBeFocused();
  });

  await test.step('a page by a key', async () => {
    await context.setOffline(true);
    await page.keyboard.press('n');
    await page.keyboard.type(word);
    const heading = page.getByRole('heading', { level: 1, name: 'Couldn’t load' });
    await expect(heading).toBeFocused();
    // By itself, once the line is back.
    await context.setOffline(false);
    await expect(firstName(page)).toHaveValue(word);
    await expect(firstName(page)).toBeFocused();
  });

  await test.step('a file for bulk upload', async () => {
    await page.goto('/bulk-upload');
    await loaded(page);
    await expect(page.getByText('Or drop it anywhere on this page.')).toBeVisible();
    await context.setOffline(true);
    await bulkUpload(page).choose(workbook);
    await expect(notLoaded).toBeVisible();
    await context.setOffline(false);
    await bulkUpload(page).expectTotals(totals);
    await expect(notLoaded).toHaveCount(0);
  });

  await test.step('a page', async () => {
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Deals', exact: true }).click();
    await expect(page.getByText('Couldn’t load this page')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('table', { name: 'Deals' })).toBeVisible();
  });
});
