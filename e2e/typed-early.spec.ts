import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';

/** What is typed right after a press, faster than anybody: `n`, `f` and `j` are shortcuts too. */
const word = 'Fenj';

/** Waits until single keys act: they are loaded after the page. */
async function untilKeysAct(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({
      timeout: 500,
    });
  }).toPass({ timeout: 20_000 });
  // In a dialog without a field, keys do nothing.
  await page.keyboard.type(word);
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('what is typed right after a press arrives in the first field of what opens', async ({
  signedIn,
}) => {
  const page = await signedIn('otherAdmin', '/leads');
  await untilKeysAct(page);
  const address = page.url();
  const search = page.getByRole('searchbox', { name: 'Search filters' });
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  for (const open of [async () => page.keyboard.press('f'), async () => filter.click()]) {
    await open();
    await page.keyboard.type(word);
    await expect(search).toHaveValue(word);
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    // Of a search, the first Escape empties it.
    if (await search.isVisible()) await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await expect(filter).toBeFocused();
  }
  // Menus with a search of their own, and with no field.
  for (const name of ['Display', 'More']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    await page.keyboard.type(word);
    await expect(page.getByRole('group', { name, exact: true })).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.keyboard.press('Escape');
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('group', { name, exact: true })).toBeHidden({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  }

  await page.goto('/leads?status=Converted');
  await untilKeysAct(page);
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.keyboard.type(word);
  await expect(page.getByRole('textbox', { name: 'Name of the view' })).toHaveValue(word);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.keyboard.type(word);
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue(word);
  await page.keyboard.press('Escape');
});

test('what is typed right after N, or a press on New lead, is the first name', async ({
  signedIn,
}) => {
  const page = await signedIn('otherBroker', '/leads');
  const name = page.getByLabel('First name', { exact: true });
  await untilKeysAct(page);
  await page.keyboard.press('n');
  await page.keyboard.type('Tane');
  await expect(name).toHaveValue('Tane');
  await expect(name).toBeFocused();
  await page.keyboard.type(' Mahuta');
  await expect(name).toHaveValue('Tane Mahuta');

  await page.goto('/leads');
  await untilKeysAct(page);
  await page.getByRole('link', { name: 'New lead', exact: true }).first().click();
  await page.keyboard.type('Fenj');
  await expect(name).toHaveValue('Fenj');
});
