import { type Clamd, startClamd } from '#e2e/clamd.ts';
import { pdf, png } from '#e2e/files.ts';
import { expect, test as base } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { uploadFiles } from '#e2e/screens/attachments.ts';
import { eicar } from '#server/testing/scanning/clamd-stand-in.ts';

const test = base.extend<object, { clamd: Clamd }>({
  clamd: [
    async ({}, use) => {
      const clamd = await startClamd();
      await use(clamd);
      await clamd.stop();
    },
    { scope: 'worker' },
  ],
  settings: [async ({ clamd }, use) => use({ SCAN_URL: clamd.url }), { scope: 'worker' }],
});
// The browser’s own message about a response that is an error.
test.use({ expectedNoise: /the server responded with a status of (422|503)/ });

test('a file with a virus has the sentence beside it, the others are attached; files wait for a scanner that is gone', async ({
  signedIn,
  product: { url },
  clamd,
}) => {
  const page = await signedIn('broker', '/profile');
  const program = await interfaceClientOf(page, url);
  const client = { firstName: 'Hemi', lastName: 'Rata', phone: '+61491570156' };
  const { body } = await program.createLead({ ...client, companyName: 'Kauri Clinics' });
  await page.goto(`/leads/${(body as { id: string }).id}`);
  const infected = { name: 'sales.csv', mimeType: 'text/csv', buffer: eicar };
  await uploadFiles(page, [pdf('june.pdf'), infected, png('licence.png')]);
  const attached = (name: string) => page.getByRole('link', { name: `Download ${name}` });
  await expect(attached('june.pdf')).toBeVisible();
  await expect(attached('licence.png')).toBeVisible();
  const remove = page.getByRole('button', { name: 'Remove sales.csv' });
  const row = page.getByRole('listitem').filter({ has: remove });
  await expect(row).toContainText(
    'Not attached. This file contains a virus (Eicar-Signature.UNOFFICIAL).',
  );
  await remove.click();

  await clamd.end();
  await uploadFiles(page, [pdf('july.pdf')]);
  await expect(
    page.getByText('Not attached. Files can’t be scanned for viruses right now.'),
  ).toBeVisible();
  await clamd.start();
  await page.getByRole('button', { name: 'Retry july.pdf' }).click();
  await expect(attached('july.pdf')).toBeVisible();
  await page.reload();
  await expect(attached('july.pdf')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(3);
});
