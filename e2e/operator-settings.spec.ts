import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { leadForm } from './screens/lead-form.ts';

// What the operator has set.
test.use({
  settings: {
    PARTNER_CURRENCY: 'NZD',
    BANK_STATEMENTS_LINK: 'https://bank.example/{leadId}',
    APPLICATION_LINK: 'https://apply.example/start?lead={leadId}',
  },
});

test('amounts have the currency and are whole, and a lead has the links for its client', async ({
  signedIn,
}) => {
  const page = await signedIn('otherAdmin', '/leads?sort=-amountRequested');
  for (const list of ['/leads', '/deals']) {
    await page.goto(list);
    await expect(page.getByRole('rowheader').nth(9)).toBeVisible();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const { whole, cut } = await amountsOf(page);
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
  await expect(page.getByText('For your client: bank statements')).toBeVisible();
  await expect(bank).toBeVisible();
  const address = (await bank.innerText()).replace('bank.example/', 'apply.example/start?lead=');
  await expect(page.getByText('For your client: application')).toBeVisible();
  await expect(page.getByRole('link', { name: address, exact: true })).toBeVisible();
  for (const name of ['bank statements', 'application'])
    await expect(
      page.getByRole('button', { name: `Copy the link for your client: ${name}` }),
    ).toBeVisible();

  await page.getByRole('link', { name: 'Open the lead' }).click();
  await expect(page.getByText('NZD 50,000.00').first()).toBeVisible();
  await expect(page.locator(`a[href="${address}"]`)).toBeVisible();
});

/** Returns the amounts of a list as they are read, and those of which a part can't be seen. */
async function amountsOf(page: Page): Promise<{ whole: string[]; cut: string[] }> {
  const cells = await page.locator('main tbody td').evaluateAll((all) =>
    all
      .filter((cell) => cell.checkVisibility())
      .map((cell) => ({
        text: cell.textContent.trim(),
        isCut: cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight,
      })),
  );
  const amounts = cells.filter(({ text }) => /^NZD\s[\d,]+\.\d\d$/.test(text));
  const texts = (isCut: boolean) =>
    amounts.filter((each) => each.isCut === isCut).map(({ text }) => text);
  return { whole: texts(false), cut: texts(true) };
}
