import { expect, test } from './fixtures.ts';
import { leadCells, leadRows, windows1252 } from './lead-files.ts';
import { bulkUpload } from './screens/bulk-upload.ts';
import { leadsList } from './screens/leads-list.ts';

test(
  'results name the client and company of each row, link its lead and give every reason; the list has the order of the file',
  { tag: '@in-front' },
  async ({ signedIn, behind, accessible }) => {
    const page = await signedIn('admin', '/bulk-upload');
    const company = { companyName: 'Order Traders' };
    const rows = leadRows(12, 9_101).map((row) => ({ ...row, ...company }));
    const invalid = leadCells(9_113, { phone: 'none', email: 'nowhere', ...company });
    const upload = bulkUpload(page);
    await upload.choose(windows1252('named.csv', [...rows, invalid]));
    await upload.submitAll();
    await expect(page.getByText('12 leads submitted')).toBeVisible();
    await page.getByRole('link', { name: 'View row results' }).click();

    const results = page.getByRole('table', { name: 'Row results' });
    const rejected = results.getByRole('row', { name: 'Rejected' });
    await expect(rejected).toContainText('Noor Sample 9113');
    await expect(rejected).toContainText('Order Traders');
    await expect(rejected.getByRole('listitem')).toHaveCount(2);
    const link = results.getByRole('link', { name: 'View lead of row 3', exact: true });
    const submitted = results.getByRole('row').filter({ hasText: 'Noor Sample 9102' });
    // In front of a service, leads are there alone, and the portal knows their ids.
    if (behind === 'own records') {
      await expect(submitted).toContainText('Order Traders');
      await expect(submitted.getByRole('link').first()).toHaveAccessibleName('View lead of row 3');
    }
    await accessible();
    await link.click();
    await expect(page.getByRole('heading', { name: 'Noor Sample 9102' })).toBeVisible();
    if (behind !== 'own records') return;
    await leadsList(page, behind).find('Order Traders');
    // The newest first.
    await expect(page.getByRole('rowheader').getByRole('link')).toHaveText(
      rows.map((_row, at) => `Noor Sample ${9_101 + at}`).toReversed(),
    );
  },
);
