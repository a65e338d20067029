import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';

import { demoPassword, expect, openSession, people, test } from '#e2e/fixtures.ts';
import { runCommand } from '#e2e/operated-product.ts';
import { startProduct } from '#e2e/product.ts';
import { confirmPassword } from '#e2e/screens/profile.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';

test.use({ expectedNoise: /status of (400|401|403)/ });

const makeCode = (key: string, seconds = 0) =>
  new TOTP({ secret: key.replaceAll(' ', '') }).generate({
    timestamp: Date.now() + seconds * 1_000,
  });
const signIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const enterCode = async (page: Page, code: string) => {
  await expect(page.getByLabel(/^Code/)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
};

test('two steps are set up by keyboard, asked for, and removed by an admin when the phone is lost', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('otherBroker', '/profile');
  await page.getByRole('button', { name: 'Set up an app' }).press('Enter');
  await confirmPassword(page, demoPassword);
  const key = await page.getByRole('status', { name: 'Key', exact: true }).innerText();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await accessible();
  await enterCode(page, '000000');
  await expect(page.getByText('This code isn’t right').first()).toBeVisible();
  await enterCode(page, makeCode(key));
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await accessible();
  const [recoveryCode = ''] = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await signIn(page, people.otherBroker, demoPassword);
  await expect(page.getByLabel('Code')).toBeFocused();
  await accessible();
  await enterCode(page, makeCode(key, 30));
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await signIn(page, people.otherBroker, demoPassword);
  await enterCode(page, recoveryCode);
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();

  await signedIn('otherAdmin', '/people');
  await expect(page.getByRole('row', { name: /Sol Ridge/ })).toContainText('Password, app');
  await page.getByRole('button', { name: 'Edit Sol Ridge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sol Ridge' });
  await dialog.getByRole('button', { name: 'Remove app' }).click();
  await confirmPassword(page, demoPassword);
  await expect(dialog.getByText('App and passkeys removed')).toBeVisible();
  await accessible();
  await openSession(page, 'otherBroker', new URL(page.url()).origin);
});

test('where two steps are required, the first sign-in sets them up; a forgotten password is replaced by email', async ({
  page,
  accessible,
}, info) => {
  const mailbox = await openMailbox();
  let link = '';
  const product = await startProduct(
    { DEMO: '0', DATA_DIR: info.outputPath('data'), REQUIRE_SECOND_FACTOR: '1', ...mailbox.env },
    async (env) => {
      const account = ['--email', 'nell@newcomer.test', '--role', 'partner-admin'];
      const partner = ['--partner', 'Newcomer Loans', '--name', 'Nell Comer'];
      link = await runCommand(['account', '--', 'add', ...account, ...partner], env);
    },
  );
  const setPassword = async (hash: string, password: string) => {
    await page.goto(`${product.url}/sign-in${hash}`);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Password set')).toBeVisible();
  };
  await setPassword(new URL(link).hash, 'lantern kauri tide');
  await signIn(page, 'nell@newcomer.test', 'lantern kauri tide');
  await expect(page.getByText('Set up two-step sign-in first')).toBeVisible();
  await accessible();
  const key = await page.getByRole('status', { name: 'Key', exact: true }).innerText();
  expect((await page.request.get(`${product.url}/portal/session`)).status()).toBe(401);
  await enterCode(page, makeCode(key));
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await accessible();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).first().click();

  await page.getByRole('button', { name: 'Forgotten your password?' }).press('Enter');
  await accessible();
  await page.getByLabel('Email').fill('nell@newcomer.test');
  await page.keyboard.press('Enter');
  await expect(page.getByText('If nell@newcomer.test has an account')).toBeVisible();
  await expect.poll(() => mailbox.mails.length).toBe(1);
  const [hash = ''] = /#set-password=[\w-]{43}/.exec(mailbox.mails[0] ?? '') ?? [];
  await page.goto('about:blank');
  await setPassword(hash, 'another kauri tide');
  await signIn(page, 'nell@newcomer.test', 'another kauri tide');
  await enterCode(page, makeCode(key, 30));
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  // An open page would connect again.
  await page.goto('about:blank');
  await product.stop();
  await mailbox.close();
});
