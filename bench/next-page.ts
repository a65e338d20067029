import type { Page } from '@playwright/test';

import { alternateRounds, type Figure } from './figure.ts';
import { openBrowser, rowsShown, type SignedInBrowser } from './signed-in-browser.ts';
import type { Stage } from './stage.ts';

const rounds = 5;
const clicksPerRound = 10;
/** Milliseconds between two clicks: a glance at the rows. */
const glance = 500;

/**
 * One click: how long until the new rows were painted, and whether their data was fetched before.
 */
interface Click {
  readonly milliseconds: number;
  readonly wasFetched: boolean;
}

/**
 * Measures the time from the click on Next page to the frame after the next page's rows appear;
 * product and floor alternate.
 */
export async function measureNextPage(stage: Stage): Promise<Figure[]> {
  const browser = await openBrowser(stage);
  const figures: Figure[] = [];
  for (const slowdown of [1, 4]) {
    const clicked = await alternateRounds(
      rounds,
      async () => clickThrough(browser, stage.product, slowdown),
      async () => clickThrough(browser, stage.floor, slowdown),
    );
    const [product, floor] = [clicked.product.flat(), clicked.floor.flat()];
    console.log(
      `  CPU ${slowdown}x: fetched before the click: product ${share(product)}, floor ${share(floor)}`,
    );
    figures.push(...figuresOf(slowdown, product, floor));
  }
  await browser.close();
  return figures;
}

function figuresOf(slowdown: number, product: Click[], floor: Click[]): Figure[] {
  const samples = (clicks: Click[]) => clicks.map(({ milliseconds }) => milliseconds);
  return [0.5, 0.95].map((quantile) => ({
    name: `Next page to rows painted, CPU ${slowdown}x, ${quantile === 0.5 ? 'median' : 'p95'}`,
    unit: 'ms',
    product: samples(product),
    floor: samples(floor),
    quantile,
    bar: { of: 'ratio', max: 1.3 },
  }));
}

function share(clicks: Click[]): string {
  return `${clicks.filter(({ wasFetched }) => wasFetched).length} of ${clicks.length}`;
}

async function clickThrough(
  browser: SignedInBrowser,
  origin: string,
  slowdown: number,
): Promise<Click[]> {
  const page = await browser.newPage(origin);
  await page.goto('/leads');
  await rowsShown(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const clicks: Click[] = [];
  while (clicks.length < clicksPerRound) {
    await page.waitForTimeout(glance);
    clicks.push(await clickNext(page));
  }
  await page.context().close();
  return clicks;
}

async function clickNext(page: Page): Promise<Click> {
  const painted = page.evaluate(nextRowsPainted);
  await page.getByRole('button', { name: 'Next page' }).click();
  return painted;
}

/** Runs in the page, started before the click. */
function nextRowsPainted(): Promise<Click> {
  // A live collection: the header row and the page's 20 rows.
  const rows = document.getElementsByTagName('tr');
  const firstRow = () => rows[1]?.textContent;
  const before = firstRow();
  return new Promise((resolve) => {
    let clickedAt = 0;
    const recordClick = (event: Event) => (clickedAt = event.timeStamp);
    document.addEventListener('click', recordClick, { once: true, capture: true });
    const notify = () => {
      const milliseconds = performance.now() - clickedAt;
      // The next page but one is requested only once these rows are painted.
      const wasFetched = !performance
        .getEntriesByType('resource')
        .filter((entry) => /\/(api\/v1\/lead|portal\/leads)\?/.test(entry.name))
        .some((entry) => entry.startTime + entry.duration >= clickedAt);
      resolve({ milliseconds, wasFetched });
    };
    const observer = new MutationObserver(() => {
      const now = firstRow();
      if (!now || now === before || rows.length !== 21) return;
      observer.disconnect();
      // A message posted in an animation frame arrives after that frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', notify, { once: true });
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
