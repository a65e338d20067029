import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import type { Page } from '@playwright/test';
import autocannon from 'autocannon';

import { leadStatuses } from '#contract/v1/lead-statuses.ts';
import { addOperator, makePeople } from '#server/testing/filled-database.ts';

import type { Figure } from './figure.ts';
import { openBrowser, rowsShown } from './signed-in-browser.ts';
import { portals, type Stage } from './stage.ts';
import { residentMegabytes } from './tab-memory.ts';

const changes = 50;
/** Time between two changes, so that none waits for the refresh of the one before. */
const pauseMs = 1_300;
const streams = 2_000;
const streamsPerSession = 4;

/**
 * Measures how long a change by a program of the operator takes until a partner's browser shows it
 * in the list of 100,000 leads, beside a bare page of server-sent events: alone, and through
 * another process that ten connections use at full speed; and what 2,000 open streams cost.
 */
export async function measureLive(stage: Stage): Promise<Figure[]> {
  const authorization = `Bearer ${await addOperator(stage.database)}`;
  const alone = { unit: 'ms', ...(await measureChanges(stage, stage.product, authorization)) };
  const other = await stage.serve(portals.product);
  const loaded = {
    unit: 'ms',
    ...(await underLoad(stage, other, async () => measureChanges(stage, other, authorization))),
  };
  return [
    { name: 'From a change by the operator to pixels in a browser', ...alone, quantile: 0.5 },
    { name: 'The same, p95', ...alone, quantile: 0.95, bar: { of: 'product', max: 1_000 } },
    {
      name: 'The same, through another process under load, median',
      ...loaded,
      quantile: 0.5,
      bar: { of: 'product', max: 300 },
    },
    {
      name: `Memory of ${streams} open streams`,
      unit: 'MB',
      product: [await measureStreams(stage)],
      floor: [0],
      quantile: 0.5,
      bar: { of: 'product', max: 200 },
    },
  ];
}

/** Measures while ten connections repeat page 1 of a service’s list, which has to succeed. */
async function underLoad<Result>(
  { apiKey }: Stage,
  service: string,
  measure: () => Promise<Result>,
): Promise<Result> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const url = `${service}/api/v1/lead?page=1`;
  const load = autocannon({ url, headers, connections: 10, duration: 600 }, () => {});
  const ended = once(load, 'done');
  const measured = await measure().finally(() => load.stop());
  const [{ non2xx, errors }] = (await ended) as [autocannon.Result];
  if (non2xx + errors > 0) throw new Error(`Requests to ${url} failed.`);
  return measured;
}

async function measureChanges(stage: Stage, operatedBy: string, authorization: string) {
  const browser = await openBrowser(stage);
  const page = await browser.newPage(stage.product);
  await page.goto('/leads');
  await rowsShown(page);
  const row = page.locator('tbody tr').nth(2);
  const before = await row.innerText();
  const address = await row.getByRole('link').getAttribute('href');
  const statuses = leadStatuses.filter((status) => !before.includes(status));
  const update = async (status: string) =>
    send(`${operatedBy}/operator/v1${address}`, 'PATCH', {
      headers: { authorization },
      body: { fields: { status } },
    });
  const baseline = await browser.newPage(stage.baselineHandler);
  await baseline.goto('/live');
  const set = async (text: string) =>
    send(`${stage.baselineHandler}/live`, 'POST', { headers: {}, body: { text } });
  const shownRow = { page, selector: 'tbody tr:nth-child(3)' };
  const baselineText = { page: baseline, selector: 'body' };
  // Live changes begin a moment after the page.
  await timeOf(shownRow, update, statuses.at(-1) ?? '');
  const product: number[] = [];
  const floor: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    await wait(pauseMs);
    product.push(await timeOf(shownRow, update, statuses[change % statuses.length] ?? ''));
    floor.push(await timeOf(baselineText, set, `Changed ${change}`));
  }
  await browser.close();
  return { product, floor };
}

/** Where on a page a change shows. */
interface Place {
  readonly page: Page;
  readonly selector: string;
}

/** Returns the milliseconds from sending a change until its text is painted. */
async function timeOf(
  { page, selector }: Place,
  change: (text: string) => Promise<void>,
  text: string,
) {
  const painted = page.waitForFunction(
    ([where, expected]) =>
      document.querySelector(where)?.textContent?.includes(expected) && Date.now(),
    [selector, text] as const,
    { polling: 'raf' },
  );
  const sentAt = Date.now();
  await change(text);
  return Number(await (await painted).jsonValue()) - sentAt;
}

async function send(
  url: string,
  method: string,
  { headers, body }: { headers: Record<string, string>; body: object },
): Promise<void> {
  const json = { ...headers, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers: json, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
}

/** Returns the memory that open streams take, in megabytes: resident, after minus before. */
async function measureStreams(stage: Stage): Promise<number> {
  const people = await makePeople(stage.database, streams / streamsPerSession);
  const service = await stage.serve(portals.product);
  const resident = () => residentMegabytes(stage.pidOf(service));
  for (let request = 0; request < 200; request += 1)
    await fetch(`${service}/api/v1/lead`, {
      headers: { authorization: `Bearer ${stage.apiKey}` },
    }).then(async (response) => response.text());
  await wait(2_000);
  const before = resident();
  for (const { session } of people)
    await Promise.all(
      Array.from({ length: streamsPerSession }, async () => openStream(service, session)),
    );
  await wait(2_000);
  return resident() - before;
}

async function openStream(origin: string, headers: { cookie: string }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    get(`${origin}/portal/events`, { headers, agent: false }, (response) => {
      if (response.statusCode === 200) response.once('data', () => resolve());
      else reject(new Error(`A stream was not opened: ${response.statusCode}`));
      response.on('error', () => {});
    }).on('error', reject);
  });
}
