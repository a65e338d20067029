import type { Browser, Page } from '@playwright/test';

import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import { expect, people, signIn } from '#e2e/fixtures.ts';
import { test } from '#e2e/operated-product.ts';
import type { OperatorProgram } from '#e2e/operator-program.ts';
import { history } from '#e2e/screens/history.ts';
import { home, oneOfEachKind, rowsAtInterface } from '#e2e/screens/home.ts';
import { isLongRun } from '#server/testing/long-run.ts';

// One product for all tests.
test.describe.configure({ mode: 'default' });
// The short form runs on the embedded database, as `npm start` does.
const database = isLongRun ? 'PostgreSQL' : 'the embedded database';

/** A status that the program gave a deal. */
interface Step {
  readonly former: string;
  readonly status: string;
  readonly subStatus: string;
  /** How long the former status had stood, in milliseconds. */
  readonly stoodMs: number;
}

test.use({ database });

test(`the screens of broker and support follow a program of the operator, without a reload, on ${database}`, async ({
  signedIn,
  browser,
  product,
  crm,
}) => {
  const list = await signedIn('broker');
  const lead = await longestOpenLead(list, crm);
  const record = await openTab(list, `/leads/${lead.id}`);
  const homePage = await openTab(list, '/home');
  await list.goto(`/leads?${new URLSearchParams({ q: lead.company })}`);
  const support = await openElsewhere(browser, product.url);
  await support.goto(`/leads/${lead.id}`);
  const pages = [list, record, homePage, support];
  for (const page of pages) await markAsOpened(page);

  const dealId = await crm.convertLead(lead.id);
  const convertedAt = (await crm.read('leads', lead.id)).fields.statusSinceDate;
  const stood = await daysBetween(support, lead.since, convertedAt);
  await expect(rowOf(list, lead.company)).toContainText('Converted');
  await expect(changeOf(homePage, `/leads/${lead.id}`)).toContainText('→ Converted');
  await expect(history(support).newest).toContainText('Converted');
  await expect(history(support).ofTime(stood)).toBeVisible();
  for (const page of [record, support]) {
    await page.getByRole('link', { name: 'Open deal' }).first().click();
    await expect(page).toHaveURL(new RegExp(dealId));
  }

  await list.getByRole('link', { name: 'Deals', exact: true }).click();
  await expect(rowOf(list, lead.company)).toContainText('Application Received');
  const { brokerRepId } = lead;
  const newId = await crm.createDeal({ name: 'Quayside Robotics', brokerRepId, amount: 80_000 });
  await list.getByRole('button', { name: '1 new deal – Show' }).click();
  await expect(rowOf(list, 'Quayside Robotics')).toContainText('80,000');
  await expect(changeOf(homePage, `/deals/${newId}`)).toContainText('New deal');

  const steps: Step[] = [];
  for await (const step of takenThroughAll(crm, dealId)) {
    const { status, subStatus } = step;
    steps.push(step);
    await Promise.all([
      expect(rowOf(list, lead.company)).toContainText(status),
      expect(rowOf(list, lead.company)).toContainText(subStatus),
      expect(history(record).newest).toContainText(status),
      expect(changeOf(homePage, `/deals/${dealId}`)).toContainText(status),
      expect(history(support).newest).toContainText(status),
    ]);
  }
  await expectDurations(support, dealId, steps);
  for (const page of pages) await expectNoReload(page);
  await support.context().close();
});

for (const person of ['broker', 'admin', 'support'] as const)
  test(`each number on the home page of ${people[person]} opens a list of exactly as many rows`, async ({
    signedIn,
  }) => {
    const page = await signedIn(person);
    const screen = home(page);
    await screen.open();
    const positive = async () => (await screen.numbers()).filter(({ number }) => number > 0);
    await expect.poll(async () => (await positive()).length).toBeGreaterThan(1);
    const numbers = await screen.numbers();
    const rowsAt = await rowsAtInterface(page);
    const followed = oneOfEachKind(numbers);
    for (const [index, { label, number, address }] of numbers.entries()) {
      expect(await rowsAt(address), label).toBe(number);
      if (followed.has(index)) expect(await screen.rowsOf(index), label).toBe(number);
    }
    await expect.poll(screen.numbers).toEqual(numbers);
  });

