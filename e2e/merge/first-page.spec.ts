import { expect, untilHydrated, test } from '#e2e/fixtures.ts';
import {
  expectSteady,
  hold,
  recordShifts,
  openServerRendered,
  scripts,
} from '#e2e/screens/first-page.ts';

for (const [path, scheme, width] of [
  ['/leads', 'dark', 390],
  ['/deals', 'light', 1440],
] as const)
  test(`${path} is there before its scripts, and stays as it is, ${width} px`, async ({
    signedIn,
  }) => {
    const page = await signedIn('broker');
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await expectSteady(page, path);
  });

test('the home page has its frame before its scripts, and what comes moves nothing', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('broker');
  const continueScripts = await hold(page, scripts);
  await page.addInitScript(recordShifts);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await accessible();
  continueScripts();
  await untilHydrated(page);
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { name: /^Waiting on you/ })).toBeVisible();
  // What comes last.
  await expect(page.getByRole('link', { name: /^Home.* waiting$/ })).toBeVisible();
  expect(await page.evaluate(() => globalThis.shifts)).toBeLessThan(0.005);
});

test('what is pressed or typed before the scripts are there is not lost', async ({ signedIn }) => {
  const page = await signedIn('broker');
  const open = async (useEarly: () => Promise<void>) => {
    const continueScripts = await hold(page, scripts);
    await openServerRendered(page, '/leads');
    await useEarly();
    continueScripts();
  };
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  await open(async () => search.pressSequentially('nobody at all'));
  await expect(page).toHaveURL(/q=nobody/);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('nobody at all');

  // A row where it is no link.
  await open(async () => page.locator('tbody td[data-card="figure"]').first().click());
  await expect(page).toHaveURL(/\/leads\/\w+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // Pressed on the server-rendered page, and released on the hydrated one.
  const next = page.getByRole('button', { name: 'Next page' });
  await open(async () => {
    await next.hover();
    await page.mouse.down();
  });
  await untilHydrated(page);
  await page.mouse.up();
  await expect(page).toHaveURL(/page=2/);

  await open(async () =>
    page.getByRole('button', { name: 'Search', exact: true }).locator('svg').click(),
  );
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();

  await open(async () => page.getByRole('link', { name: 'New lead' }).click());
  await expect(page.getByRole('textbox', { name: /First name/ })).toBeVisible();
});

test('what is scrolled before the scripts are there stays, also after a reload', async ({
  signedIn,
}) => {
  const page = await signedIn('broker');
  const scroll = async (top: number) => {
    await page.waitForFunction(() => globalThis.earlyInput !== undefined);
    await page.evaluate((y) => scrollTo(0, y), top);
    await page.waitForFunction((y) => scrollY === y, top);
  };
  const stays = async (top: number) => {
    await untilHydrated(page);
    // What comes last.
    await expect(page.getByRole('link', { name: /^Home.* waiting$/ })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(top);
  };
  let continueScripts = await hold(page, scripts);
  await page.goto('/leads', { waitUntil: 'commit' });
  await scroll(100);
  continueScripts();
  await stays(100);

  continueScripts = await hold(page, scripts);
  await page.reload({ waitUntil: 'commit' });
  await scroll(40);
  continueScripts();
  await stays(40);
});
