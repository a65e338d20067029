import { expect, signIn, test } from '#e2e/fixtures.ts';
import { leadForm } from '#e2e/screens/lead-form.ts';
import { leadsList } from '#e2e/screens/leads-list.ts';

test.use({ expectedNoise: /ERR_EMPTY_RESPONSE|ERR_CONNECTION/ });

test(
  'Submit clicked five times while responses are lost creates one lead',
  { tag: '@in-front' },
  async ({ page, network, behind }) => {
    await signIn(page, 'broker', network.url, '/leads/new');
    const form = leadForm(page);
    await form.fillRequired({ firstName: 'Ines', companyName: 'Quill Press' });
    network.dropResponses('POST', '/api/v1/lead', 2);
    await page.getByRole('button', { name: 'Submit lead' }).evaluate((button: HTMLElement) => {
      for (let click = 0; click < 5; click += 1) button.click();
    });
    await expect(page.getByRole('heading', { name: /submitted/i })).toBeVisible({
      timeout: 30_000,
    });
    expect(network.dropped()).toBe(2);
    await leadsList(page, behind).find('Quill Press', network.url);
    await expect(page.getByRole('row', { name: /Ines Sample/ })).toHaveCount(1);
  },
);
