import { expect, test } from '#e2e/fixtures.ts';

test('axe finds no violations on the home page of each role', async ({
  signedIn,
  page,
  accessible,
}) => {
  for (const person of ['support', 'admin', 'broker'] as const) {
    await signedIn(person, '/home');
    await expect(page.getByRole('heading', { name: /^Waiting on / })).toBeVisible();
    if (person !== 'support')
      await page
        .getByRole('button', { name: /^More: / })
        .first()
        .click();
    await accessible();
    // What the page still reads would be refused to somebody who is not signed in.
    await page.goto('about:blank');
    await page.context().clearCookies();
  }
});

test('no width breaks the home page: every row is as high as its two lines and its act', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/home');
  const rows = page.getByRole('region', { name: 'Waiting on us' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  for (const width of [320, 390, 768, 960, 980, 1024, 1100, 1101, 1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const heights = await rows.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(Math.max(...heights), `at ${width} px`).toBeLessThan(width > 720 ? 64 : 124);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
});
