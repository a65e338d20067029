import { expect, test } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';
import { keyboard } from './screens/keyboard.ts';
import { createElsewhere } from './screens/leads-list.ts';

test(
  'people start on the home page, where a row can be followed up later, unless their records are elsewhere',
  { tag: '@in-front' },
  async ({ signedIn, behind, accessible }) => {
    const page = await signedIn('broker', '/');
    const link = page.getByRole('navigation').getByRole('link', { name: 'Home' });
    if (behind === 'own records') {
      await expect(page).toHaveURL(/\/home$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Bea$/);
      await expect(link).toHaveAttribute('aria-current', 'page');
      const region = page.getByRole('region', { name: 'Waiting on you' });
      const waiting = region.getByRole('listitem');
      const name = await waiting.first().getByRole('link').first().innerText();
      await page.getByRole('button', { name: `More: ${name}` }).click();
      await page.getByRole('button', { name: /^Tomorrow/ }).click();
      const clear = page.getByRole('button', { name: `Clear follow-up: ${name}` });
      await expect(clear).toBeVisible();
      await expect(waiting.first()).not.toContainText(name);
      await expect(page.locator('main [data-next]:focus')).toHaveCount(1);
      await accessible();
      // The page of the record has the same day, and clears it.
      const later = page.getByRole('region', { name: 'Follow up later' });
      await later.getByRole('link', { name }).click();
      await page.getByRole('button', { name: 'Follow up tomorrow' }).click();
      await page.getByRole('button', { name: 'Clear follow-up' }).click();
      await expect(page.getByRole('button', { name: 'Follow up later' })).toBeFocused();
      await accessible();
      await page.goBack();
      await expect(waiting.filter({ hasText: name })).toHaveCount(1);
      // A call, after which it is the lender’s turn: the record’s page has it in its history.
      const called = waiting.filter({ has: page.getByRole('button', { name: /^Call / }) }).first();
      const client = called.getByRole('link').first();
      const address = (await client.getAttribute('href')) ?? '';
      await called.getByRole('button', { name: /^Call / }).click();
      await page.getByRole('button', { name: 'With a note' }).click();
      await page.getByLabel('Note').fill('All documents are there.');
      await accessible();
      await page.getByRole('button', { name: 'Done, back to the lender' }).click();
      await expect(page.locator(`main a[href="${address}"]`).first()).toHaveCount(0);
      await page.goto(address);
      await expect(
        page.getByText('Handed back to the lender: All documents are there.'),
      ).toBeVisible();
      await expect(page.getByText(/^Handed back to the lender just now/)).toBeVisible();
      return;
    }
    await expect(page).toHaveURL(/\/leads$/);
    await expect(link).toHaveCount(0);
    await page.goto('/home');
    await expect(page).toHaveURL(/\/leads$/);
  },
);

test('what others changed is marked as read, and a filter is removed by its chip', async ({
  signedIn,
  elsewhere,
  product: { url },
}) => {
  // What there was before the account is read.
  const program = await interfaceClientOf(await elsewhere('otherBroker'), url);
  await createElsewhere(program, { companyName: 'Fernhill Kayaks' });
  const page = await signedIn('otherAdmin', '/home');
  const changed = page
    .getByRole('region', { name: /^Changed / })
    .getByRole('link', { name: /^All [\d,]+ leads$/ });
  await expect(changed).toBeVisible();
  await keyboard(page).tabTo(changed);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  // An opened record counts as read, and stays in the list until all are marked as read.
  const isUnread = page.getByRole('img', { name: /^Unread: / });
  const link = page.getByRole('row').filter({ has: isUnread }).first().getByRole('link').first();
  const opened = page.locator(`a[href="${await link.getAttribute('href')}"]`);
  await opened.press('Enter');
  await expect(page).toHaveURL(/\/leads\/\w+$/);
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await page.goBack();
  await expect(opened).toBeVisible();
  await expect(
    page
      .getByRole('row')
      .filter({ has: opened })
      .and(page.getByRole('row').filter({ has: isUnread })),
  ).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Remove filter: Changed by others since/ })
    .press('Enter');
  await expect(page).toHaveURL(/\/leads(\?sort=-updatedAt)?$/);
  await page.goBack();
  await page.goBack();
  // Until the home page is shown, the list is, which has such a button too.
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeFocused();
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(page.getByText('Nobody else has changed anything.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nobody else has changed anything.')).toBeVisible();
});
