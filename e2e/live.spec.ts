import { expect, test } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';
import { leadIdAt, leadRowsOn, updateElsewhere } from './screens/leads-list.ts';

// The connection of who signs in after somebody else is in accounts.spec.ts.
test('what happens elsewhere shows: in a marked row, as new leads that wait, on the page of a record', async ({
  signedIn,
  product,
  accessible,
}) => {
  const page = await signedIn('admin');
  const program = await interfaceClientOf(page, product.url);
  const rows = leadRowsOn(page);
  const changed = rows.filter({ hasText: 'Petrel Cycles of Today' });

  await test.step('a change shows in its row, which is marked', async () => {
    const id = await leadIdAt(page, 3);
    await updateElsewhere(program, id, { companyName: 'Petrel Cycles of Today' });
    // Both at once: the mark disappears after some seconds.
    await expect(rows.nth(3)).toContainText(
      /Petrel Cycles of Today.*Updated|Updated.*Petrel Cycles/s,
    );
  });

  await test.step('new leads wait until they are shown, and no row moves', async () => {
    const first = rows.nth(1);
    const before = { id: await leadIdAt(page, 1), box: await first.boundingBox() };
    const client = { firstName: 'Rowan', companyName: 'Kauri', phone: '+6490001234' };
    for (const lastName of ['One', 'Two']) await program.createLead({ ...client, lastName });
    const show = page.getByRole('button', { name: '2 new leads – Show' });
    await expect(show).toBeVisible();
    expect({ id: await leadIdAt(page, 1), box: await first.boundingBox() }).toEqual(before);
    await accessible();
    for (const width of [390, 320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const [above, below] = [await show.boundingBox(), await first.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0), `${width}`).toBeLessThan(below?.y ?? 0);
    }
    await show.click();
    await expect(first.getByRole('link')).toBeFocused();
    await expect(first).toContainText('Rowan Two');
    await expect(rows.nth(2)).toContainText('Rowan One');
    await expect(show).toHaveCount(0);
  });

  await test.step('the mark of the change goes', async () => {
    await expect(changed).toBeVisible();
    await expect(changed).not.toContainText('Updated');
  });

  await test.step('a record’s page follows, except where it is being edited', async () => {
    const id = await leadIdAt(page, 4);
    await rows.nth(4).getByRole('link').click();
    await page.getByRole('button', { name: 'Edit lead' }).click();
    await page.getByLabel('Amount requested').fill('77000');
    const fields = { tradingName: 'Heron Trading of Today', amountRequested: 12_000 };
    await updateElsewhere(program, id, fields);
    await expect(page.getByLabel('Amount requested')).toHaveValue(/77.?000/);
    await expect(page.locator('[data-announcer]')).toContainText(/^Updated: .*Trading name/);
    await accessible();
  });
});
