import path from 'node:path';

import type { Page } from '@playwright/test';

import { alternateRounds, type Figure, toSamples } from '#bench/figure.ts';
import { openBrowser } from '#bench/signed-in-browser.ts';
import { watchMemory } from '#bench/tab-memory.ts';

import type { CsvStage, Size } from './stage.ts';

/** One page reading one file. */
interface Measurement {
  /** From the drop to the end, in seconds. */
  readonly seconds: number;
  /** The tab's peak memory above its start, in MB. */
  readonly memory: number;
  /**
   * The longest task of the page's main thread, in milliseconds; 0 if none took 50 ms or more, the
   * shortest that a browser reports.
   */
  readonly longestTask: number;
}

const rounds = 3;

/**
 * Measures the time from the drop until every row is checked and hashed. The floor is plain
 * papaparse over the same file in the same kind of worker; product and floor alternate.
 */
export async function measureReading(stage: CsvStage): Promise<Figure[]> {
  const measure = async (size: Size) =>
    alternateRounds(
      rounds,
      async () => readOnce(stage, stage.product, stage.files[size], 'product'),
      async () => readOnce(stage, stage.floor, stage.files[size], 'floor'),
    );
  const [small, medium, large] = [
    await measure('small'),
    await measure('medium'),
    await measure('large'),
  ];
  const growth = (name: keyof Measurement, kind: 'product' | 'floor') =>
    large[kind].map((each, at) => each[name] / medium[kind][at]![name]);
  return [
    {
      name: 'Drop a file until every row is checked and hashed, 1M rows',
      unit: 's',
      ...toSamples(large, ({ seconds }) => seconds),
      bar: { of: 'ratio', max: 2.5 },
    },
    {
      name: 'The same, 100 thousand rows',
      unit: 's',
      ...toSamples(medium, ({ seconds }) => seconds),
    },
    {
      name: 'The same, 10 thousand rows',
      unit: 's',
      ...toSamples(small, ({ seconds }) => seconds),
    },
    {
      name: 'Longest task of the main thread, 1M rows (0: none of 50 ms or more)',
      unit: 'ms',
      ...toSamples(large, ({ longestTask }) => longestTask),
      quantile: 1,
      bar: { of: 'product', max: 49.9 },
    },
    {
      name: 'Peak memory of the tab above its start, 1M rows',
      unit: 'MB',
      ...toSamples(large, ({ memory }) => memory),
      bar: { of: 'ratio', max: 0.75 },
    },
    {
      name: 'The same, 100 thousand rows',
      unit: 'MB',
      ...toSamples(medium, ({ memory }) => memory),
    },
    {
      name: 'Time from 100 thousand to 1M rows, at least',
      unit: '×',
      product: growth('seconds', 'product'),
      floor: growth('seconds', 'floor'),
      quantile: 0.5,
      bar: { of: 'product', min: 8 },
    },
    {
      name: 'Time from 100 thousand to 1M rows, at most',
      unit: '×',
      product: growth('seconds', 'product'),
      floor: growth('seconds', 'floor'),
      quantile: 0.5,
      bar: { of: 'product', max: 12 },
    },
    {
      name: 'Memory from 100 thousand to 1M rows',
      unit: '×',
      product: growth('memory', 'product'),
      floor: growth('memory', 'floor'),
      quantile: 0.5,
      bar: { of: 'product', max: 8 },
    },
  ];
}

/** Reads a file once in the page at a URL. */
async function readOnce(
  stage: CsvStage,
  url: string,
  file: string,
  kind: 'product' | 'floor',
): Promise<Measurement> {
  const { page, browser, close } = await openUpload(stage, url);
  const memory = await watchMemory(browser);
  const seconds = await dropAndWait(page, file, kind);
  const longestTask = await page.evaluate(() => Math.max(0, ...window.tasks));
  const measurement = { seconds, memory: memory.stop(), longestTask };
  await close();
  console.log(`  ${kind}, ${path.basename(file)}: ${JSON.stringify(measurement)}`);
  return measurement;
}

/** Opens the page to choose a file on, whose long tasks are watched, in a browser of its own. */
export async function openUpload(stage: CsvStage, url: string) {
  const { newPage, browser, close } = await openBrowser(stage);
  const page = await newPage(url);
  await watchTasks(page);
  await page.goto('/bulk-upload');
  // The stream of changes stays open, so the network is never idle by Playwright's measure.
  await page.waitForFunction(() => {
    const ends = performance
      .getEntriesByType('resource')
      .map(({ duration, startTime }) => startTime + duration);
    return performance.now() - Math.max(0, ...ends) > 500;
  });
  return { page, browser, close };
}

declare global {
  interface Window {
    /** The durations of tasks of 50 ms and more on the page's main thread, in milliseconds. */
    tasks: number[];
    /** When the file was chosen. */
    dropped: number;
  }
}

/** Records long tasks and when a file is chosen, from before the page's own scripts run. */
async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.tasks = [];
    addEventListener(
      'change',
      () => {
        window.tasks = [];
        window.dropped = performance.now();
      },
      true,
    );
    new PerformanceObserver((list) => {
      for (const { duration, startTime } of list.getEntries())
        if (startTime >= (window.dropped ?? Infinity)) window.tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/** Returns the seconds from choosing the file until the page shows the result. */
export async function dropAndWait(
  page: Page,
  file: string,
  kind: 'product' | 'floor',
): Promise<number> {
  // Injects Playwright's polling script now, so that its task isn't counted as one of the page.
  await page.waitForFunction(() => true);
  await page.locator('input[type=file]').setInputFiles(file);
  const ended = await page.waitForFunction(
    (isProduct) => {
      const isDone = isProduct
        ? [...document.querySelectorAll('button')].some((one) =>
            /^Submit [\d,]+ leads$/.test(one.textContent ?? ''),
          )
        : document.querySelector('output')?.textContent !== '';
      return isDone ? performance.now() - window.dropped : false;
    },
    kind === 'product',
    { timeout: 300_000 },
  );
  return Number(await ended.jsonValue()) / 1000;
}
