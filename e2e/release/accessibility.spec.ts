import { pdf, png } from '#e2e/files.ts';
import { demoPassword, expect, people, signIn, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { hold, openServerRendered, scripts } from '#e2e/screens/first-page.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';
import { leadForm } from '#e2e/screens/lead-form.ts';
import { confirmPassword } from '#e2e/screens/profile.ts';

// Messages that the browser itself logs for the failures these tests provoke.
test.use({ expectedNoise: /status of (401|404)|ERR_(EMPTY_RESPONSE|CONNECTION|NETWORK)/ });

test.describe('axe finds no violations, light and dark', () => {
  test('on signing in', async ({ page, accessible }) => {
    await page.goto('/sign-in');
    await expect(page.getByText(people.support)).toBeVisible();
    await accessible();
    await page.getByLabel('Email').fill(people.broker);
    await page.getByLabel('Password').fill('not-the-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await accessible();
    await page.goto('/sign-in#set-password=worn-out');
    await expect(page.getByLabel(/password/i).first()).toBeVisible();
    await accessible();
  });

  test(
    'on the list of leads: full, filtered, empty',
    { tag: '@in-front' },
    async ({ signedIn, accessible, behind }) => {
      const page = await signedIn('admin');
      await expect(page.getByRole('rowheader').nth(19)).toBeVisible();
      await accessible();
      if (behind === 'own records') {
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await accessible();
        await page.goto('/leads?q=no-such-lead-anywhere');
        await expect(page.getByText('No lead matches')).toBeVisible();
      } else {
        await page.goto('/leads?page=99');
        await expect(page.getByText('There is no page 99')).toBeVisible();
      }
      await accessible();
    },
  );

  test('on a list before its scripts', async ({ signedIn, accessible }) => {
    const page = await signedIn('broker');
    await hold(page, scripts);
    await openServerRendered(page, '/leads');
    await accessible();
  });

  test('on a list that the browser loads, while it does, and on one that cannot be loaded', async ({
    page,
    network,
    accessible,
  }) => {
    network.holdResponses('GET', '/portal/leads');
    await signIn(page, 'broker', network.url, '/leads?sort=updatedAt');
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
    await accessible();
    network.dropResponses('GET', '/portal/leads', 50);
    await expect(page.getByText('Couldn’t load leads')).toBeVisible({ timeout: 30_000 });
    await accessible();
    network.dropResponses('GET', '/portal/leads', 0);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  });

  test(
    'on a lead: viewed, edited, with pending files, not found',
    { tag: '@in-front' },
    async ({ signedIn, accessible }) => {
      const page = await signedIn('broker');
      await page.getByRole('rowheader').nth(2).getByRole('link').click();
      await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible();
      await accessible();
      await page.getByRole('button', { name: 'Edit lead' }).click();
      await page.getByLabel('First name').fill('');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('Enter a first name.').first()).toBeVisible();
      await accessible();
      await page.getByRole('button', { name: 'Cancel' }).first().click();
      const ask = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(ask).toBeVisible();
      await accessible();
      await ask.getByRole('button').last().click();
      await page.getByLabel('Files to attach').setInputFiles([png('shop.png')]);
      await expect(page.getByRole('button', { name: /^Upload/ })).toBeVisible();
      await accessible();
      await page.getByRole('button', { name: 'Remove shop.png' }).click();
      await page.goto(`/leads/${'a'.repeat(24)}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await accessible();
    },
  );

  test('on a new lead: untouched, with errors, filled in by keyboard alone, submitted', async ({
    signedIn,
    accessible,
    product,
  }) => {
    const page = await signedIn('broker', '/leads/new');
    const earlier = { companyName: 'Plain Print Works', email: 'avery@plainprint.test' };
    const client = await interfaceClientOf(page, product.url);
    const names = { firstName: 'Jules', lastName: 'Sample', phone: '+61491570110' };
    expect((await client.createLead({ ...names, ...earlier })).status).toBe(200);
    await expect(page.getByRole('button', { name: 'Submit lead' })).toBeVisible();
    await accessible();
    await page.getByText('More about the client').click();
    const born = page.getByRole('textbox', { name: 'Date of birth' });
    await born.fill('14 March 1984');
    await born.press('Tab');
    await expect(born).toHaveValue('14 March 1984');
    await expect(page.getByRole('button', { name: /^Date of birth: choose/ })).toBeFocused();
    const form = leadForm(page);
    await form.submit();
    await expect(page.getByText('There are 4 things to correct')).toBeVisible();
    await accessible();

    const { press, type, tabTo } = keyboard(page);
    await expect(page.getByRole('alert')).toBeFocused();
    await press('Tab');
    await press('Enter');
    await expect(page.getByLabel('First name')).toBeFocused();
    await type('Avery');
    await press('Tab');
    await type('Sample');
    await tabTo(page.getByRole('textbox', { name: 'Phone', exact: true }));
    await type('+61491570156');
    await tabTo(page.getByLabel(/^Email/));
    await type(earlier.email);
    await tabTo(page.getByLabel('Company name'));
    await type('Plain Print');
    await tabTo(page.getByLabel('Where is the business?'));
    await type('New Z');
    await tabTo(page.getByLabel('NZBN'));
    await tabTo(page.getByLabel('Amount requested'));
    await type('50000');
    await tabTo(page.getByLabel('Loan purpose'));
    await press('ArrowDown');
    await tabTo(page.locator('summary', { hasText: 'Broker details' }));
    await press('Enter');
    await tabTo(page.locator('summary', { hasText: 'Notes' }));
    await press('Enter');
    await press('Tab');
    await type('Typed by keyboard');

    await tabTo(page.getByRole('button', { name: 'Add files' }));
    const choosing = page.waitForEvent('filechooser');
    await press('Enter');
    await (
      await choosing
    ).setFiles([pdf('statement.pdf'), { ...pdf('empty.pdf'), buffer: Buffer.of() }]);
    const fileType = page.getByLabel('Type of statement.pdf');
    await expect(fileType).toHaveValue('Bank Statements');
    await tabTo(fileType, 'Shift+Tab');
    await press('ArrowDown');
    await tabTo(page.getByRole('button', { name: 'Submit lead' }));
    await press('Enter');
    await expect(page.getByText(/empty.pdf: This file is empty/)).toBeVisible();
    await expect(page.getByText(/^You already have (a lead|leads) for this client$/)).toBeVisible();
    await accessible();
    await press('Tab');
    await press('Enter');
    await expect(page.getByRole('button', { name: 'Remove empty.pdf' })).toBeFocused();
    await press('Enter');
    await tabTo(page.getByRole('button', { name: 'Submit lead' }));
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'Lead submitted' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Download statement.pdf' })).toBeVisible();
    await expect(page.getByText(/^Proof of Identity or ID/)).toBeVisible();
    await accessible();
    await tabTo(page.getByRole('link', { name: 'Open the lead' }));
    await press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Avery Sample' })).toBeVisible();
    await expect(page.getByText('Typed by keyboard').first()).toBeVisible();
    // Its files: the type of one is changed, and it is withdrawn.
    const dialog = page.getByRole('dialog');
    for (const action of ['Change type of', 'Remove']) {
      await tabTo(page.getByRole('button', { name: `${action} statement.pdf` }));
      await press('Enter');
      await expect(dialog).toBeVisible();
      await accessible();
      await tabTo(dialog.getByRole('button', { name: /^(Save|Remove)$/ }));
      await press('Enter');
      await expect(dialog).toHaveCount(0);
    }
  });

  test('on deals', async ({ signedIn, accessible }) => {
    const page = await signedIn('support');
    await expect(page.getByRole('rowheader').nth(19)).toBeVisible();
    await accessible();
    await page.getByRole('rowheader').nth(2).getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Record' })).toBeVisible();
    await accessible();
    await page.goto('/audit');
    await expect(page.getByRole('row', { name: /Read by support/ }).first()).toBeVisible();
    await accessible();
  });

  test(
    'on the profile, its dialogs, and an unknown address',
    { tag: '@in-front' },
    async ({ signedIn, accessible, behind }) => {
      const page = await signedIn('broker', '/profile');
      await page.getByRole('button', { name: 'Show shortcuts' }).click();
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await accessible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Show API key' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await accessible();
      await confirmPassword(page, demoPassword);
      await expect(page.getByRole('button', { name: 'Hide API key' })).toBeVisible();
      await accessible();
      const change = behind === 'own records' ? 'Replace API key' : 'Enter another API key';
      await page.getByRole('button', { name: change }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await accessible();
      if (behind === 'own records') {
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'New API key' }).click();
        await expect(page.getByRole('dialog', { name: 'New API key' })).toBeVisible();
        await accessible();
      }
      await page.goto('/no-such-page');
      await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
      await accessible();
    },
  );

  test('on signing in again over the page', async ({ signedIn, baseURL, accessible }) => {
    const page = await signedIn('broker');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await page.request.delete('/portal/session', { headers: { origin: baseURL ?? '' } });
    // A click by mouse could be blocked: the page prefetches the next one, so the dialog may
    // already be open.
    await page
      .getByRole('button', { name: 'Next page' })
      .evaluate((button: HTMLElement) => button.click());
    await expect(page.getByRole('dialog').getByLabel('Password')).toBeVisible();
    await accessible();
  });

  test('on the interface’s documentation', async ({ page, accessible }) => {
    await page.goto('/api/docs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await accessible();
  });
});
