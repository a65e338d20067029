import { gzipSync } from 'node:zlib';

import type { Page, Response } from '@playwright/test';

import { alternateRounds, type Figure, toSamples } from './figure.ts';
import { openBrowser, rowsShown, type SignedInBrowser } from './signed-in-browser.ts';
import type { Stage } from './stage.ts';

const rounds = 7;

/** Slow 4G as Lighthouse has it, in milliseconds and bytes per second, with a slow phone. */
const slow = { name: 'slow 4G, CPU 4x', latency: 150, download: 200_000, upload: 93_750, cpu: 4 };
const fast = { name: 'fast line, CPU 1x', latency: 0, download: -1, upload: -1, cpu: 1 };

const bars = {
  [slow.name]: { firstPaint: 0.6, rows: 1.1 },
  [fast.name]: { rows: 1.3 },
} as const satisfies Record<string, { firstPaint?: number; rows: number }>;

/**
 * Measures a first load of /leads, signed in and with an empty cache: when something is painted,
 * when the rows are, and the JavaScript of the page. Product and floor alternate.
 */
export async function measureFirstLoad(stage: Stage): Promise<Figure[]> {
  const browser = await openBrowser(stage);
  const figures: Figure[] = [];
  for (const line of [slow, fast]) {
    const { firstPaint, rows }: { firstPaint?: number; rows: number } = bars[line.name]!;
    const loads = await alternateRounds(
      rounds,
      async () => paintsOf(browser, stage.product, line),
      async () => paintsOf(browser, stage.floor, line),
    );
    figures.push(
      {
        name: `First contentful paint, ${line.name}`,
        unit: 'ms',
        ...toSamples(loads, (load) => load.firstPaint),
        ...(firstPaint !== undefined && { bar: { of: 'ratio', max: firstPaint } }),
      },
      {
        name: `Rows painted, ${line.name}`,
        unit: 'ms',
        ...toSamples(loads, (load) => load.rows),
        bar: { of: 'ratio', max: rows },
      },
    );
  }
  figures.push(...(await scriptFigures(browser, stage)));
  await browser.close();
  return figures;
}

/** Milliseconds since the start of the navigation. */
interface Paints {
  readonly firstPaint: number;
  readonly rows: number;
}

async function paintsOf(
  browser: SignedInBrowser,
  origin: string,
  { latency, download, upload, cpu }: typeof slow,
): Promise<Paints> {
  const page = await browser.newPage(origin);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: download,
    uploadThroughput: upload,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.addInitScript(recordPaints);
  await page.goto('/leads', { waitUntil: 'commit' });
  const paints = await page.evaluate(async () => ({
    rows: await rowsPainted,
    firstPaint: await firstPainted,
  }));
  await page.context().close();
  return paints;
}

declare global {
  /** When the first text or picture was painted, and when the 20 rows were. */
  var firstPainted: Promise<number>, rowsPainted: Promise<number>;
}

/** Runs in the page, before everything else. */
function recordPaints(): void {
  const rows = document.getElementsByTagName('tr');
  globalThis.firstPainted = new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint) resolve(paint.startTime);
    });
    observer.observe({ type: 'paint', buffered: true });
  });
  globalThis.rowsPainted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      // The header row and the page's 20 rows, not placeholders.
      if (rows.length < 21 || [...rows].some((row) => row.textContent === '')) return;
      observer.disconnect();
      // A message posted in an animation frame arrives after that frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now()), { once: true });
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** How long no script is requested once those of the page are there, in milliseconds. */
const quietMs = 500;

/**
 * Returns the JavaScript of a first load: every script requested until the rows are shown, the
 * document is complete and no further script follows. Each is compressed with gzip at its default
 * level, however the service compressed it.
 */
async function scriptFigures(browser: SignedInBrowser, stage: Stage): Promise<Figure[]> {
  const product = await scriptsOf(await browser.newPage(stage.product));
  const floor = await scriptsOf(await browser.newPage(stage.floor));
  return [
    {
      name: 'First-load JavaScript of /leads',
      unit: 'kB gzip',
      product: [product.gzip],
      floor: [floor.gzip],
      quantile: 0.5,
      bar: { of: 'ratio', max: 1.25 },
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
  // Server-rendered rows come before any script. Parts of the page that wait for it are no part of
  // it.
  for (let known = -1; known !== scripts.size; await page.waitForTimeout(quietMs))
    known = scripts.size;
  const total = { gzip: 0, transferred: 0 };
  for (const response of scripts.values()) {
    total.gzip += gzipSync(await response.body()).length / 1000;
    total.transferred += (await response.request().sizes()).responseBodySize / 1000;
  }
  await page.context().close();
  return total;
}
