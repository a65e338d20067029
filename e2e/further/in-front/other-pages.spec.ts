import { expect, test } from '#e2e/fixtures.ts';
import { leadsList } from '#e2e/screens/leads-list.ts';

// A service with its own first page number and max page size, and the settings for them.
test.use({
  inFront: {
    points: { firstPage: 0, maxPageSize: 10 },
    settings: { UPSTREAM_FIRST_PAGE: '0', UPSTREAM_LARGEST_PAGE: '10' },
  },
});

test('paging from page 0 with at most 10 rows has no gaps and no duplicates', async ({
  signedIn,
  behind,
}) => {
  const page = await signedIn('admin');
  const list = leadsList(page, behind);
  const links = page.getByRole('rowheader').getByRole('link');
  const seen: (string | null)[] = [];
  for (const first of [1, 21, 41]) {
    await list.expectRange(first, first + 19);
    await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
    seen.push(...(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))));
    const next = page.getByRole('button', { name: 'Next page' });
    if (first < 41) await next.click();
    else await expect(next).toHaveAttribute('aria-disabled', 'true');
  }
  expect(seen).toHaveLength(60);
  expect(new Set(seen).size).toBe(60);
});
