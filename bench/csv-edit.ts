import type { Page } from '@playwright/test';

import { dropAndWait, watchTasks } from './csv-read.ts';
import type { CsvStage, Size } from './csv-stage.ts';
import type { Figure } from './figure.ts';
import { openBrowser } from './signed-in-browser.ts';

const edits = 20;

/** From Enter on a corrected cell until its fault is gone from the screen's count: with 1M rows, and beside it with 10 thousand. */
export async function measureEdits(stage: CsvStage): Promise<Figure[]> {
  const [small, large] = [await editsOf(stage, 'small'), await editsOf(stage, 'large')];
  return [
    {
      name: 'Edit a cell to its fault gone, 1M rows (floor: 10 thousand), most of 20',
      unit: 'ms',
      product: large,
      floor: small,
      quantile: 1,
      bar: { of: 'product', most: 50 },
    },
    {
      name: 'The same, median',
      unit: 'ms',
      product: large,
      floor: small,
      quantile: 0.5,
      bar: { of: 'ratio', most: 1.5 },
    },
  ];
}

async function editsOf(stage: CsvStage, size: Size): Promise<number[]> {
  const opened = await openBrowser(stage);
  const page = await opened.newPage(stage.product);
  await watchTasks(page);
  await page.goto('/bulk-upload');
  await page.waitForLoadState('networkidle');
  await dropAndWait(page, stage.files[size], 'product');
  const samples: number[] = [];
  for (let edit = 0; edit < edits; edit += 1) samples.push(await editOnce(page, edit));
  await opened.close();
  return samples;
}

/** Writes a good phone into the first faulty cell. */
async function editOnce(page: Page, edit: number): Promise<number> {
  const cell = page.locator('td[aria-invalid=true]').first();
  await cell.scrollIntoViewIfNeeded();
  await cell.click();
  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`+6149157${String(1_000 + edit)}`);
  const taken = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const toCorrect = document.querySelector('dd[data-tone=bad]');
        const before = toCorrect?.textContent;
        let entered = 0;
        addEventListener('keydown', () => (entered = performance.now()), {
          capture: true,
          once: true,
        });
        new MutationObserver((_, observer) => {
          if (entered === 0 || toCorrect?.textContent === before) return;
          observer.disconnect();
          resolve(performance.now() - entered);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await page.keyboard.press('Enter');
  return taken;
}
