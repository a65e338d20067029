import type { Page } from '@playwright/test';

import type { SampleFile } from '#e2e/files.ts';

/** Adds files to the lead on the page, and uploads them. */
export async function uploadFiles(page: Page, files: readonly SampleFile[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await choosing).setFiles([...files]);
  const all = files.length === 1 ? '1 file' : `${files.length} files`;
  await page.getByRole('button', { name: `Upload ${all}` }).click();
}

/** Opens a file of the lead on the page in a new tab. */
export async function openFile(page: Page, name: string): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: `Open ${name} in a new tab` }).click();
  return opening;
}
