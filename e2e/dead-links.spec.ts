import { expect, test } from './fixtures.ts';

test.use({ expectedNoise: /status of 404|could not be decoded/ });

const lead = { address: '/leads/nothing', heading: 'Lead not found' };
const addresses = [
  { address: '/nothing', heading: 'Not found' },
  { address: '/%zz', heading: 'Not found' },
  { address: '/leads/%E0%A4%A', heading: 'Lead not found' },
  lead,
];

test(
  'addresses of nothing show “not found” with a link to the leads',
  { tag: '@in-front' },
  async ({ signedIn, behind }) => {
    const page = await signedIn('broker');
    const leads = page.getByRole('link', { name: 'Go to leads' });
    // Only a lead is looked up elsewhere.
    for (const { address, heading } of behind === 'own records' ? addresses : [lead])
      await test.step(address, async () => {
        const response = await page.goto(address);
        expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8');
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(leads).toHaveAttribute('href', '/leads');
      });
    await leads.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  },
);
