import { csv, pdf, png } from './files.ts';
import { expect, openSession, test } from './fixtures.ts';
import { type interfaceClient, interfaceClientOf } from './interface-client.ts';
import { history } from './screens/history.ts';
import { leadForm } from './screens/lead-form.ts';
import { leadsList } from './screens/leads-list.ts';

test.describe('a broker', () => {
  test(
    'registers a lead, attaches files, finds it in the list and changes one field',
    { tag: '@in-front' },
    async ({ signedIn, behind }) => {
      const page = await signedIn('broker');
      await page.getByRole('link', { name: 'New lead' }).first().click();
      const form = leadForm(page);
      await form.fillRequired({ firstName: 'Marlow', companyName: 'Lantern Bakery' });
      await page.getByLabel('Amount requested').fill('50000');
      const abn = page.getByLabel('ABN');
      await abn.fill('51824753556');
      await abn.blur();
      await expect(abn).toHaveValue('51 824 753 556');
      await abn.fill('51824753557');
      await expect(abn).toHaveAccessibleDescription('This ABN is not valid. Check the number.');
      await abn.fill('51824753556');
      await form.submit();
      await expect(page.getByRole('heading', { name: /submitted/i })).toBeFocused();

      await page.getByRole('link', { name: 'Add files' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Marlow Sample' })).toBeVisible();
      // An existing service returns only the fields that the specification lists.
      if (behind === 'own records')
        await expect(page.getByText('51 824 753 556').first()).toBeVisible();
      const addFiles = page.getByRole('button', { name: 'Add files' });
      await expect(addFiles).toBeFocused();
      const choosing = page.waitForEvent('filechooser');
      await addFiles.click();
      const chooser = await choosing;
      await chooser.setFiles([
        pdf('june-statement.pdf'),
        png('licence-front.png'),
        csv('sales.csv'),
      ]);
      await page.getByRole('button', { name: 'Upload 3 files' }).click();
      await expect(page.getByRole('button', { name: /^Upload/ })).toHaveCount(0);
      const attached = page.locator('#attachments');
      for (const name of ['june-statement.pdf', 'licence-front.png', 'sales.csv'])
        // Files can't be read back from an existing service: they are listed without a link.
        await expect(
          behind === 'own records'
            ? attached.getByRole('link', { name: new RegExp(`Download.*${name}`) })
            : attached.getByText(name),
        ).toBeVisible();

      await page.getByRole('link', { name: 'Leads', exact: true }).click();
      if (behind === 'own records') await page.getByRole('searchbox').fill('lantern');
      else await expect(page.getByRole('searchbox')).toHaveCount(0);
      // The lead is also in the list before the search.
      if (behind === 'own records') await expect(page).toHaveURL(/q=lantern/);
      await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
      const row = page.getByRole('row', { name: /Marlow Sample/ });
      await expect(row).toContainText('Lantern Bakery');
      await expect(row).toContainText('50,000');
      await row.getByRole('link').click();

      await page.getByRole('button', { name: 'Edit lead' }).click();
      await page.getByLabel('Amount requested').fill('65000');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('button', { name: 'Edit lead' })).toBeFocused();
      await expect(page.getByText('65,000').first()).toBeVisible();
      await expect(history(page).items).toHaveText([
        /^Edited.*50,000.*65,000/,
        /^3 files attached/,
        /^Lead created/,
      ]);
      await expect(page.getByText('Only what was done through this portal')).toHaveCount(
        behind === 'own records' ? 0 : 1,
      );
    },
  );

  test('sees every error at once, fixes an amount with one click, and finds an earlier lead', async ({
    signedIn,
    product,
  }) => {
    const page = await signedIn('broker', '/leads/new');
    await page.getByLabel('Amount requested').fill('50k');
    await page.getByRole('button', { name: 'Submit lead' }).click();
    const summary = page.getByRole('alert');
    await expect(summary).toContainText('First name');
    await expect(summary).toContainText('Last name');
    await expect(summary).toContainText('Company name');
    await expect(summary).toContainText('Phone');
    await expect(summary).toContainText('Amount requested');
    await page.getByRole('button', { name: 'Use 50,000' }).click();
    await expect(page.getByLabel('Amount requested')).toHaveValue('50,000');
    await expect(summary).not.toContainText('Amount requested');

    const client = await interfaceClientOf(page, product.url);
    const id = await newLead(client, { companyName: 'Kestrel Vans', email: 'Jo@kestrel.test' });
    await page.getByLabel(/^Email/).fill(' jo@KESTREL.test');
    const earlier = page.getByRole('link', { name: 'Jules Sample, Kestrel Vans' });
    await expect(page.getByRole('status').filter({ has: earlier })).toContainText(
      /You already have a lead for this client.*status New, with the same email/,
    );
    await expect(earlier).toHaveAttribute('href', `/leads/${id}`);
    await page.getByLabel(/^Email/).fill('other@kestrel.test');
    await expect(earlier).toHaveCount(0);
    // At 200 %, neither the navigation nor the buttons of the form stay over the fields.
    await page.setViewportSize({ width: 720, height: 450 });
    await page.getByLabel('Company name').focus();
    await expect(page.getByRole('link', { name: 'Leads' })).not.toBeInViewport();
    await expect(page.getByRole('button', { name: 'Submit lead' })).not.toBeInViewport();
  });
});

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
      const id = await newLead(client, {
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

test.describe('support', () => {
  test(
    'finds any partner’s lead and cannot change it',
    { tag: '@in-front' },
    async ({ signedIn }) => {
      const page = await signedIn('support', '/leads');
      await expect(page.getByRole('link', { name: 'New lead' })).toHaveCount(0);
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Add files' })).toHaveCount(0);
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

/** Creates a lead through the API, with the required fields and these. Returns its id. */
async function newLead(
  client: ReturnType<typeof interfaceClient>,
  fields: object,
): Promise<string> {
  const required = { firstName: 'Jules', lastName: 'Sample', phone: '+61491570156' };
  const { status, body } = await client.createLead({ ...required, ...fields });
  expect(status).toBe(200);
  return (body as { id: string }).id;
}
