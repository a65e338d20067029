import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, type Locator, type Page } from '@playwright/test';

/** Shows the API key on the profile page, giving the password when it is asked for. */
export async function apiKeyOf(page: Page, password: string): Promise<string> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Show API key' }).click();
  await confirmPassword(page, password);
  await expect(page.getByRole('button', { name: 'Hide API key' })).toBeVisible();
  return shownKey(page).innerText();
}

/** The API key as the profile page shows it: masked, or whole. */
export function shownKey(page: Page): Locator {
  return page.getByRole('status', { name: 'API key' });
}

/** Answers the question for the password. */
export async function confirmPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** Gives an API key in the dialog that asks for one. */
export async function saveKey(page: Page, apiKey: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Enter API key/ });
  await dialog.getByLabel('API key').fill(apiKey);
  await dialog.getByRole('button', { name: 'Save API key' }).click();
}

/** Runs a curl line with the key in the environment variable it names, as a developer would; without curl installed, as fetch. */
export async function curl(line: string, apiKey: string): Promise<string> {
  const env = { ...process.env, API_KEY: apiKey };
  try {
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', line.replace(/^curl /, 'curl -sS --fail ')],
      { env },
    );
    return stdout;
  } catch (error) {
    if (!String(error).includes('not found')) throw error;
    const url = /https?:\/\/[^\s"']+/.exec(line)?.[0] ?? '';
    expect(line).toContain('Authorization: Bearer $API_KEY');
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${apiKey}` } });
    return answer.text();
  }
}
