import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, type Page } from '@playwright/test';

/** Shows the API key on the profile page, giving the password when it is asked for. */
export async function apiKeyOf(page: Page, password: string): Promise<string> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Show API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const shown = page.getByText(/^ppk_[\w-]{30,}$/);
  await expect(shown).toBeVisible();
  return shown.innerText();
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
