import { demoPassword, expect, openSession, people, test } from '#e2e/fixtures.ts';
import { startProduct } from '#e2e/product.ts';
import { confirmPassword } from '#e2e/screens/profile.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';

test.use({ expectedNoise: /status of (400|401|403)/ });

test('a person changes name and email by a link, and the former address undoes that', async ({
  page,
  accessible,
}) => {
  const mailbox = await openMailbox();
  const product = await startProduct({ DEMO: '1', ...mailbox.env });
  const readLink = async (to: string) => {
    const read = () => mailbox.mails.find((mail) => mail.includes(`To: ${to}`)) ?? '';
    await expect.poll(read).not.toBe('');
    return /\/sign-in(#[\w-]+=[\w-]{43})/.exec(read())?.[1] ?? '';
  };
  await openSession(page, 'broker', product.url);
  await page.goto(`${product.url}/profile`);
  await page.getByRole('button', { name: 'Edit name and email' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Name and email' });
  await accessible();
  await dialog.getByLabel('Name').fill('Bea Harper-Reid');
  await dialog.getByLabel('Email').fill('not an address');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByLabel('Email').fill('bea@reid.test');
  await page.keyboard.press('Enter');
  await confirmPassword(page, demoPassword);
  await expect(page.getByText('Open the link to bea@reid.test')).toBeVisible();
  const you = page.getByRole('region', { name: 'You' });
  await expect(you.getByText('Bea Harper-Reid')).toBeVisible();
  await expect(you.getByText(people.broker)).toBeVisible();
  await accessible();
  await page.goto(`${product.url}/leads`);
  await expect(page.getByText('Bea Harper-Reid').first()).toBeVisible();

  await page.goto(`${product.url}/sign-in${await readLink('bea@reid.test')}`);
  await expect(page.getByRole('heading', { name: 'Change your email' })).toBeVisible();
  expect(page.url()).not.toContain('confirm-email');
  await accessible();
  await page.getByRole('button', { name: 'Change email' }).press('Enter');
  await expect(page.getByText('Email changed. Sign in with it.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('bea@reid.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();

  await page.goto(`${product.url}/sign-in${await readLink(people.broker)}`);
  await page.getByLabel('New password').fill('lantern kauri tide');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password set')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(people.broker);
  // An open page would connect again.
  await page.goto('about:blank');
  await product.stop();
  await mailbox.close();
});

test('without a mail server the link is shown once, to be copied', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('otherBroker', '/profile');
  await page.getByRole('button', { name: 'Edit name and email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Name and email' });
  await dialog.getByLabel('Email').fill('sol@elsewhere.test');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await confirmPassword(page, demoPassword);
  await expect(page.getByText('Link to change your email')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await accessible();
});
