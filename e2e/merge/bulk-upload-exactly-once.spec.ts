import { writeFile } from 'node:fs/promises';

import { type Browser, expect, type Page, test } from '@playwright/test';

import { demoPassword, signIn } from '#e2e/fixtures.ts';
import { interfaceClient } from '#e2e/interface-client.ts';
import { type KillableService, startKillableService } from '#e2e/killable-service.ts';
import { csvText, leadRows } from '#e2e/lead-files.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';
import { apiKeyOf } from '#e2e/screens/profile.ts';
import { startUnreliableProxy, type UnreliableProxy } from '#e2e/unreliable-proxy.ts';
import { isLongRun } from '#server/testing/long-run.ts';

/** How many rows are valid in the end, and how often the service is killed. */
const { rows, kills, drops } = isLongRun
  ? { rows: 20_000, kills: 10, drops: 4 }
  : { rows: 6_000, kills: 3, drops: 2 };
const fixed = rows / 50;
const read = rows + 15;
const edited = { row: rows - 10, phone: '+12065550199' };
const submitted = { read, submitted: rows, rejected: 5, 'left out': 0, blank: 10 };
const figure = (count: number) => count.toLocaleString('en-AU');
test.describe.configure({ timeout: 300_000 });

const batches = ['POST', '/portal/bulk-uploads/'] as const;

// On the embedded database, as `npm start` does. submit-rows.killed.merge.test.ts kills the
// service on both databases.
test(`${figure(rows)} rows become ${figure(rows)} leads, whatever fails on the way`, async ({
  browser,
}) => {
  const file = test.info().outputPath('spring.csv');
  await writeFile(file, csvText(fileRows()));
  const service = await startKillableService({});
  const proxy = await startUnreliableProxy(service.url);
  try {
    const tab = await signedInOn(browser, proxy.url);
    await fixAndEdit(tab, file);
    proxy.delayResponses(...batches);
    proxy.dropResponses(...batches, drops);
    await bulkUpload(tab).submitAll();

    const otherTab = await tab.context().newPage();
    const otherMachine = await signedInOn(browser, proxy.url);
    const resumeElsewhere = async () => {
      await resume(otherMachine, file);
      await bulkUpload(otherMachine).submitAll();
    };
    /** What happens after each kill. */
    const meanwhile: Readonly<Record<number, () => Promise<void>>> = isLongRun
      ? {
          2: async () => submitAgain(tab, file),
          4: async () => submitAgain(otherTab, file),
          6: async () => submitAgain(tab, file),
          8: resumeElsewhere,
        }
      : { 1: async () => submitAgain(otherTab, file), 2: resumeElsewhere };
    for (let kill = 1; kill <= kills; kill += 1) {
      await killDuringBatch(service, proxy, kill % 2 === 0);
      await service.start();
      await meanwhile[kill]?.();
    }
    proxy.release(Infinity);

    for (const page of [tab, otherTab, otherMachine]) {
      await expect(page.getByText(`${figure(rows)} leads submitted`)).toBeVisible({
        timeout: 240_000,
      });
      await bulkUpload(page).expectTotals(submitted);
    }
    expect(proxy.dropped()).toBe(drops);
    await tab.goto('/profile');
    await expectEachOnce(service.url, await apiKeyOf(tab, demoPassword));
  } finally {
    await proxy.stop();
    await service.stop();
  }
});

/**
 * Returns rows that are valid once one phone in fifty is fixed and one is edited, ten blank rows,
 * and five that nothing fixes.
 */
function fileRows() {
  const valid = leadRows(rows).map((row, index) => ({
    ...row,
    partnerLeadReferenceId: `once-${index}`,
    ...(index % 50 === 1 && { phone: '0491 570 156', 'businessAddress.country': 'Australia' }),
    ...(index === edited.row - 2 && { phone: 'see notes' }),
  }));
  const blank = Array.from({ length: 10 }, () => ({}));
  const invalid = leadRows(5, 30_000).map((row) => ({ ...row, phone: 'none' }));
  return [...valid, ...blank, ...invalid];
}

async function signedInOn(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page, 'admin', url, '/bulk-upload');
  return page;
}

async function fixAndEdit(page: Page, file: string): Promise<void> {
  const upload = bulkUpload(page);
  await upload.choose(file);
  await page.getByRole('button', { name: new RegExp(`^Fix all ${fixed}: `) }).click();
  const checked = { read, ready: rows - 1, 'to fix': 6, 'left out': 0, blank: 10 };
  await upload.expectTotals(checked);
  await upload.goToRow(edited.row);
  for (let place = 0; place < 3; place += 1) await page.keyboard.press('ArrowRight');
  await expect(upload.grid.locator('td:focus')).toHaveText('see notes');
  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(edited.phone);
  await page.keyboard.press('Enter');
  // What was fixed before may be saved already.
  await upload.expectTotals({ ...checked, ready: rows, 'to fix': 5 });
  await expect(page.getByText('All changes saved')).toBeVisible();
}

/** Opens the page again, as after a crash, and submits the same file. */
async function submitAgain(page: Page, file: string): Promise<void> {
  const upload = bulkUpload(page);
  await upload.open();
  await upload.choose(file);
  await upload.submitAll();
  await expect(page.getByRole('progressbar')).toBeVisible();
}

/**
 * Chooses the file in a browser that knows nothing of it: fixes and edits are restored from the
 * service.
 */
async function resume(page: Page, file: string): Promise<void> {
  const upload = bulkUpload(page);
  await upload.open();
  await upload.choose(file);
  await expect(page.getByText(/^Uploaded on .+ by .+/)).toBeVisible();
  await expect(page.getByText(`${fixed} cells in phone, fixed`)).toBeVisible();
  await page.getByLabel('Rows shown').selectOption({ label: `All rows (${figure(read)})` });
  await expect(page.getByRole('row', { name: /^2\b/ })).toBeVisible();
  await upload.goToRow(edited.row);
  await expect(page.getByRole('row', { name: new RegExp(`^${edited.row}`) })).toContainText(
    edited.phone,
  );
}

/**
 * Kills the service while a batch of rows is in flight: with `isEarly`, as soon as a batch has
 * arrived; otherwise after one response, while another batch is on its way.
 */
async function killDuringBatch(
  service: KillableService,
  proxy: UnreliableProxy,
  isEarly: boolean,
): Promise<void> {
  const moment = proxy.next(isEarly ? 'request' : 'answer');
  proxy.release(isEarly ? 1 : 2);
  await moment;
  await service.kill();
}

/** Walks through all leads of the partner by the API and expects each row exactly once. */
async function expectEachOnce(url: string, apiKey: string): Promise<void> {
  const partner = interfaceClient(url, apiKey);
  const total = Number((await partner.listLeads(1, 1)).headers.get('x-total-count'));
  const found: Record<string, unknown>[] = [];
  for (let page = 1; (page - 1) * 100 < total; page += 1) {
    const { body } = await partner.listLeads(page, 100);
    found.push(...(body as { fields: Record<string, unknown> }[]).map(({ fields }) => fields));
  }
  const references = found
    .map((lead) => String(lead['partnerLeadReferenceId']))
    .filter((reference) => reference.startsWith('once-'));
  expect(references).toHaveLength(rows);
  expect(new Set(references).size).toBe(rows);
  expect(found).toContainEqual(
    expect.objectContaining({
      partnerLeadReferenceId: `once-${edited.row - 2}`,
      phone: edited.phone,
    }),
  );
}
