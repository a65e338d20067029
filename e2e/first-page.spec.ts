import { expect, takenOver, test } from './fixtures.ts';
import { expectSteady, hold, noteShifts, scripts } from './screens/first-page.ts';

test('the list of leads is there before its scripts, and stays as it is', async ({ signedIn }) => {
  await expectSteady(await signedIn('broker'), '/leads');
});

test('the home page has its frame before its scripts, and what comes moves nothing', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('broker');
  const continueScripts = await hold(page, scripts);
  await page.addInitScript(noteShifts);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await accessible();
  continueScripts();
  await takenOver(page);
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { name: /^Waiting on you/ })).toBeVisible();
  // What comes last.
  await expect(page.getByRole('link', { name: /^Home.* waiting$/ })).toBeVisible();
  expect(await page.evaluate(() => globalThis.shifts)).toBeLessThan(0.005);
});

test.describe('a session that ends', () => {
  test.use({ expectedNoise: /status of 401/ });
  test('no cache has anything of the person, and an ended session leads to sign-in', async ({
    signedIn,
  }) => {
    const page = await signedIn('broker');
    const response = await page.goto('/leads');
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      vary: 'cookie, accept-encoding',
    });
    await takenOver(page);
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
});
