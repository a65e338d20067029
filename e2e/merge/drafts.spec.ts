import { expect, openSession, test } from '#e2e/fixtures.ts';
import { leadForm } from '#e2e/screens/lead-form.ts';

// The latest version of a draft is read after a save that would overwrite it; a page that is opened
// while the page before saves may find no draft yet.
test.use({ expectedNoise: /status of (401|404|412)/ });

test(
  'a draft goes on in another browser, loses nothing of either, and becomes one lead',
  { tag: '@in-front' },
  async ({ signedIn, browser, accessible, product: { url } }) => {
    const here = await signedIn('broker', '/leads/new');
    await here.getByLabel('First name').fill('Wren');
    await expect(here).toHaveURL(/\/leads\/new\?draft=[0-9a-f]{32}$/);
    // The browser still saves text that was typed just before the page was left.
    const address = here.url();
    const stored = `${url}/portal/drafts/${new URL(address).searchParams.get('draft')}`;
    await here.reload();
    await expect(async () => {
      expect((await here.request.get(stored)).status()).toBe(200);
    }).toPass();
    await here.reload();
    await expect(here.getByLabel('First name')).toHaveValue('Wren');
    await here.getByLabel('Last name').fill('Draft');
    await expect(here.getByText(/^Saved /)).toBeVisible();
    await here.reload();
    await expect(here.getByLabel('Last name')).toHaveValue('Draft');

    const there = await (await browser.newContext()).newPage();
    await openSession(there, 'broker', url);
    await there.goto(`${url}/leads/drafts`);
    await there.getByRole('link', { name: 'Wren Draft' }).click();
    await expect(there).toHaveURL(address);
    await there.getByLabel('First name').fill('Wrena');
    await there.getByLabel('Company name').fill('Dotterel Tiles');
    await there.getByLabel('Last name').click();
    await expect(there.getByText(/^Saved /)).toBeVisible();

    // One version continues; the other one becomes a draft of its own.
    await here.getByLabel('First name').fill('Wrenna');
    await expect(here.getByText('This draft was changed in another tab')).toBeVisible();
    await expect(here.getByText('differs in First name and Company name')).toBeVisible();
    await accessible();
    await here.getByRole('button', { name: 'Keep what’s here' }).press('Enter');
    // The button disappears.
    await expect(here.getByRole('heading', { level: 1, name: 'New lead' })).toBeFocused();
    await expect(here.getByText(/^Saved /)).toBeVisible();
    await expect(here.getByRole('link', { name: '1 other draft' })).toBeVisible();

    await there.getByLabel('Trading name').fill('Dotterel');
    await there.getByLabel('First name').click();
    await there.getByRole('button', { name: 'Load the other version' }).click();
    await expect(there.getByLabel('First name')).toHaveValue('Wrenna');
    await expect(there.getByLabel('Company name')).toHaveValue('');
    await there.getByRole('link', { name: '2 other drafts' }).click();
    await there.getByRole('link', { name: 'Wrena Draft' }).first().click();
    await expect(there.getByLabel('Company name')).toHaveValue('Dotterel Tiles');
    await expect(there.getByLabel('Trading name')).toHaveValue('Dotterel');
    await there.goto(address);
    await expect(there.getByLabel('First name')).toHaveValue('Wrenna');

    // The session ends; text typed meanwhile is saved once the person signs in again.
    await here.request.delete(`${url}/portal/session`);
    await here.getByRole('textbox', { name: 'Phone', exact: true }).fill('+61491570156');
    const dialog = here.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill('demo-portal');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(here.getByText(/^Saved /)).toBeVisible();
    expect(await here.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(
      /wren|dotterel/i,
    );

    await here.getByLabel('Company name').fill('Dotterel Tiles');
    await leadForm(here).submit();
    await expect(here.getByRole('heading', { name: 'Lead submitted' })).toBeFocused();
    await there.getByLabel('Trading name').fill('Dotterel');
    await there.getByLabel('First name').click();
    await expect(there.getByText('This draft was submitted in another tab')).toBeVisible();
    await there.reload();
    await there.getByRole('link', { name: 'Open the lead' }).click();
    await expect(there.getByRole('heading', { level: 1, name: 'Wrenna Draft' })).toBeVisible();
    await there.context().close();
  },
);
