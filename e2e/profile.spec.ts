import { demoPassword, expect, test } from './fixtures.ts';
import { confirmPassword } from './screens/profile.ts';

test.use({ expectedNoise: /status of (400|401)/ });

test('another session is signed out from the profile, and a new password needs the current one and must not be easy to guess', async ({
  elsewhere,
  signedIn,
  accessible,
}) => {
  const other = await elsewhere('otherBroker', {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const page = await signedIn('otherBroker', '/profile');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This session' })).toHaveCount(1);
  await accessible();
  await sessions.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await confirmPassword(page, demoPassword);
  await expect(sessions.getByText('Firefox on Windows')).toBeHidden();
  expect((await other.request.get('/portal/session')).status()).toBe(401);

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByLabel('New password').fill('password1234');
  await dialog.getByRole('button', { name: 'Show password' }).last().click();
  await expect(dialog.getByLabel('New password')).toHaveAttribute('type', 'text');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('This is not your password.').first()).toBeVisible();
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await accessible();
  await dialog.getByLabel('Current password').fill(demoPassword);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('easy to guess. Try').first()).toBeVisible();
});
