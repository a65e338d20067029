import { expect, test } from './fixtures.ts';

test.use({ expectedNoise: /status of 404|could not be decoded/ });

for (const { address, heading, tag } of [
  { address: '/nothing', heading: 'Not found', tag: [] },
  { address: '/%zz', heading: 'Not found', tag: [] },
  { address: '/leads/nothing', heading: 'Lead not found', tag: '@in-front' },
  { address: '/leads/%E0%A4%A', heading: 'Lead not found', tag: [] },
])
  test(`${address} shows “not found” with a link to the leads`, { tag }, async ({ signedIn }) => {
    const page = await signedIn('broker');
    const response = await page.goto(address);
    expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.getByRole('link', { name: 'Go to leads' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  });
