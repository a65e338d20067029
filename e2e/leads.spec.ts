import type { Page } from '@playwright/test';

import { csv, pdf, png } from './files.ts';
import { expect, openSession, test } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';
import { uploadFiles } from './screens/attachments.ts';
import { history } from './screens/history.ts';
import { leadForm } from './screens/lead-form.ts';
import { createElsewhere, leadsList } from './screens/leads-list.ts';

test(
  'a broker registers a lead once every error is fixed, attaches files, finds it in the list and edits it',
  { tag: '@in-front' },
  async ({ signedIn, behind, product, accessible }) => {
    const isOwn = behind === 'own records';
    const page = await signedIn('broker');
    const client = await interfaceClientOf(page, product.url);
    // Of this run of the test alone.
    const mailName = `jo.${Date.now()}`;
    const earlier = { companyName: 'Kestrel Vans', email: `${mailName}@kestrel.test` };
    const earlierId = await createElsewhere(client, { ...earlier, ...brokerDetails });
    await page.getByRole('link', { name: 'New lead' }).first().click();

    await test.step('every error is named at once, and one click fixes an amount', async () => {
      await page.getByLabel('Amount requested').fill('50k');
      await page.getByRole('button', { name: 'Submit lead' }).click();
      const summary = page.getByRole('alert');
      for (const field of ['First name', 'Last name', 'Company name', 'Phone', 'Amount requested'])
        await expect(summary).toContainText(field);
      await page.getByRole('button', { name: 'Use 50,000' }).click();
      await expect(page.getByLabel('Amount requested')).toHaveValue('50,000');
      await expect(summary).not.toContainText('Amount requested');
    });

    // Without search the portal can't find them.
    if (isOwn) {
      await test.step('a client who has a lead is found', async () =>
        findEarlier(page, mailName, `/leads/${earlierId}`));
      await test.step('the broker’s details are those of the last lead', async () =>
        useBrokerDetails(page));
    }

    const form = leadForm(page);
    await test.step('a number with a wrong digit is not accepted', async () => {
      const abn = page.getByLabel('ABN');
      await abn.fill('51824753556');
      await abn.blur();
      await expect(abn).toHaveValue('51 824 753 556');
      await abn.fill('51824753557');
      await expect(abn).toHaveAccessibleDescription('This ABN is not valid. Check the number.');
      await abn.fill('51824753556');
    });
    await form.fillRequired({ firstName: 'Marlow', companyName: 'Lantern Bakery' });
    await form.submit();
    await expect(page.getByRole('heading', { name: /submitted/i })).toBeFocused();

    await test.step('files are attached', async () => {
      await page.getByRole('link', { name: 'Add files' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Marlow Sample' })).toBeVisible();
      // An existing service returns only the fields that the specification lists.
      if (isOwn) await expect(page.getByText('51 824 753 556').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add files' })).toBeFocused();
      await uploadFiles(page, [
        pdf('june-statement.pdf'),
        png('licence-front.png'),
        csv('sales.csv'),
      ]);
      await expect(page.getByRole('button', { name: /^Upload/ })).toHaveCount(0);
      const attached = page.locator('#attachments');
      for (const name of ['june-statement.pdf', 'licence-front.png', 'sales.csv'])
        // Files can't be read back from an existing service: they are listed without a link.
        await expect(
          isOwn
            ? attached.getByRole('link', { name: new RegExp(`Download.*${name}`) })
            : attached.getByText(name),
        ).toBeVisible();
    });

    await test.step('the list has it', async () => {
      await page.getByRole('link', { name: 'Leads', exact: true }).click();
      if (isOwn) await page.getByRole('searchbox').fill('lantern');
      else await expect(page.getByRole('searchbox')).toHaveCount(0);
      // The lead is also in the list before the search.
      if (isOwn) await expect(page).toHaveURL(/q=lantern/);
      await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
      const row = page.getByRole('row', { name: /Marlow Sample/ }).first();
      await expect(row).toContainText('Lantern Bakery');
      await expect(row).toContainText('50,000');
      await row.getByRole('link').click();
    });

    const { items, newest } = history(page);
    await test.step('an edit is in its history', async () => {
      await editField(page, 'Amount requested', '65000');
      await expect(page.getByText('65,000').first()).toBeVisible();
      await expect(items).toHaveText([
        /^Edited.*50,000.*65,000/,
        /^3 files attached/,
        /^Lead created/,
      ]);
      await expect(page.getByText('Only what was done through this portal')).toHaveCount(
        isOwn ? 0 : 1,
      );
    });
    if (isOwn)
      await test.step('edits of one moment are one item of it, and a file is another at once', async () => {
        await editField(page, 'Trading name', 'Kauri Two');
        await expect(newest).toContainText('Kauri Two');
        await expect(newest).toContainText('2 edits');
        await expect(items).toHaveCount(3);
        await accessible();
        await uploadFiles(page, [csv('june.csv')]);
        await expect(newest).toContainText('File attached: june.csv');
      });

    await test.step('a new lead for the client is filled from it, but for the amount', async () => {
      await page.getByRole('button', { name: 'New lead for client' }).click();
      const box = (name: RegExp) => page.getByRole('textbox', { name });
      await expect(box(/^Company name/)).toHaveValue('Lantern Bakery');
      await expect(box(/^First name/)).toHaveValue('Marlow');
      await expect(box(/^Amount requested/)).toHaveValue('');
    });
  },
);

const brokerDetails = {
  brokerContactName: 'Robin Wren',
  brokerContactEmail: 'robin@wren.test',
  callOnBehalfOf: 'The broker desk',
};

async function findEarlier(page: Page, mailName: string, path: string): Promise<void> {
  const email = page.getByLabel(/^Email/);
  await email.fill(` ${mailName}@KESTREL.test`);
  const earlier = page.getByRole('link', { name: 'Jules Sample, Kestrel Vans' });
  await expect(page.getByRole('status').filter({ has: earlier })).toContainText(
    /You already have a lead for this client.*status New, with the same email/,
  );
  await expect(earlier).toHaveAttribute('href', path);
  await email.fill('other@kestrel.test');
  await expect(earlier).toHaveCount(0);
}

// The country of the business is chosen in merge/in-front/fill-in.spec.ts.
async function useBrokerDetails(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Broker details' }).click();
  await expect(page.getByText('Broker contact name: Robin Wren')).toBeVisible();
  await page.getByRole('button', { name: 'Use these details' }).click();
  await expect(page.getByLabel('Broker contact name')).toHaveValue('Robin Wren');
  await expect(page.getByLabel('Broker contact email')).toHaveValue('robin@wren.test');
  await expect(page.getByLabel('Call on behalf of')).toHaveValue('The broker desk');
}

/** Changes one field of the lead on the page. */
async function editField(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit lead' }).click();
  await page.getByLabel(field).fill(value);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Edit lead' })).toBeFocused();
}

test.describe('an edit', () => {
  // A service with versions rejects an update that would overwrite another one.
  test.use({ expectedNoise: /status of 412/ });

  test(
    'leaves other parts and fields unchanged; of a field that someone else has changed the user chooses the value',
    { tag: '@in-front' },
    async ({ page, product, accessible }) => {
      await openSession(page, 'broker', product.url);
      const client = await interfaceClientOf(page, product.url);
      const edit = page.getByRole('button', { name: 'Edit lead' });
      const save = page.getByRole('button', { name: 'Save changes' });
      const id = await createElsewhere(client, {
        companyName: 'Thistle Catering',
        email: 'old@thistle.test',
        businessAddress: { addressLine1: '4 Quay Street', city: 'Hobart', country: 'Australia' },
      });
      const part = { addressLine1: '4 Quay Street', city: 'Launceston', country: 'Australia' };
      await page.goto(`/leads/${id}`);
      await edit.click();
      const business = page.getByRole('group', { name: 'Business address' });
      await expect(business.getByLabel('Address line 1')).toHaveValue('4 Quay Street');
      await business.getByLabel('City').fill('Launceston');
      await save.click();
      await expect(edit).toBeFocused();
      expect((await client.readLead(id)).body).toMatchObject({
        fields: { email: 'old@thistle.test', businessAddress: part },
      });

      await edit.click();
      await page.getByLabel(/^Email/).fill('mine@thistle.test');
      await client.updateLead(id, { email: 'theirs@thistle.test', amountRequested: 70_000 });
      await save.click();
      await expect(page.getByText('Someone else changed this lead.')).toBeVisible();
      await expect(page.getByText('Keep their value: theirs@thistle.test')).toBeVisible();
      await accessible();
      await page.getByLabel('Use my value: mine@thistle.test').check();
      await save.click();
      await expect(edit).toBeFocused();
      expect((await client.readLead(id)).body).toMatchObject({
        fields: { email: 'mine@thistle.test', amountRequested: '70000.00', businessAddress: part },
      });
    },
  );
});

test.describe('the list', () => {
  test(
    'can be paged forward and back, its address survives a reload, and an invalid one says so',
    { tag: '@in-front' },
    async ({ signedIn, behind }) => {
      const page = await signedIn('admin');
      const links = page.getByRole('rowheader').getByRole('link');
      const names = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      await leadsList(page, behind).expectRange(1, 20);
      await expect(links).toHaveCount(20);
      const first = await names();
      await page
        .getByRole('button', { name: 'Next page' })
        .or(page.getByRole('link', { name: 'Next page' }))
        .click();
      await leadsList(page, behind).expectRange(21, 40);
      expect(page.url()).toContain('page=2');
      // The previous page's rows stay until the new ones have loaded.
      await expect
        .poll(async () => (await names()).filter((name) => first.includes(name)))
        .toHaveLength(0);
      const second = await names();
      await page.reload();
      await leadsList(page, behind).expectRange(21, 40);
      await expect.poll(names).toEqual(second);
      await page.goBack();
      await leadsList(page, behind).expectRange(1, 20);
      await expect.poll(names).toEqual(first);

      // The default view for an invalid address, but all leads only once that is wanted.
      await page.goto('/leads?page=abc&pageSize=-4&sort=zzz&status=nope');
      await expect(page.getByRole('alert')).toHaveText(
        /a filter that can’t be used|available here/,
      );
      await page.getByRole('button', { name: /^Show the (list without it|whole list)$/ }).click();
      await leadsList(page, behind).expectRange(1, 20);
    },
  );
});
