import { readFile } from 'node:fs/promises';

import { type Download, expect, type Locator, type Page } from '@playwright/test';

import type { SampleFile } from '#e2e/files.ts';

/** Figures by label, as a summary bar shows them. */
export type Totals = Readonly<Record<string, number>>;

/** The bulk upload page, by its labels. */
export function bulkUpload(page: Page) {
  return {
    open: (address = '') => page.goto(`${address}/bulk-upload`),
    /** Chooses a file; a string is the path of a file on disk. */
    choose: (file: SampleFile | string) => page.getByLabel('CSV or Excel file').setInputFiles(file),
    drop: (file: SampleFile) => drop(page, file),
    /** Waits until the page shows these totals, and checks that they add up. */
    expectTotals: async (totals: Totals) => {
      await expect.poll(() => shownTotals(page)).toEqual(totals);
      const { read, ...parts } = totals;
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(read);
    },
    /** The last announcement to screen readers. */
    said: page.locator('[data-announcer]'),
    submit: page.getByRole('button', { name: /^Submit [\d,]+ leads?$/ }),
    /**
     * Submits the ready rows, and confirms it where that is asked, which is at once. Rows with
     * errors are saved as rejected.
     */
    submitAll: async () => {
      await page.getByRole('button', { name: /^Submit [\d,]+ leads?$/ }).click();
      if (await confirmSubmission(page).isVisible()) await confirmSubmission(page).click();
    },
    confirm: confirmSubmission(page),
    /** Applies all fixes: this many. */
    fixEverything: async (cells: number) => {
      const fixes = cells === 1 ? '1 fix' : `${cells.toLocaleString('en-AU')} fixes`;
      await page.getByRole('button', { name: `Apply ${fixes}` }).click();
    },
    grid: page.getByRole('grid'),
    goToRow: async (row: number) => {
      await page.getByLabel('Go to row').fill(String(row));
      await page.getByLabel('Go to row').press('Enter');
    },
  };
}

/** The button of the dialog that confirms a submission. */
function confirmSubmission(page: Page): Locator {
  return page.getByRole('dialog').getByRole('button', { name: /^Submit [\d,]+ leads?$/ });
}

/** Clicks a button or link that starts a download. Returns the file's name and bytes. */
export async function downloaded(
  page: Page,
  by: Locator,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), by.click()]);
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) };
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

/** Drops a file onto the page, as from a file manager. */
async function drop(page: Page, { name, buffer }: SampleFile): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], fileName));
      return transfer;
    },
    [name, buffer.toString('base64')] as const,
  );
  // The page takes files once it is rendered.
  await page.getByText('Or drop it anywhere on this page.').waitFor();
  await page.dispatchEvent('main', 'dragover', { dataTransfer });
  await page.dispatchEvent('main', 'drop', { dataTransfer });
}

async function shownTotals(page: Page): Promise<Record<string, number>> {
  const summary = page.locator('dl').filter({ has: page.getByText('read', { exact: true }) });
  if ((await summary.count()) !== 1) return {};
  const parts = await summary.locator('> div').allInnerTexts();
  return Object.fromEntries(
    parts.map((part) => {
      const label = part.replaceAll(/[\d,]/g, '').trim();
      return [label, Number(part.replaceAll(/\D/g, ''))];
    }),
  );
}
