import type { Page } from '@playwright/test';

import { dealSubStatuses } from '#contract/v1/values.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { leadForm } from '#e2e/screens/lead-form.ts';

// What the operator has set.
test.use({
  settings: {
    PARTNER_CURRENCY: 'NZD',
    BANK_STATEMENTS_LINK: 'https://bank.example/{leadId}',
    APPLICATION_LINK: 'https://apply.example/start?lead={leadId}',
  },
});

test('amounts have the currency, amounts and sub-statuses are whole, and a lead has the links for its client', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/leads?sort=-amountRequested');
  // Every sub-status of a deal is in the demo.
  for (const list of ['/leads', '/deals?pageSize=100']) {
    await page.goto(list);
    await expect(page.getByRole('rowheader').nth(9)).toBeVisible();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const { whole, cut } = await shownOf(page);
      expect(whole, `${list} at ${width} px`).not.toEqual([]);
      expect(cut, `${list} at ${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  await page.goto('/leads/new');
  const form = leadForm(page);
  await form.fillRequired({ firstName: 'Marama', companyName: 'Pipi Pottery' });
  await page.getByLabel('Amount requested').fill('50000');
  await form.submit();
  await expect(page.getByRole('heading', { name: 'Lead submitted' })).toBeFocused();
  const bank = page.getByRole('link', { name: /^https:\/\/bank\.example\/\w{24}$/ });
  await expect(page.getByText('Bank statement link for the client')).toBeVisible();
  await expect(bank).toBeVisible();
  const address = (await bank.innerText()).replace('bank.example/', 'apply.example/start?lead=');
  await expect(page.getByText('Application link for the client')).toBeVisible();
  await expect(page.getByRole('link', { name: address, exact: true })).toBeVisible();
  for (const name of ['Bank statement', 'Application'])
    await expect(
      page.getByRole('button', { name: `Copy ${name} link for the client` }),
    ).toBeVisible();

  await page.getByRole('link', { name: 'Open the lead' }).click();
  await expect(page.getByText('NZD 50,000').first()).toBeVisible();
  await expect(page.locator(`a[href="${address}"]`)).toBeVisible();
});

const isAmount = (text: string) => /^NZD\s[\d,]+(?:\.\d\d)?$/.test(text);
const subStatuses = Object.values(dealSubStatuses).flat();
const isSubStatus = (text: string) => subStatuses.some((one) => text.endsWith(one));

/** Returns the fully visible amounts of a list, and the amounts and sub-statuses that are cut. */
async function shownOf(page: Page): Promise<{ whole: string[]; cut: string[] }> {
  const cells = await page.locator('main tbody td').evaluateAll((all) =>
    all
      .filter((cell) => cell.checkVisibility())
      .map((cell) => ({
        text: cell.textContent.trim(),
        isCut: [cell, ...cell.querySelectorAll('*')].some(
          (part) =>
            (part === cell || getComputedStyle(part).overflow !== 'visible') &&
            (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight),
        ),
      })),
  );
  const texts = (which: (cell: (typeof cells)[number]) => boolean) =>
    cells.filter(which).map(({ text }) => text);
  return {
    whole: texts(({ text, isCut }) => isAmount(text) && !isCut),
    cut: texts(({ text, isCut }) => (isAmount(text) || isSubStatus(text)) && isCut),
  };
}
