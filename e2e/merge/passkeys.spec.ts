import { demoPassword, expect, people, test } from '#e2e/fixtures.ts';
import { startProduct } from '#e2e/product.ts';
import { confirmPassword } from '#e2e/screens/profile.ts';

test.use({ expectedNoise: /status of (401|403)/ });

test('a passkey is added by keyboard, signs in alone, and is removed', async ({
  page,
  accessible,
}) => {
  // Browsers have passkeys for names only, not for 127.0.0.1.
  const product = await startProduct({ DEMO: '1', HOST: 'localhost' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true }).first();
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });

  await page.goto(`${product.url}/sign-in#return-to=/profile`);
  await byPasskey.press('Enter');
  await expect(page.getByText('No passkey was used')).toBeVisible();
  await accessible();
  await page.getByLabel('Email').fill(people.otherBroker);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(signOut).toBeVisible();
  await page.goto(`${product.url}/profile`);

  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible();
  await accessible();
  await page.keyboard.type('Work laptop');
  await page.keyboard.press('Enter');
  await confirmPassword(page, demoPassword);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys.getByRole('listitem')).toContainText(/Work laptop.*never used/s);
  await accessible();
  // The device knows its own.
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await page.keyboard.type('Again');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This device has a passkey of yours.')).toBeVisible();
  await page.keyboard.press('Escape');

  await signOut.click();
  await byPasskey.press('Enter');
  await expect(signOut).toBeVisible();
  await page.goto(`${product.url}/profile`);
  await expect(passkeys.getByRole('listitem')).toContainText(/last used/);
  await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).press('Enter');
  await confirmPassword(page, demoPassword);
  await expect(passkeys.getByText('None yet')).toBeVisible();

  await signOut.click();
  await byPasskey.press('Enter');
  await expect(page.getByText('This passkey isn’t valid here.')).toBeVisible();
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toHaveLength(1);
  // An open page would connect again.
  await page.goto('about:blank');
  await product.stop();
});
