import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import type { Figure } from '#bench/figure.ts';
import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { openUpload } from './reading.ts';
import type { CsvStage } from './stage.ts';

const rounds = 3;
/** The most columns of a file that can be checked, and of one that is rejected before. */
const widths = { checked: 994, unchecked: 5_000 } as const;

/**
 * Measures the longest task of the page's main thread with files of many columns: opened, checked,
 * and more of their columns shown.
 */
export async function measureWideFiles(stage: CsvStage): Promise<Figure[]> {
  const checked: number[] = [];
  const unchecked: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    checked.push(await longestTask(stage, widths.checked, checkAndShowMore));
    unchecked.push(await longestTask(stage, widths.unchecked, (page) => showMore(page)));
  }
  return [figure(widths.checked, checked), figure(widths.unchecked, unchecked)];
}

function figure(columns: number, product: readonly number[]): Figure {
  return {
    name: `Longest task of the main thread, ${columns} columns (0: none of 50 ms or more)`,
    unit: 'ms',
    product,
    floor: product,
    quantile: 1,
    bar: { of: 'product', max: 99.9 },
  };
}

/** Returns the longest task, in milliseconds, from choosing a file until the steps are done. */
async function longestTask(
  stage: CsvStage,
  columns: number,
  steps: (page: Page) => Promise<void>,
): Promise<number> {
  const file = path.join(stage.folder, `wide-${columns}.csv`);
  writeFileSync(file, wideText(columns));
  const { page, close } = await openUpload(stage, stage.product);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('table', { name: /^Columns of the file/ }).waitFor();
  await page.waitForFunction(drawn);
  await steps(page);
  await page.waitForFunction(drawn);
  const tasks = await page.evaluate(() => window.tasks);
  await close();
  console.log(`  ${columns} columns, tasks of 50 ms or more: ${JSON.stringify(tasks)}`);
  return Math.max(0, ...tasks);
}

async function checkAndShowMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByRole('button', { name: /^Submit [\d,]+ leads$/ }).waitFor();
  await page.getByRole('gridcell').first().waitFor();
  await page.waitForFunction(drawn);
  await showMore(page);
}

/** Shows more of the columns, four times. */
async function showMore(page: Page): Promise<void> {
  for (let times = 0; times < 4; times += 1) {
    await page.getByRole('button', { name: /^Show \d+ more of/ }).click();
    await page.waitForFunction(drawn);
  }
}

/** Resolves once the page is drawn and its tasks are recorded. */
async function drawn(): Promise<true> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestIdleCallback(resolve));
  });
  return true;
}

/** Returns a file with the template's columns, further ones, and two leads. */
function wideText(columns: number): string {
  const names = templateColumns.map(({ name }) => name);
  const extra = Array.from({ length: columns - names.length }, (_, at) => `Answer ${at + 1}`);
  const cells: Readonly<Record<string, string>> = {
    firstName: 'Anna',
    companyName: 'Wide Files',
    phone: '+61491570156',
  };
  const lead = (lastName: string) => [
    ...names.map((name) => (name === 'lastName' ? lastName : (cells[name] ?? ''))),
    ...extra.map((name) => `${name} of ${lastName}`),
  ];
  return [[...names, ...extra], lead('Sample 1'), lead('Sample 2')].map(csvLine).join('');
}
