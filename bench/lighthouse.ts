import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';

import { browserFlags, findBrowser } from '#e2e/browser.ts';

import { alternateRounds, type Figure, toSamples } from './figure.ts';
import type { Stage } from './stage.ts';

const runs = 5;
const missedStart = 'NO_NAVSTART';

/** Lighthouse's result for one load. */
interface Load {
  /** Largest Contentful Paint, in milliseconds. */
  readonly lcp: number;
  /** 0 to 100. */
  readonly performance: number;
  readonly cls: number;
}

/**
 * Runs Lighthouse with its default settings for a mobile device (simulated slow 4G and a 4x slower
 * CPU), signed in; product and floor alternate.
 */
export async function measureLighthouse(stage: Stage): Promise<Figure[]> {
  const loads = await alternateRounds(
    runs,
    async () => steadyLoad(stage.product, stage),
    async () => steadyLoad(stage.floor, stage),
  );
  return [
    {
      name: 'Lighthouse mobile: Largest Contentful Paint',
      unit: 'ms',
      ...toSamples(loads, ({ lcp }) => lcp),
      bar: { of: 'ratio', max: 1.05 },
    },
    {
      name: 'Lighthouse mobile: performance',
      unit: 'of 100',
      ...toSamples(loads, ({ performance }) => performance),
      bar: { of: 'product', min: 98 },
    },
    {
      name: 'Lighthouse mobile: Cumulative Layout Shift',
      unit: '',
      ...toSamples(loads, ({ cls }) => cls),
      bar: { of: 'product', max: 0.005 },
    },
  ];
}

/**
 * Measures one load; retries once if Lighthouse missed the start of the navigation, as happens on a
 * busy machine.
 */
async function steadyLoad(origin: string, stage: Stage): Promise<Load> {
  try {
    return await load(origin, stage);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(missedStart))) throw error;
    return load(origin, stage);
  }
}

/** Measures one load in a new browser, so that nothing is cached. */
async function load(origin: string, { session }: Stage): Promise<Load> {
  const chrome = await launch({
    chromePath: findBrowser(),
    chromeFlags: ['--headless=new', ...browserFlags],
    logLevel: 'silent',
  });
  try {
    // As a cookie of the browser: its own cookies take the place of a header of that name.
    const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` });
    await browser.setCookie({ ...session, domain: new URL(origin).hostname });
    await browser.disconnect();
    const result = await lighthouse(`${origin}/leads`, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: ['performance'],
    });
    if (result === undefined) throw new Error('Lighthouse: no result');
    const { runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.code} ${runtimeError.message}`);
    const { audits, categories } = result.lhr;
    return {
      lcp: Number(audits['largest-contentful-paint']?.numericValue),
      performance: Number(categories['performance']?.score) * 100,
      cls: Number(audits['cumulative-layout-shift']?.numericValue),
    };
  } finally {
    chrome.kill();
  }
}
