import { expect, openSession, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { leadForm } from '#e2e/screens/lead-form.ts';

const client = { firstName: 'Huia', lastName: 'Tamati', phone: '+61491570156' };

test('a broker and an admin fill in once, each their own details, and the service receives what is shown', async ({
  signedIn,
  existing,
  browser,
  product: { url },
}) => {
  const page = await signedIn('broker', '/profile');
  const program = await interfaceClientOf(page, url);
  const own = { brokerContactName: 'Bea Harper', callOnBehalfOf: 'The broker desk' };
  await program.createLead({ ...client, companyName: 'Mohua Bindery', ...own });
  await page.goto('/leads/new');
  await leadForm(page).fillRequired({ firstName: 'Huia', companyName: 'Toroa Optics' });

  await page.locator('summary', { hasText: 'More about the business' }).click();
  const address = page.getByRole('group', { name: 'Business address' });
  await address.getByLabel('City').fill('Napier');
  await expect(address.getByLabel('Country')).toHaveValue('Australia');
  await page.getByLabel('Where is the business?').selectOption('New Zealand');
  await expect(address.getByLabel('Country')).toHaveValue('New Zealand');
  await page.getByLabel('NZBN').fill('9429041234567');
  const start = page.getByRole('textbox', { name: /^Business start date/ });
  await start.fill('1 JUL 2011');
  await start.blur();
  await expect(start).toHaveValue('1 July 2011');
  await page.locator('summary', { hasText: 'More about the client' }).click();
  await page.getByRole('button', { name: 'Date of birth: choose from calendar' }).click();
  // The browser's calendar is no part of the page; a day chosen there is the value of its input.
  await page.locator('#dateOfBirth ~ input').fill('1984-03-14');
  await expect(page.getByRole('textbox', { name: /^Date of birth/ })).toHaveValue('14 March 1984');

  await page.locator('summary', { hasText: 'Broker details' }).click();
  const name = page.getByLabel('Broker contact name');
  for (const [button, shown] of [
    ['Use these details', 'Bea Harper'],
    ['Undo', ''],
    ['Use these details', 'Bea Harper'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(name).toHaveValue(shown);
  }
  await leadForm(page).submit();
  await expect(page.getByRole('heading', { name: 'Lead submitted' })).toBeVisible();
  const received = await existing.leads();
  expect(received.findLast(({ fields }) => fields['companyName'] === 'Toroa Optics')).toMatchObject(
    {
      submitted: {
        ...own,
        nzbn: '9429041234567',
        businessAddress: { city: 'Napier', country: 'New Zealand' },
        businessStartDate: '2011-07-01',
        dateOfBirth: '1984-03-14',
      },
    },
  );

  // The admin sees the broker’s leads, and is offered the details of their own.
  const admin = await (await browser.newContext()).newPage();
  await openSession(admin, 'admin', url);
  const callOnBehalfOf = 'The office';
  const office = await interfaceClientOf(admin, url);
  await office.createLead({ ...client, companyName: 'Rata Roofing', callOnBehalfOf });
  await program.createLead({ ...client, companyName: 'Rimu Roofing', ...own });
  await admin.goto(`${url}/leads/new`);
  await expect(admin.getByText('Broker details of your last lead')).toBeVisible();
  await admin.locator('summary', { hasText: 'Broker details' }).click();
  await admin.getByRole('button', { name: 'Use these details' }).click();
  await expect(admin.getByLabel('Call on behalf of')).toHaveValue(callOnBehalfOf);
  await expect(admin.getByLabel('Broker contact name')).toHaveValue('');
  await admin.context().close();
});
