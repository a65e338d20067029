import { csv } from '#e2e/files.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';

const client = { firstName: 'Kea', phone: '+61491570159', companyName: 'Whio Rafting' };

test('by keyboard alone a broker finds a row, opens it, goes on to the next, and comes back to it', async ({
  signedIn,
  accessible,
  product: { url },
}) => {
  const page = await signedIn('broker', '/home');
  const { press, type, tabTo } = keyboard(page);
  const program = await interfaceClientOf(page, url);
  for (const lastName of ['Three', 'Two', 'One']) await program.createLead({ ...client, lastName });
  const heading = page.getByRole('heading', { level: 1 });
  const links = page.getByRole('rowheader').getByRole('link');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // The shortcuts are loaded after a page.
  const openHelp = async () =>
    expect(async () => {
      await press('?');
      await expect(help).toBeVisible({ timeout: 500 });
    }).toPass();

  await openHelp();
  await expect(help).toContainText('NNew lead');
  await press('Escape');
  await expect(help).toHaveCount(0);

  // A deal by its client's phone, as it is dialled: the menu, the number, Enter at once.
  const { dealId, leadId, phone } = await clientOfDeal(program);
  const file = { type: 'Bank Statements', fileName: 'whio.csv', content: csv('').buffer };
  expect((await program.attach(leadId, [file])).status).toBe(200);
  await press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: /Search/ })).toBeFocused();
  await type(phone);
  await press('Enter');
  await expect(page).toHaveURL(new RegExp(`/deals/${dealId}$`));
  // The files of its lead are there too.
  await expect(page.getByRole('link', { name: 'Download whio.csv' })).toBeVisible();

  await press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: /Search/ })).toBeFocused();
  await type('leads');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Leads/);
  await press('Enter');
  await expect(heading).toHaveText('Leads');
  await expect(heading).toBeFocused();
  await press('/');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toBeFocused();
  // Letters in a field are text.
  await type('whio rafting jn');
  await press('Backspace');
  await press('Backspace');
  await press('Backspace');
  await expect(page).toHaveURL(/q=whio(\+|%20)rafting$/);
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
  await expect(links).toHaveText(['Kea One', 'Kea Two', 'Kea Three']);
  await press('Tab');
  await press('j');
  await expect(links.nth(0)).toBeFocused();
  await press('j');
  await press('j');
  await expect(links.nth(2)).toBeFocused();
  await press('k');
  await expect(links.nth(1)).toBeFocused();
  const peek = page.getByRole('dialog', { name: 'This lead' });
  await press('Space');
  await expect(peek.getByRole('link', { name: 'Kea Two' })).toBeFocused();
  await press('ArrowDown');
  await expect(peek.getByRole('link', { name: 'Kea Three' })).toBeFocused();
  await expect(peek.getByRole('list', { name: 'History' })).toContainText('Lead created');
  await accessible();
  await press('Escape');
  await expect(peek).toHaveCount(0);
  await expect(links.nth(2)).toBeFocused();
  await press('Space');
  await press('k');
  await press('Space');
  await expect(peek).toHaveCount(0);
  await expect(links.nth(1)).toBeFocused();
  await press('Enter');
  await expect(heading).toHaveText('Kea Two');
  await expect(heading).toBeFocused();
  await expect(page.getByRole('link', { name: 'Next lead' })).toBeVisible();
  await press('j');
  await expect(heading).toHaveText('Kea Three');
  await expect(page.getByRole('link', { name: 'Previous lead' })).toBeVisible();
  await press('k');
  await expect(heading).toHaveText('Kea Two');
  await tabTo(page.getByRole('link', { name: 'Previous lead' }));
  await press('Enter');
  await expect(heading).toHaveText('Kea One');
  // The key for it is the browser's own.
  await page.goBack();
  await expect(page).toHaveURL(/\/leads\?q=/);
  await expect(links.nth(0)).toBeFocused();

  await press('n');
  await expect(heading).toHaveText('New lead');
  await page.goto('/profile');
  await openHelp();
  await tabTo(help.getByRole('link', { name: 'your profile' }));
  await press('Enter');
  await expect(help).toHaveCount(0);
  const setting = page.getByRole('checkbox', { name: 'Use single keys as shortcuts' });
  await tabTo(setting);
  await press('Space');
  await expect(setting).not.toBeChecked();
  const before = page.getByRole('button', { name: 'Show shortcuts' });
  await press('Shift+Tab');
  await expect(before).toBeFocused();
  await press('n');
  await press('?');
  // A key with Ctrl stays, and is handled after the others.
  await press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: /Search/ })).toBeFocused();
  await expect(help).toHaveCount(0);
  await expect(heading).toHaveText('Profile');
  await press('Escape');
  await expect(before).toBeFocused();
  await press('Tab');
  await press('Space');
  await expect(setting).toBeChecked();
  await press('Shift+Tab');
  await press('n');
  await expect(heading).toHaveText('New lead');
});

/** Returns a deal of the program's user, its lead, and its client's phone as it is dialled. */
async function clientOfDeal(
  program: Awaited<ReturnType<typeof interfaceClientOf>>,
): Promise<Record<'dealId' | 'leadId' | 'phone', string>> {
  for (let page = 1; page < 20; page += 1) {
    const { body } = await program.listLeads(page, 100);
    const leads = body as { id: string; fields: { convertedDealId: string; phone: string } }[];
    const lead = leads.find(
      ({ fields }) => fields.phone.startsWith('+649') && fields.convertedDealId,
    );
    if (lead) {
      const { convertedDealId: dealId, phone } = lead.fields;
      return { dealId, leadId: lead.id, phone: phone.replace('+64', '0') };
    }
  }
  throw new Error('No deal with a phone in Auckland.');
}