/** Returns the lead of the signed-in broker that has been in its status for longest. */
async function longestOpenLead(page: Page, crm: OperatorProgram) {
  const response = await page.request.get('/portal/session');
  const { contact } = (await response.json()) as { contact: { id: string } };
  const query = { brokerRepId: contact.id, outcome: 'open', sort: 'statusSinceDate', pageSize: 1 };
  const [lead] = await crm.list('leads', query);
  if (!lead) throw new Error('The broker has no open lead.');
  const { statusSinceDate: since, companyName: company } = lead.fields;
  return { id: lead.id, since, company: String(company), brokerRepId: contact.id };
}

/** Gives a new deal every other status, one when the one before has been followed. */
async function* takenThroughAll(crm: OperatorProgram, id: string): AsyncGenerator<Step> {
  let former: string = dealStatuses[0] ?? '';
  let { statusSinceDate: since } = (await crm.read('deals', id)).fields;
  for (const status of dealStatuses.slice(1)) {
    const [subStatus = ''] = dealSubStatuses[status];
    const { fields } = await crm.updateDeal(id, { status, subStatus });
    const stoodMs = Date.parse(fields.statusSinceDate) - Date.parse(since);
    yield { former, status, subStatus, stoodMs };
    ({ statusSinceDate: since } = fields);
    former = status;
  }
}

/** Expects that the history shows these steps, the last one first, with the time of each. */
async function expectDurations(page: Page, dealId: string, steps: readonly Step[]): Promise<void> {
  const { items } = history(page);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(items).toHaveCount(steps.length + 1);
  const shown = await items.allInnerTexts();
  const newestFirst = steps.toReversed();
  for (const [index, { status, stoodMs }] of newestFirst.entries()) {
    const minutes = Math.floor(stoodMs / 60_000);
    const duration = minutes === 0 ? 'less than a minute' : `${minutes} min`;
    expect(shown[index]).toContain(status);
    // The one before stood until then.
    expect(shown[index + 1]).toContain(`for ${duration}`);
  }
  expect(shown.at(-1)).toContain('Deal created');
  // To the millisecond, which the screen doesn't show.
  const response = await page.request.get(
    `/portal/deals/${dealId}/history?statusOnly=true&pageSize=50`,
  );
  const { entries } = (await response.json()) as {
    entries: { at: string; changes: { field: string; fromSince: string }[] }[];
  };
  const durations = entries.flatMap(({ at, changes }) =>
    changes
      .filter(({ field, fromSince }) => field === 'status' && fromSince !== undefined)
      .map(({ fromSince }) => Date.parse(at) - Date.parse(fromSince)),
  );
  expect(durations).toEqual(newestFirst.map(({ stoodMs }) => stoodMs));
}

/** Returns the number of midnights between two moments where the browser is: `5 days`. */
async function daysBetween(page: Page, from: string, to: string): Promise<string> {
  const days = await page.evaluate(
    (times) => {
      const [first = 0, last = 0] = times.map((time) => new Date(time).setHours(0, 0, 0, 0));
      return Math.round((last - first) / 86_400_000);
    },
    [from, to],
  );
  expect(days).toBeGreaterThan(1);
  return `${days} days`;
}

async function openTab(page: Page, address: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(address);
  return tab;
}

/** Signs support in in another browser. */
async function openElsewhere(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, timezoneId: 'Australia/Sydney' });
  const page = await context.newPage();
  await signIn(page, 'support', url);
  return page;
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Returns the row of a record among what has changed, on the home page. */
const changeOf = (page: Page, address: string) =>
  page
    .getByRole('region', { name: /^Changed / })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="${address}"]`) });

/** Marks a page once its data is shown, so that a reload would be noticed. */
async function markAsOpened(page: Page): Promise<void> {
  await expect(
    page
      .getByRole('table')
      .or(page.getByRole('list', { name: 'History' }))
      .or(page.getByRole('heading', { name: /^Waiting on / }))
      .first(),
  ).toBeVisible();
  await page.evaluate(() => (document.documentElement.dataset['opened'] = 'once'));
}

async function expectNoReload(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.dataset['opened'])).toBe('once');
}
