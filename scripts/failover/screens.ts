import { chromium, expect, type Page } from '@playwright/test';
import * as z from 'zod/mini';

import { findShell, testFlags } from '#e2e/browser.ts';
import { interfaceClient } from '#e2e/interface-client.ts';
import { newId } from '#server/db/ids.ts';
import type { Person } from '#server/testing/people.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

/** The screens of a partner admin, each in a tab of its own, while parts of the set-up fail. */
export interface Screens {
  /** Loads a screen that is not tested in each tab. */
  readonly rest: () => Promise<void>;
  /** Leads each tab to its screen, by the router: the document is not loaded again. */
  readonly arrive: () => Promise<void>;
  /**
   * Waits until each screen shows its data, and the list a lead submitted only now, without a press
   * or a reload. Returns a sentence for each screen that does not.
   */
  readonly findUnrecovered: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

const resting = '/leads/new';
/** How long a screen may take until it shows everything, in milliseconds. */
const limitMs = 60_000;
const createdLead = z.object({ id: z.string() });

/** Opens the screens of a person who is the admin of a partner without records. */
export async function openScreens(origin: string, person: Person): Promise<Screens> {
  const client = interfaceClient(origin, person.apiKey);
  const submit = async (lastName: string) => {
    const reference = { partnerLeadReferenceId: newId() };
    const { body } = await client.createLead({ ...smallestLead, ...reference, lastName });
    return createdLead.parse(body).id;
  };
  const leadId = await submit('Fallow');
  const statement = {
    type: 'Bank Statements',
    fileName: 'statement.csv',
    content: Buffer.from('date,amount\n'),
  };
  const { status } = await client.attach(leadId, [statement]);
  if (status !== 200) throw new Error(`The file was not attached: ${status}.`);
  /** Each screen, and a text that it has once all of it is loaded. */
  const screens: readonly (readonly [address: string, text: string | RegExp])[] = [
    ['/home', /^\d+ submitted, /],
    ['/leads', 'Aroha Fallow'],
    [`/leads/${leadId}`, 'statement.csv'],
    ['/leads/drafts', 'No drafts'],
    ['/deals', 'No deals yet'],
    ['/bulk-upload', 'Uploads'],
    ['/people', person.email],
    ['/audit', /No entries|127\.0\.0\.1/],
    ['/profile', /This session/],
  ];
  const browser = await chromium.launch({ executablePath: findShell(), args: [...testFlags] });
  const context = await browser.newContext();
  const [name = '', value = ''] = person.session.cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  const tabs = await Promise.all(
    screens.map(async ([address, text]) => ({ address, text, page: await context.newPage() })),
  );
  const list = tabs.find(({ address }) => address === '/leads');
  return {
    rest: async () => {
      for (const { page } of tabs) await page.goto(origin + resting);
    },
    arrive: async () => {
      await Promise.all(
        tabs.map(async ({ page, address }) =>
          page.evaluate((to) => {
            history.pushState(null, '', to);
            dispatchEvent(new PopStateEvent('popstate'));
          }, address),
        ),
      );
    },
    findUnrecovered: async () => {
      const errors: string[] = [];
      const note = (address: string) => (error: unknown) => {
        errors.push(`${address} did not recover: ${String(error)}`);
      };
      await Promise.all(
        tabs.map(async ({ page, address, text }) => expectShown(page, text).catch(note(address))),
      );
      await submit('Later');
      if (list) await expectShown(list.page, /^1 new/).catch(note('the live list'));
      return errors;
    },
    close: () => browser.close(),
  };
}

/** Waits until a page shows a text, with all its styles, and no notice of an error. */
async function expectShown(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible({
    timeout: limitMs,
  });
  await expect(page.locator('main [role=alert], [data-stale-notice]')).toHaveCount(0, {
    timeout: limitMs,
  });
  const unstyled = await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    const styled = links.filter(({ sheet }) => sheet?.cssRules.length).map(({ href }) => href);
    return links.map(({ href }) => href).filter((href) => !styled.includes(href));
  });
  expect(unstyled).toEqual([]);
}
