import type { Page } from '@playwright/test';

import { demoPassword, people } from '#e2e/fixtures.ts';

/** Signs in by the form that the page shows, as a person does. */
export async function signInByForm(page: Page, person: keyof typeof people): Promise<void> {
  await page.getByLabel('Email').fill(people[person]);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
