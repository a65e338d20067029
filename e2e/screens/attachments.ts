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
