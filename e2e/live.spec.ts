import { expect, test } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';
import { leadIdAt, leadRowsOn, updateElsewhere } from './screens/leads-list.ts';
import { signInByForm } from './screens/sign-in.ts';

/** Far more than the second that a change takes, on a busy machine. */
const soon = { timeout: 30_000 };

test('a change made elsewhere shows in its row, which is marked for some seconds', async ({
  signedIn,
  product,
}) => {
  const page = await signedIn('admin');
  const program = await interfaceClientOf(page, product.url);
  const id = await leadIdAt(page, 3);
  await updateElsewhere(program, id, { companyName: 'Petrel Cycles of Today' });
  const row = leadRowsOn(page).nth(3);
  // Both at once: the mark goes after some seconds.
  await expect(row).toContainText(/Petrel Cycles of Today.*Updated|Updated.*Petrel Cycles/s, soon);
  await expect(row).not.toContainText('Updated');
});

test('new leads wait until they are shown, and no row moves', async ({
  signedIn,
  product,
  accessible,
}) => {
  const page = await signedIn('admin');
  const program = await interfaceClientOf(page, product.url);
  const first = leadRowsOn(page).nth(1);
  const before = { id: await leadIdAt(page, 1), box: await first.boundingBox() };
  const client = { firstName: 'Rowan', companyName: 'Kauri', phone: '+6490001234' };
  for (const lastName of ['One', 'Two']) await program.createLead({ ...client, lastName });
  const show = page.getByRole('button', { name: '2 new leads – Show' });
  await expect(show).toBeVisible(soon);
  expect({ id: await leadIdAt(page, 1), box: await first.boundingBox() }).toEqual(before);
  await accessible();
  for (const width of [390, 320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [above, below] = [await show.boundingBox(), await first.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0), `${width}`).toBeLessThan(below?.y ?? 0);
  }
  await show.click();
  await expect(leadRowsOn(page).nth(1).getByRole('link')).toBeFocused();
  await expect(leadRowsOn(page).nth(1)).toContainText('Rowan Two');
  await expect(leadRowsOn(page).nth(2)).toContainText('Rowan One');
  await expect(show).toHaveCount(0);
});

test('a record’s page follows, except where it is being edited', async ({
  signedIn,
  product,
  accessible,
}) => {
  const page = await signedIn('admin');
  const id = await leadIdAt(page, 4);
  await leadRowsOn(page).nth(4).getByRole('link').click();
  await page.getByRole('button', { name: 'Edit lead' }).click();
  await page.getByLabel('Amount requested').fill('77000');
  const program = await interfaceClientOf(page, product.url);
  await updateElsewhere(program, id, {
    tradingName: 'Heron Trading of Today',
    amountRequested: 12_000,
  });
  await expect(page.getByLabel('Amount requested')).toHaveValue(/77.?000/);
  await expect(page.locator('[data-announcer]')).toContainText(/^Updated: .*Trading name/);
  await accessible();
});

test.describe('signing out', () => {
  test.use({ expectedNoise: /status of 401/ });

  test('ends the connection, and the next person has one of their own', async ({
    signedIn,
    product,
  }) => {
    const page = await signedIn('broker');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await signInByForm(page, 'otherBroker');
    await page.getByRole('navigation').getByRole('link', { name: 'Leads', exact: true }).click();
    const program = await interfaceClientOf(page, product.url);
    await updateElsewhere(program, await leadIdAt(page, 1), { companyName: 'Summit of Today' });
    await expect(leadRowsOn(page).nth(1)).toContainText('Summit of Today', soon);
  });
});
