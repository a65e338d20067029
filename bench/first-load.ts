import { gzipSync } from 'node:zlib';

import type { Page, Response } from '@playwright/test';

import type { Figure } from './figure.ts';
import { openBrowser, rowsShown } from './signed-in-browser.ts';
import type { Stage } from './stage.ts';

/**
 * Measures the JavaScript of a first load of /leads: every script requested until the rows are
 * shown and the network is idle. Each script is compressed with gzip at its default level, however
 * the service compressed it.
 */
export async function measureFirstLoad(stage: Stage): Promise<Figure[]> {
  const browser = await openBrowser(stage);
  const product = await scriptsOf(await browser.newPage(stage.product));
  const floor = await scriptsOf(await browser.newPage(stage.floor));
  await browser.close();
  return [
    {
      name: 'First-load JavaScript of /leads',
      unit: 'kB gzip',
      product: [product.gzip],
      floor: [floor.gzip],
      quantile: 0.5,
      bar: { of: 'ratio', max: 1.38 },
    },
    {
      name: 'The same, as transferred',
      unit: 'kB',
      product: [product.transferred],
      floor: [floor.transferred],
      quantile: 0.5,
    },
  ];
}

async function scriptsOf(page: Page): Promise<{ gzip: number; transferred: number }> {
  const scripts = new Map<string, Response>();
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? ''))
      scripts.set(response.url(), response);
  });
  await page.goto('/leads');
  await rowsShown(page);
  await page.waitForLoadState('networkidle');
  const total = { gzip: 0, transferred: 0 };
  for (const response of scripts.values()) {
    total.gzip += gzipSync(await response.body()).length / 1000;
    total.transferred += (await response.request().sizes()).responseBodySize / 1000;
  }
  await page.context().close();
  return total;
}
