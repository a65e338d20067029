import type { Page } from '@playwright/test';

import type { Figure } from '#bench/figure.ts';
import { openBrowser } from '#bench/signed-in-browser.ts';

import { connected, type ExportStage } from './export-stage.ts';

const hourMs = 60 * 60 * 1000;

/**
 * Measures the upload of an exported file in the portal: how many rows are recognised, and how many
 * of the leads that they become have the same fields as the exported ones.
 */
export async function measureUploadAgain(stage: ExportStage, file: string): Promise<Figure[]> {
  const [name = '', value = ''] = stage.admin.session.cookie.split('=');
  const opened = await openBrowser({ session: { name, value } });
  try {
    const page = await opened.newPage(stage.service);
    await page.goto('/bulk-upload');
    await page.getByText('Or drop it anywhere on this page.').waitFor();
    const seconds = await checkRows(page, file);
    const ready = await readyRows(page);
    console.log(`  ${ready} rows recognised in ${seconds} s`);
    await submitAll(page, stage.leads);
    const equal = await equalLeads(stage);
    const leads = { unit: 'leads', floor: [stage.leads], quantile: 0.5 };
    const all = { of: 'product', min: stage.leads } as const;
    return [
      {
        ...leads,
        name: 'Exported file in bulk upload: rows recognised',
        product: [ready],
        bar: all,
      },
      { ...leads, name: 'The same: leads with equal fields', product: [equal], bar: all },
      {
        name: 'The same: until every row is checked',
        unit: 's',
        product: [seconds],
        floor: [0],
        quantile: 0.5,
      },
    ];
  } finally {
    await opened.close();
  }
}

/**
 * Chooses the file and starts the check of its rows: before it, the page says which columns are not
 * in the template. Returns the seconds of the check.
 */
async function checkRows(page: Page, file: string): Promise<number> {
  await page.getByLabel('CSV or Excel file').setInputFiles(file);
  const check = page.getByRole('button', { name: 'Check rows' });
  await check.waitFor();
  const began = performance.now();
  await check.click();
  await submitButton(page).waitFor({ timeout: hourMs });
  return (performance.now() - began) / 1000;
}

const submitButton = (page: Page) => page.getByRole('button', { name: /^Submit [\d,]+ leads$/ });

/** Returns the number of rows that are ready, of which the button to submit them speaks. */
async function readyRows(page: Page): Promise<number> {
  return Number((await submitButton(page).innerText()).replaceAll(/\D/g, ''));
}

async function submitAll(page: Page, count: number): Promise<void> {
  await submitButton(page).click();
  await page
    .getByText(`${count.toLocaleString('en-AU')} leads submitted`)
    .waitFor({ timeout: hourMs });
}

/** Returns how many exported leads have an uploaded one with the same fields and the same owner. */
async function equalLeads(stage: ExportStage): Promise<number> {
  return connected(stage, async (client) => {
    const { rows } = await client.query<{ equal: number }>(`
      select count(distinct exported.id)::integer as equal
      from leads as exported join leads as uploaded
        on uploaded.fields ->> 'partnerLeadReferenceId' = exported.fields ->> 'partnerLeadReferenceId'
      where exported.created_via <> 'bulk-upload' and uploaded.created_via = 'bulk-upload'
        and uploaded.fields = exported.fields and uploaded.contact_id = exported.contact_id`);
    return rows[0]?.equal ?? 0;
  });
}
