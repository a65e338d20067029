import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';
import { expect, signIn } from '#e2e/fixtures.ts';
import { test } from '#e2e/operated-product.ts';
import { history } from '#e2e/screens/history.ts';

test.describe('axe finds no violations', () => {
  test.use({ expectedNoise: /ERR_(EMPTY_RESPONSE|CONNECTION|NETWORK)/ });

  test('on the home page of a new partner', async ({ page, product, accessible }) => {
    const newPassword = 'lantern kauri tide';
    await page.goto(product.passwordLink);
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: /^Set password/ }).click();
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(/^Nothing waits\./)).toBeVisible();
    await accessible();
  });

  test('while more of a history loads', async ({ page, network, crm, accessible }) => {
    const [deal] = await crm.list('deals', { pageSize: 1 });
    const id = deal?.id ?? '';
    for (const status of [...dealStatuses, ...dealStatuses])
      await crm.updateDeal(id, { status, subStatus: dealSubStatuses[status][0] });
    await signIn(page, 'support', network.url, `/deals/${id}`);
    const more = page.getByRole('button', { name: 'Show more' });
    await more.click();
    await expect(history(page).items.nth(6)).toBeVisible();
    const shown = await history(page).items.count();
    const path = ['GET', `/portal/deals/${id}/history`] as const;
    network.holdResponses(...path);
    await more.click();
    await expect(more).toHaveAttribute('aria-busy', 'true');
    await accessible();
    network.dropResponses(...path, 0);
    await expect(history(page).items.nth(shown)).toBeVisible();
  });
});
