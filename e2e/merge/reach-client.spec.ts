import { expect, test } from '#e2e/fixtures.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('the number of a lead and of a deal is on the first screen, to dial', async ({
    signedIn,
    accessible,
  }) => {
    const page = await signedIn('broker', '/deals');
    const card = page.getByRole('region', { name: 'Reach the client' });
    for (const list of ['/leads', '/deals']) {
      await page.goto(list);
      await page.getByRole('rowheader').first().getByRole('link').click();
      const call = card.getByRole('link', { name: /^Call \+/ });
      await expect(call).toHaveAttribute('href', /^tel:\+\d+$/);
      const box = await call.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(844);
      await expect(card.getByRole('button', { name: 'Copy number' })).toBeVisible();
      await accessible();
    }
  });
});

test('the steps of a deal are one line, and a narrow window begins at the present one', async ({
  signedIn,
}) => {
  const page = await signedIn('broker', '/deals');
  await page.getByRole('rowheader').first().getByRole('link').click();
  const steps = page.getByRole('list', { name: 'Progress of the deal' });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const item = steps.locator('[data-current], [data-before]').first();
    await expect(item).toBeInViewport({ ratio: 1 });
    const boxes = await steps
      .getByRole('listitem')
      .evaluateAll((items) => items.map((one) => one.getBoundingClientRect().top));
    expect(new Set(boxes).size).toBe(1);
  }
});
