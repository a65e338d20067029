import { expect, untilHydrated, test } from './fixtures.ts';
import { expectSteady } from './screens/first-page.ts';

test.use({ expectedNoise: /status of 401/ });

test('the list is there before its scripts and stays as it is, in no cache, and not for an ended session', async ({
  signedIn,
}) => {
  const page = await signedIn('broker');
  await expectSteady(page, '/leads');
  const response = await page.goto('/leads');
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    vary: 'cookie, accept-encoding',
  });
  await untilHydrated(page);
  const name = await page.locator('tbody th a').first().innerText();
  const stored = await page.evaluate(async () => [
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    (await caches.keys()).join(),
    document.cookie,
  ]);
  expect(stored.join()).not.toContain(name);
  expect(stored[1]).toBe('');
  expect(stored[2]).toMatch(/^portal-time-zone=\S+$/);

  const cookies = await page.context().cookies();
  const session = cookies.find((cookie) => cookie.name === 'portal-session')!;
  for (const value of ['ended', undefined]) {
    await page.context().clearCookies({ name: 'portal-session' });
    if (value !== undefined) await page.context().addCookies([{ ...session, value }]);
    await page.goto('/leads');
    await expect(page).toHaveURL(/\/sign-in/);
  }
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test.describe('far from the service', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('what waits is there before the scripts, on the reader’s day, and stays as it is', async ({
    signedIn,
  }) => {
    const page = await signedIn('broker');
    await expectSteady(page, '/home');
  });
});

test('the first paint of the sign-in page is its own', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!index)[^/]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/sign-in');
  await expect(page.getByRole('banner').getByText('Partner portal')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
