import type { Page } from '@playwright/test';

interface Required {
  readonly firstName: string;
  readonly companyName: string;
}

/** The New lead form, by its labels. */
export function leadForm(page: Page) {
  return {
    fillRequired: async ({ firstName, companyName }: Required) => {
      await page.getByLabel('First name').fill(firstName);
      await page.getByLabel('Last name').fill('Sample');
      await page.getByLabel('Company name').fill(companyName);
      await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('+61491570156');
    },
    submit: () => page.getByRole('button', { name: 'Submit lead' }).click(),
  };
}
