import { sendCurlLine } from '#server/testing/http-calls.ts';

import { pdf, png } from './files.ts';
import { demoPassword, expect, test } from './fixtures.ts';
import { interfaceClient } from './interface-client.ts';
import { confirmPassword, shownKey } from './screens/profile.ts';

// Confirming the password renews the session: a request that crosses it is sent again.
test.use({ expectedNoise: /status of 401/ });

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test(
  'a developer copies the API key and a curl line from the profile, and a program uses all seven operations',
  { tag: '@in-front' },
  async ({ signedIn, product, behind }) => {
    const page = await signedIn('admin', '/profile');
    await expect(shownKey(page)).toContainText('…');
    await page.getByRole('button', { name: 'Copy API key' }).click();
    // The password has to be confirmed first.
    await confirmPassword(page, demoPassword);
    await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible();
    await expect(shownKey(page)).toContainText('…');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Show API key' }).click();
    await expect(shownKey(page)).toHaveText(copied);

    await expect(page.getByText(product.url, { exact: true })).toBeVisible();
    const line = await page.getByText(/^curl /).innerText();
    expect(line).not.toContain(copied);
    expect(line).toContain(product.url);
    const listed = await (await sendCurlLine(line, { API_KEY: copied })).json();
    expect(listed).toHaveLength(20);
    await page.getByRole('button', { name: 'Hide API key' }).click();
    await expect(shownKey(page)).toContainText('…');

    const client = interfaceClient(product.url, copied);
    const created = await client.createLead({
      firstName: 'Noor',
      lastName: 'Sample',
      companyName: 'Fern Dairy',
      phone: '+64 21 000 0000',
      amountRequested: 50_000,
      partnerLeadReferenceId: 'FD-1',
      businessAddress: { city: 'Hamilton', country: 'New Zealand' },
    });
    expect(created).toMatchObject({
      status: 200,
      body: { fields: { partnerLeadReferenceId: 'FD-1' } },
    });
    const { id } = created.body as { id: string };

    const changed = await client.updateLead(id, {
      amountRequested: 60_000,
      businessAddress: { state: 'Waikato' },
    });
    expect(changed.status).toBe(200);
    // The format of phones and partial updates of an address are up to the service.
    const stored =
      behind === 'own records'
        ? { phone: '+64210000000', fullAddress: 'Hamilton, Waikato, New Zealand' }
        : { phone: '+64 21 000 0000', fullAddress: 'Waikato' };
    const read = await client.readLead(id);
    expect(read).toMatchObject({
      status: 200,
      body: {
        id,
        fields: {
          status: 'New',
          subStatus: 'Received',
          phone: stored.phone,
          amountRequested: '60000.00',
          businessAddress: { fullAddress: stored.fullAddress },
        },
      },
    });

    const one = await client.attach(id, [
      { type: 'Bank Statements', fileName: 'statement.pdf', content: pdf('statement.pdf').buffer },
    ]);
    expect(one).toMatchObject({
      status: 200,
      body: {
        fields: {
          fileName: 'statement.pdf',
          type: 'Bank Statements',
          entityType: 'LEAD',
          entityId: id,
        },
      },
    });
    const two = await client.attach(id, [
      { type: 'Image', fileName: 'shop.png', content: png('shop.png').buffer },
      {
        type: 'Proof of Identity or ID',
        fileName: 'licence.png',
        content: png('licence.png').buffer,
      },
    ]);
    expect(two).toMatchObject({ status: 200, body: [{}, {}] });

    const leads = await client.listLeads(1, 5);
    expect(leads).toMatchObject({ status: 200, body: [{ id }, {}, {}, {}, {}] });
    const deals = await client.listDeals(1, 3);
    expect(deals).toMatchObject({ status: 200, body: [{}, {}, {}] });
    const [deal] = deals.body as { id: string }[];
    expect(await client.readDeal(deal?.id ?? '')).toMatchObject({ status: 200, body: deal });

    expect(await client.readLead('nothing')).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
    expect(await client.createLead({ firstName: 'Noor Sample', phone: '021' })).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
    expect(await interfaceClient(product.url, 'wrong').listLeads(1, 1)).toMatchObject({
      status: 401,
    });
  },
);
