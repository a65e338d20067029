import { expect, signIn, test } from '#e2e/fixtures.ts';

// Messages that the browser itself logs for the failures this test provokes.
test.use({ expectedNoise: /ERR_(EMPTY_RESPONSE|CONNECTION|NETWORK)/ });

test('home and numbers of deals that cannot be loaded say so, and the numbers are there again afterwards', async ({
  page,
  network,
  accessible,
}) => {
  network.dropResponses('GET', '/portal/home', 50);
  await signIn(page, 'admin', network.url, '/home');
  await expect(page.getByText('Couldn’t load the home page')).toBeVisible({ timeout: 30_000 });
  await accessible();
  network.dropResponses('GET', '/portal/deals/groups', 50);
  await page.goto(`${network.url}/deals`);
  await expect(page.getByText('Couldn’t load the numbers of deals')).toBeVisible();
  await accessible();
  // They are requested again by themselves every few seconds.
  network.dropResponses('GET', '/portal/deals/groups', 0);
  await expect(page.getByRole('link', { name: /^In Progress, \d+ deals/ })).toBeVisible();
});
