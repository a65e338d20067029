import { expect, signIn, test } from '#e2e/fixtures.ts';

// Messages that the browser itself logs for the failures this test provokes.
test.use({ expectedNoise: /ERR_(EMPTY_RESPONSE|CONNECTION|NETWORK)/ });

test('home and a board that cannot be loaded say so, and the board is there again afterwards', async ({
  page,
  network,
  accessible,
}) => {
  network.dropResponses('GET', '/portal/home', 50);
  await signIn(page, 'admin', network.url, '/home');
  await expect(page.getByText('Couldn’t load the home page')).toBeVisible({ timeout: 30_000 });
  await accessible();
  network.dropResponses('GET', '/portal/deals/board', 50);
  await page.goto(`${network.url}/deals?view=board`);
  await expect(page.getByText('Couldn’t load deals')).toBeVisible({ timeout: 30_000 });
  await accessible();
  // The board is requested again by itself every few seconds.
  network.dropResponses('GET', '/portal/deals/board', 0);
  await expect(
    page
      .getByRole('region', { name: /^In Progress/ })
      .getByRole('link')
      .first(),
  ).toBeVisible();
});
