import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Figure } from '#bench/figure.ts';
import { openBrowser } from '#bench/signed-in-browser.ts';
import { csvLine, encodePart } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';

import { dropAndWait, watchTasks } from './reading.ts';
import type { CsvStage } from './stage.ts';

const rounds = 3;
const blankLines = 1_000_000;

/**
 * Measures submitting two leads in the browser, from the confirmation until the upload is finished:
 * after a million blank lines and, as the floor, without them.
 */
export async function measureBlankLines(stage: CsvStage): Promise<Figure[]> {
  const product: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    product.push(await submit(stage, blankLines, round));
    floor.push(await submit(stage, 0, round));
    console.log(`  submitted in ${product.at(-1)?.toFixed(2)} and ${floor.at(-1)?.toFixed(2)} s`);
  }
  return [
    {
      name: 'Submit two leads after 1M blank lines (floor: without the lines)',
      unit: 's',
      product,
      floor,
      quantile: 0.5,
      bar: { of: 'product', max: 3 },
    },
  ];
}

/** Returns the seconds from the confirmation until the leads are submitted. */
async function submit(stage: CsvStage, lines: number, round: number): Promise<number> {
  const file = path.join(path.dirname(stage.files.small), `blank-${lines}-${round}.csv`);
  const leads = [1, 2].map((lead) =>
    csvLine(leadCells(lead + 2 * round + (lines === 0 ? 100 : 0))),
  );
  const text = `${templateHeader}\r\n${'\r\n'.repeat(lines)}${leads.join('')}`;
  writeFileSync(file, encodePart(text, 'windows-1252'));
  const opened = await openBrowser(stage);
  const page = await opened.newPage(stage.product);
  await watchTasks(page);
  await page.goto('/bulk-upload');
  await page.waitForLoadState('networkidle');
  await dropAndWait(page, file, 'product');
  await page.getByRole('button', { name: 'Submit 2 leads' }).click();
  const confirm = page.getByRole('button', { name: 'Submit now' });
  await confirm.waitFor();
  const ended = page.waitForFunction(() => document.body.textContent.includes('2 leads submitted'));
  const began = performance.now();
  await confirm.click();
  await ended;
  const seconds = (performance.now() - began) / 1000;
  await opened.close();
  return seconds;
}

function leadCells(number: number): string[] {
  const cells: Readonly<Record<string, string>> = {
    firstName: 'Anna',
    lastName: `Sample ${number}`,
    companyName: `Blank Lines ${number}`,
    phone: `+6149157${String(number).padStart(4, '0')}`,
  };
  return templateColumns.map(({ name }) => cells[name] ?? '');
}
