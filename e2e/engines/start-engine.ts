import { chromium, devices, firefox, webkit } from '@playwright/test';
import puppeteer from 'puppeteer-core';

import { browserFlags, findBrowser } from '#e2e/browser.ts';

import type { RunningBrowser } from './engine.ts';
import { findFirefox, findWebKit } from './find-engine.ts';
import { byPlaywright } from './playwright-engine.ts';
import { byPuppeteer } from './puppeteer-engine.ts';
import { startWebKit } from './webkit-process.ts';

/** The browsers under test: three on a desktop, and Chromium emulating a phone. */
export type EngineName = 'firefox' | 'webkit' | 'chromium' | 'phone';

const window = { width: 1280, height: 800 };

/** Starts an engine with a driver available on this machine. */
export function startEngine(name: EngineName): Promise<RunningBrowser> {
  return starts[name]();
}

const starts: Record<EngineName, () => Promise<RunningBrowser>> = {
  chromium: async () => byPlaywright(await startChromium(), { viewport: window }),
  phone: async () => {
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'] ?? {};
    return byPlaywright(await startChromium(), phone);
  },
  firefox: async () => {
    const found = findFirefox();
    return found.by === 'playwright'
      ? byPlaywright(await firefox.launch(), { viewport: window })
      : byPuppeteer(
          await puppeteer.launch({ browser: 'firefox', executablePath: found.path }),
          window,
        );
  },
  webkit: async () => {
    const found = findWebKit();
    return found.by === 'playwright'
      ? byPlaywright(await webkit.launch(), { viewport: window })
      : startWebKit(found.path, window);
  },
};

function startChromium() {
  return chromium.launch({ executablePath: findBrowser(), args: browserFlags });
}
