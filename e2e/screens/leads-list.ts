import { expect, type Locator, type Page } from '@playwright/test';

import { pdf } from '#e2e/files.ts';
import type { interfaceClient } from '#e2e/interface-client.ts';
import type { Behind } from '#e2e/prepared-data.ts';

/** The list of leads. In front of an existing service, the list has no search and no total. */
export function leadsList(page: Page, behind: Behind) {
  const isOwn = behind === 'own records';
  return {
    /** Shows the leads with these words: by search, or among the newest 100. */
    find: async (text: string, address = '') =>
      page.goto(`${address}/leads?${isOwn ? new URLSearchParams({ q: text }) : 'pageSize=100'}`),
    /** Waits until the page shows this range of rows. */
    expectRange: async (first: number, last: number) =>
      expect(
        page
          .getByText(isOwn ? new RegExp(`^${first}–${last} of \\d+`) : `${first}–${last}`)
          .first(),
      ).toBeVisible(),
  };
}

/** Returns the rows of the list. By its name: home has tables as well, and may be shown first. */
export function leadRowsOn(page: Page): Locator {
  return page.getByRole('table', { name: 'Leads', exact: true }).getByRole('row');
}

/** Returns the id of the lead in a row of the list. */
export async function leadIdAt(page: Page, row: number): Promise<string> {
  const address = await leadRowsOn(page).nth(row).getByRole('link').getAttribute('href');
  return address?.split('/').at(-1) ?? '';
}

/** Creates a lead of these fields by the interface, as another program does. Returns its id. */
export async function createElsewhere(
  program: ReturnType<typeof interfaceClient>,
  fields: object,
): Promise<string> {
  const required = { firstName: 'Jules', lastName: 'Sample', phone: '+61491570156' };
  const { status, body } = await program.createLead({ ...required, ...fields });
  expect(status).toBe(200);
  return (body as { id: string }).id;
}

/** Creates a lead with a file of this name. Returns its id. */
export async function createWithFile(
  program: ReturnType<typeof interfaceClient>,
  fields: object,
  fileName: string,
): Promise<string> {
  const id = await createElsewhere(program, fields);
  const file = { type: 'Bank Statements', fileName, content: pdf(fileName).buffer };
  expect((await program.attach(id, [file])).status).toBe(200);
  return id;
}

/** Changes fields of a lead by the interface, as another program does. */
export async function updateElsewhere(
  program: ReturnType<typeof interfaceClient>,
  id: string,
  fields: object,
): Promise<void> {
  expect(await program.updateLead(id, fields)).toMatchObject({ status: 200 });
}
