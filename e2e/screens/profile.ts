import { expect, type Locator, type Page } from '@playwright/test';

/** Shows the API key on the open profile page, confirming the password. Returns the key. */
export async function apiKeyOf(page: Page, password: string): Promise<string> {
  await page.getByRole('button', { name: 'Show API key' }).click();
  await confirmPassword(page, password);
  await expect(page.getByRole('button', { name: 'Hide API key' })).toBeVisible();
  return shownKey(page).innerText();
}

/** Returns the API key's element on the profile page, which shows it masked or in full. */
export function shownKey(page: Page): Locator {
  return page.getByRole('status', { name: 'API key' });
}

/** Enters the password in the dialog that asks to confirm it. */
export async function confirmPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** Enters an API key in the dialog that asks for it. */
export async function saveKey(page: Page, apiKey: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Enter API key/ });
  await dialog.getByLabel('API key').fill(apiKey);
  await dialog.getByRole('button', { name: 'Save API key' }).click();
}
