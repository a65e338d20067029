import type { Page } from '@playwright/test';

import { expect, test } from '#e2e/fixtures.ts';
import { leadsList } from '#e2e/screens/leads-list.ts';

import { comeBack } from './come-back.ts';

test.use({ expectedNoise: /status of (502|503|504)/ });

/** Text on the page itself: announcements for screen readers repeat it elsewhere. */
const reported = (page: Page, message: string | RegExp) =>
  page.getByRole('main').getByText(message);
const asRead = /Last updated \d/;

/** Advances the clock by half a minute and returns to the window, which refetches what it shows. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward(31_000);
  await comeBack(page);
}

test.describe('while a list is shown', () => {
  for (const { what, error, message } of [
    {
      what: 'responds with an HTML page',
      error: { kind: 'html', status: 200 },
      message: 'The service has a problem; trying again',
    },
    {
      what: 'breaks off its responses',
      error: { kind: 'truncate' },
      message: 'The service has a problem; trying again',
    },
    {
      what: 'is slow',
      error: { kind: 'slow', ms: 8_000 },
      message: 'The service is slow to respond; still waiting',
    },
  ] as const)
    test(`a service that ${what} leaves loaded data visible, with its time, until it recovers`, async ({
      page,
      signedIn,
      existing,
      behind,
      accessible,
    }) => {
      await page.clock.install();
      await signedIn('broker');
      await leadsList(page, behind).expectRange(1, 20);
      const names = await page.getByRole('rowheader').allInnerTexts();
      await existing.addFailure({ ...error, path: '/api/v1/lead' });
      const listRequest = page.waitForRequest('**/api/v1/lead?*');
      await comeBackLater(page);
      await listRequest;
      if (error.kind === 'slow') await page.clock.fastForward(5_000);
      await expect(reported(page, message)).toBeVisible();
      await expect(reported(page, asRead)).toBeVisible();
      expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(names);
      if (error.kind === 'html') await accessible();

      await existing.clearFailures();
      await expect(reported(page, asRead)).toHaveCount(0);
      await leadsList(page, behind).expectRange(1, 20);
    });

  test('an unreachable service is reported, and the data is loaded again once it recovers', async ({
    page,
    signedIn,
    product,
    behind,
  }) => {
    if (!('existing' in product)) throw new Error('There is no existing service.');
    await page.clock.install();
    await signedIn('broker');
    await leadsList(page, behind).expectRange(1, 20);
    await product.existing.kill();
    await comeBackLater(page);
    await expect(reported(page, 'The service isn’t responding; trying again')).toBeVisible();
    await expect(reported(page, asRead)).toBeVisible();
    await product.existing.start();
    await expect(reported(page, asRead)).toHaveCount(0);
    await leadsList(page, behind).expectRange(1, 20);
  });
});

test('a list that cannot be loaded shows an error with the time, and loads by itself later', async ({
  signedIn,
  existing,
  behind,
  accessible,
}) => {
  const page = await signedIn('broker');
  await existing.addFailure({ kind: 'reject', status: 500, path: '/api/v1/deal' });
  await page.getByRole('link', { name: 'Deals', exact: true }).click();
  await expect(page.getByText('Couldn’t load deals')).toBeVisible();
  await expect(page.getByText(/^Tried at \d/)).toBeVisible();
  await accessible();
  await existing.clearFailures();
  await leadsList(page, behind).expectRange(1, 10);
});
