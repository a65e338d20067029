import type { Page } from '@playwright/test';

import type { Figure } from '#bench/figure.ts';

import { dropAndWait, openUpload } from './reading.ts';
import type { CsvStage, Size } from './stage.ts';

const edits = 20;

/**
 * Measures the time from Enter on a corrected cell until its error is gone, from the cell and from
 * the summary on screen: with 1M rows and, as the floor, with 10 thousand.
 */
export async function measureEdits(stage: CsvStage): Promise<Figure[]> {
  const [small, large] = [await editsOf(stage, 'small'), await editsOf(stage, 'large')];
  return [
    {
      name: 'Edit a cell until its error is gone, 1M rows (floor: 10 thousand), maximum of 20',
      unit: 'ms',
      product: large,
      floor: small,
      quantile: 1,
      bar: { of: 'product', max: 50 },
    },
    {
      name: 'The same, median',
      unit: 'ms',
      product: large,
      floor: small,
      quantile: 0.5,
      bar: { of: 'ratio', max: 1.5 },
    },
  ];
}

async function editsOf(stage: CsvStage, size: Size): Promise<number[]> {
  const { page, close } = await openUpload(stage, stage.product);
  await dropAndWait(page, stage.files[size], 'product');
  // A lead search starts automatically for a small file, and would compete for the worker.
  if (size === 'small') await page.getByText('No row matches an existing lead.').waitFor();
  const samples: number[] = [];
  for (let edit = 0; edit < edits; edit += 1) samples.push(await editOnce(page, edit));
  await close();
  return samples;
}

/** Writes a valid phone into the first invalid cell. */
async function editOnce(page: Page, edit: number): Promise<number> {
  const cell = page.locator('td[aria-invalid=true]').first();
  await cell.scrollIntoViewIfNeeded();
  await cell.click();
  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`+6149157${String(1_000 + edit)}`);
  // Installed before the key press, because evaluated scripts and key presses may arrive in any
  // order.
  await page.evaluate(() => {
    const figure = 'dd.danger';
    const before = document.querySelector(figure)!.textContent;
    const { row, column } = document.activeElement!.closest('td')!.dataset;
    const invalid = `td[data-row="${row}"][data-column="${column}"][aria-invalid=true]`;
    let entered = 0;
    addEventListener('keydown', () => (entered = performance.now()), { capture: true, once: true });
    window.edited = new Promise((resolve, reject) => {
      const look = () => {
        const isCounted = document.querySelector(figure)?.textContent !== before;
        const isDone = isCounted && document.querySelector(invalid) === null;
        if (entered > 0 && isDone) resolve(performance.now() - entered);
        else if (entered > 0 && performance.now() - entered > 5_000)
          reject(new Error('The error is still there.'));
        else requestAnimationFrame(look);
      };
      look();
    });
  });
  await page.keyboard.press('Enter');
  return page.evaluate(() => window.edited);
}

declare global {
  interface Window {
    /** The duration of the last edit in milliseconds. */
    edited: Promise<number>;
  }
}
